// The app’s keypad over the fields of numbers. What is typed stays on this phone until the user moves on from its
// number. That is a tap like any other, so typing never waits for the network. The screen shows the last page, with the
// numbers of pending taps, and what is typed.

import { refuse } from "./finger.js";
import { moveOn, submit, write } from "./outbox.js";
import { dim } from "./preview.js";
import { onShow } from "./screen.js";
import { changed, onChange, pendingTaps } from "./taps.js";

// The longest number, and the longest sum.
const DIGITS = 5;
const LENGTH = 48;

const form = () => document.querySelector("#write[data-turns]");
const fields = () => [...document.querySelectorAll("input[form=write][data-most]")];
const key = (field) => field.closest("td, .whole").querySelector(`button.cell[value="${CSS.escape(field.name)}"]`);
const mark = ({ dataset }) => dataset.mark;
const find = (at) => fields().find(({ name }) => name === at);
// The field beside that of a number says which number the page showed.
const WAS = "was.";
const shown = ({ name, form }) => form.elements[WAS + name];

// The current number (`at`), the one at which the user began to move on (`since`), and what is typed (`text`, null:
// nothing). `seen`: what the page had seen when typing began, so that entries of other phones since are not overwritten.
// `digits`: the user asked for digits in place of the keys for whole numbers. `leaves`: the user has left the numbers of
// this page, and only the server knows what comes next.
let current = null;
// A key was refused and none typed since, so moving on would leave a number blank that the user means to have typed.
let isMissing = false;

const last = (text) => /[+-]?\d*$/.exec(text)[0];
const terms = (text) => text.match(/[+-]?\d+/g) || [];
const isSum = (text) => /.[+-]/.test(text);
// The value of a number or sum, as the page writes it.
const total = (text) => (terms(text).length ? String(terms(text).reduce((sum, term) => sum + Number(term), 0)) : "");
const format = (text) => text.replace(/(?!^)([+-])/g, " $1 ").replaceAll("-", "\u2212").trim();

// Return the text after a key. A key that can do nothing changes nothing.
function press(text, key, negative) {
  const digits = last(text).replace(/^[+-]/, "");
  const before = text.slice(0, text.length - digits.length);
  if (key === "del") return text.slice(0, -1);
  if (key === "+" || key === "-") {
    // A second sign replaces the first.
    const number = text.replace(/[+-]+$/, "");
    if (number.length >= LENGTH) return text;
    return number ? number + key : key === "-" && negative ? "-" : "";
  }
  // Dropping the first digit instead would change the number unseen.
  if (digits.length >= DIGITS || text.length >= LENGTH) return text;
  return before + ((digits + key).replace(/^0+/, "") || "0");
}

// The numbers that a tap writes: their names, and the texts.
function typedIn({ body }) {
  const sent = new URLSearchParams(body);
  const names = [...sent.keys()].filter((name) => name.startsWith(WAS)).map((name) => name.slice(WAS.length));
  return names.map((name) => [name, sent.get(name)]).filter(([name, text]) => text !== sent.get(WAS + name));
}
// What pending taps write, by name. A later tap overrides an earlier one.
const written = () => new Map(pendingTaps().flatMap(typedIn).map(([name, text]) => [name, total(text)]));
const number = (field, pending) => pending.get(field.name) ?? mark(field);

// Return the number after the current one: the first of this page that is not entered, after the last one from the
// beginning, up to where the user began. A later page comes before the beginning. Undefined: none of this page is left.
function next(pending) {
  const turns = JSON.parse(form().dataset.turns);
  const { isAhead } = JSON.parse(form().dataset.beyond);
  const here = turns.findIndex(({ at }) => at === current.at);
  const began = turns.findIndex(({ at }) => at === current.since);
  const again = isAhead ? [] : turns.slice(0, Math.max(began, 0));
  const ahead = began > here ? turns.slice(here + 1, began) : [...turns.slice(here + 1), ...again];
  return ahead.find(({ at, entered }) => !(entered || pending.get(at)));
}
// Whether it must be asked for the later number `to`: numbers that are not on this page yet decide that.
function isUnsure(to, pending) {
  const turns = JSON.parse(form().dataset.turns);
  const decides = new Set(turns.filter((turn) => turn.decides).map(({ at }) => at));
  return decides.size > 0 && !decides.has(to) && [...pending.keys()].some((name) => decides.has(name));
}

// Take the current number from the page, and what was typed before this page or its scripts were loaded.
function begin() {
  current = null;
  if (!form()) return;
  const { at: name, from } = form().elements;
  const typed = fields().filter((field) => field.value !== mark(field));
  const field = typed.find((one) => one === document.activeElement || one.name === name.value) || typed.at(-1) || find(name.value);
  if (!field) return;
  const text = typed.length ? field.value : null;
  const seen = new URL(location).searchParams.get("seen") || form().elements.seen.value;
  current = { at: field.name, since: field.name === name.value ? from.value : field.name, text, seen, digits: text !== null };
  if (document.activeElement === field) field.blur();
  // Other numbers that were typed into the fields are one tap.
  const others = typed.filter((one) => one !== field && !isOutside(one, total(one.value)));
  empty(others);
  if (others.length) write(form(), null, new URL(form().action));
  empty();
}
// What is typed stays in the address, so that loading the page again loses nothing.
function remember({ text } = current) {
  const url = new URL("./", location.href);
  url.searchParams.set("at", current.at);
  url.searchParams.set("from", current.since);
  if (text !== null) {
    url.searchParams.set("typed", text);
    url.searchParams.set("seen", current.seen);
  }
  history.replaceState(null, "", url);
}
function goTo(place) {
  current = { text: null, digits: false, ...place };
  remember();
  moveOn();
  see();
  changed();
}
const see = () => key(find(current.at)).scrollIntoView({ block: "nearest" });

onChange(() => {
  const field = form() && current && find(current.at);
  if (!field) return;
  const pending = written();
  for (const one of fields()) drawNumber(one, pending);
  const on = document.querySelector(".dock .primary");
  const following = next(pending);
  const { label, isSheet, unsure } = JSON.parse(form().dataset.beyond);
  const arrow = copy("arrow");
  const isKnown = !isUnsure(following?.at, new Map([...pending, [current.at, ""]]));
  const leads = following || !isSheet || !isKnown;
  on.replaceChildren(isKnown ? (following?.label ?? label) : unsure, ...(leads ? [arrow] : []));
  [on.name, on.value, on.disabled] = ["on", current.at, drawFault(field)];
  on.classList.toggle("waits", Boolean(current.leaves));
  drawKeys(field);
});
const copy = (id) => document.getElementById(id).content.firstChild.cloneNode(true);
function drawNumber(field, pending) {
  const cell = key(field);
  const isCurrent = field.name === current.at;
  const isTyped = isCurrent && current.text !== null;
  const text = isTyped ? current.text : number(field, pending);
  const entry = format(isSum(text) ? total(text) : text);
  const sum = Object.assign(document.createElement("small"), { textContent: `${format(text)} =` });
  (cell.querySelector("b") || cell).replaceChildren(...(isSum(text) ? [sum, " "] : []), entry || "–");
  cell.ariaLabel = `${field.ariaLabel} ${entry}`.trim();
  cell.classList.toggle("waits", pending.has(field.name) && !isTyped);
  if (!isCurrent) cell.removeAttribute("aria-current");
  // A number written before has no cursor, because the first digit replaces it.
  else cell.setAttribute("aria-current", text && !isTyped ? "step" : "true");
}
// Whether what is typed is a number that its box cannot hold.
const isFault = (field) => isOutside(field, current.text === null ? "" : total(current.text));
const isOutside = ({ dataset }, sum) => sum !== "" && (Number(sum) < Number(dataset.least) || Number(sum) > Number(dataset.most));
function drawFault(field) {
  document.getElementById("fault")?.remove();
  if (!isFault(field)) return false;
  const notice = copy("wrong");
  notice.lastElementChild.textContent = field.dataset.reason;
  document.getElementById("asked").append(notice);
  return true;
}
function drawKeys(field) {
  if (current.leaves) document.querySelectorAll(".keys [name=key], .keys [name=pick]").forEach(dim);
  const picks = document.getElementById("picks");
  if (!picks) return;
  picks.hidden = current.digits;
  document.getElementById("digits").hidden = !current.digits;
  for (const pick of picks.querySelectorAll("[name=pick]")) pick.disabled = Number(pick.value) > Number(field.dataset.most);
}

onShow(() => {
  // A page that asks what to do with an entry of somebody else: what is typed waits until it is answered.
  if (!form()) return;
  const before = current;
  const isRefused = !("live" in document.body.dataset);
  if (!current || !find(current.at) || isRefused || (current.leaves && !pendingTaps().length)) {
    begin();
    // What was typed for a number that is not asked for any more must not end up in another one.
    if (before?.text && current?.at !== before.at) refuse(document.querySelector(".dock .primary") || document.body, {});
  }
  empty();
  if (current) remember();
  changed();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !current || !form() || event.defaultPrevented) return;
  if (button.closest(".still")) {
    refuse(button);
    isMissing = true;
  } else if (button.matches(".cell")) leaveFor(button.value);
  else if (button.name === "digits") current.digits = true;
  else if (button.name === "key") type(button.value);
  else if (button.name === "pick") {
    enter(button.value);
    submit(form(), document.querySelector(".dock .primary"));
  } else if (button.matches(".undo")) reopen();
  else return;
  changed();
});
function type(key) {
  const field = find(current.at);
  // A first digit replaces the number.
  const text = current.text ?? (/\d/.test(key) ? "" : number(field, written()));
  enter(press(text, key, Number(field.dataset.least) < 0));
  remember();
  moveOn();
  see();
}
function enter(text) {
  isMissing = false;
  if (current.text === null) current.seen = form().elements.seen.value;
  current.text = text;
  current.digits = true;
}
// Undo also returns to the number of the tap that it takes back.
function reopen() {
  const tap = pendingTaps().at(-1);
  const [name, text] = (tap && typedIn(tap).at(-1)) || [];
  if (!name) return;
  const fields = new URLSearchParams(tap.body);
  goTo({ at: name, since: fields.get("from"), text, seen: fields.get("seen"), digits: true });
}
function leaveFor(name) {
  isMissing = false;
  if (name === current.at) return;
  const url = new URL(form().action);
  url.searchParams.set("at", name);
  if (!isFault(find(current.at)) && fill(true)) write(form(), null, url);
  empty();
  goTo({ at: name, since: name });
}

// Put what is typed into its field, for a tap that leaves it. Return whether it is another number than before.
function fill(leaves) {
  const field = find(current.at);
  const { at: name, from, typed, seen } = form().elements;
  const before = number(field, written());
  const after = current.text === null ? before : total(current.text);
  [name.value, from.value] = [current.at, current.since];
  // The number before can be that of a tap that this page does not contain.
  shown(field).value = before;
  field.value = leaves && current.text !== null ? current.text : before;
  typed.disabled = leaves || current.text === null;
  typed.value = current.text ?? "";
  if (leaves && current.text !== null) {
    seenByPage = seen.value;
    seen.value = current.seen;
  }
  return after !== before;
}
// Each field has the mark of its page again, except those that are about to be sent.
let seenByPage = null;
function empty(sent = []) {
  if (seenByPage) form().elements.seen.value = seenByPage;
  seenByPage = null;
  for (const field of fields().filter((one) => !sent.includes(one))) {
    shown(field).value = field.value = field.defaultValue = mark(field);
  }
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form() || !current) return;
    const { submitter } = event;
    const isPrimary = submitter.matches(".primary");
    const leaves = isPrimary || submitter.matches(".strip button");
    if (isPrimary && (current.leaves || isMissing)) {
      refuse(submitter);
      // Once is enough: the number may be meant to stay blank.
      if (!current.leaves) isMissing = false;
    } else if (!fill(leaves) && isPrimary && next(written())) goOn();
    else {
      // Before the outbox notes the address of the tap: going back to it must not type the number again.
      if (leaves) remember({ text: null });
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    empty();
  },
  true,
);
function goOn() {
  const pending = written();
  const following = next(pending);
  if (following && !isUnsure(following.at, pending)) goTo({ at: following.at, since: current.since });
  else leavePage();
}
function leavePage() {
  current = { ...current, text: null, leaves: true };
}
// After the outbox has read the form.
document.addEventListener("submit", ({ target, submitter }) => {
  if (target !== form() || !current) return;
  empty();
  if (submitter.matches(".primary")) goOn();
  else if (submitter.matches(".strip button")) leavePage();
  changed();
});

begin();
// Not earlier: until the scripts have run, fields are drawn instead of these numbers.
addEventListener("pageshow", () => current && see());
