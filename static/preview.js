// Preview of pending taps: a tapped key looks pressed, the next tap on it undoes it, and the first count of a colour
// turns the other counts into cards, which are fetched beforehand. If it is not known what a key will do after a
// pending tap, it waits and is dimmed: rules are never evaluated here.

import { inTurn, work } from "./busy.js";
import { lifted, refuse } from "./finger.js";
import { isDown } from "./network.js";
import { arrive, isSending, refusedForm, submit, takeBack } from "./outbox.js";
import { onShow } from "./screen.js";
import { changed, nextMoment, onChange, pendingTaps, shownSince } from "./taps.js";

const SAID = ["tap", "why", "strike", "move", "clock"];
const held = [];
let cards = null;

const said = ({ body }) => new URLSearchParams(body);
const size = (key) => (key.closest(".counts") || key.matches(".level") ? /\d+/.exec(key.textContent)?.[0] : "1");

// What pending taps have changed: each node, with its properties as the server has rendered them on the page that was
// shown at the moment `of`.
const rendered = { of: 0, nodes: new Map() };
function draw(node, properties) {
  const before = Object.fromEntries(Object.keys(properties).map((name) => [name, node[name]]));
  rendered.nodes.set(node, { ...before, ...rendered.nodes.get(node) });
  Object.assign(node, properties);
}
function restore() {
  // A new page has brought its own.
  if (rendered.of === shownSince) for (const [node, before] of rendered.nodes) Object.assign(node, before);
  for (const one of document.querySelectorAll(".waits, .still")) one.classList.remove("waits", "sent", "still");
  rendered.nodes.clear();
  rendered.of = shownSince;
}
function turn(key, on, value) {
  const look = [...key.classList].filter((name) => name !== "mine");
  draw(key, { value, className: [...look, ...(on ? ["mine"] : [])].join(" "), ariaPressed: on });
}
export const dim = (one) => one.classList.add("still");

// After the first count of a colour the other piles are read card by card; without it they are counted. `first` holds
// the block of that count.
function read(key, mark, first, stay) {
  const form = key.closest(".rows form.ask");
  const block = key.closest(".block");
  if (!form || !key.closest(".counts") || (first.get(form) || block) !== block) return;
  first.set(form, mark && block);
  for (const other of form.querySelectorAll(".block")) {
    const counts = other.querySelector(".counts");
    if (other === block || counts?.parentElement !== other) continue;
    if (!mark) {
      stay.delete(other.querySelector(".coming"));
      counts.classList.remove("still");
      continue;
    }
    if (!cards) dim(counts);
    const found = cards?.querySelector(`[data-of="${other.id}"]`);
    if (!found) continue;
    const now = other.querySelector(".coming") || document.importNode(found, true);
    if (!now.isConnected) counts.after(now);
    // With another count only one key changes, so the cards and the taps on them stay.
    const level = now.querySelector(".level");
    const { textContent, ariaLabel } = cards.querySelector(`#levels :nth-child(${mark})`);
    if (level) draw(level, { value: found.querySelector(".level").value + mark, textContent, ariaLabel });
    counts.style.display = "none";
    stay.add(now);
  }
}

// A life counter shows the new number, and its keys the next ones: each tap writes an absolute number.
function counted(value) {
  const [spot, mark] = value.split("=");
  const keys = [...document.querySelectorAll(`.life button[value^="${CSS.escape(spot)}="]`)];
  if (keys.length < 2) return keys.map(dim).length;
  const [fewer, more] = keys.map((key) => Number(key.value.split("=")[1]));
  const one = (more - fewer) / 2;
  const number = keys[0].parentElement.querySelector("b");
  const had = Number(number.textContent.replace("\u2212", "-"));
  const textContent = String(had + one * (mark - fewer - one)).replace("-", "\u2212");
  // Long numbers are smaller, to stay clear of plus and minus.
  const className = [textContent.length > 3 && "long", textContent.length > 4 && "longer"].filter(Boolean).join(" ");
  draw(number, { textContent, className });
  keys.forEach((key, more) => turn(key, false, `${spot}=${Number(mark) + (more ? one : -one)}`));
  number.classList.add("waits");
  return true;
}

// A number entered digit by digit: its keys write the number that they make of the one shown.
function typed(keys, value) {
  const [spot, number] = value.split("=");
  draw(keys.querySelector("output"), { textContent: number || "\u2013" });
  for (const one of keys.querySelectorAll("button:not(.back)")) {
    const digit = one.textContent.trim();
    const fits = Number(number) > 0 && Number(number + digit) <= Number(keys.dataset.most);
    turn(one, false, `${spot}=${fits ? number + digit : digit}`);
  }
  const back = keys.querySelector(".back");
  turn(back, false, `${spot}=${number.slice(0, -1)}`);
  draw(back, { disabled: !number });
}

// What is pegged is added: the keys write the numbers after the one that is shown.
function pegged(keys, value) {
  const [spot, number] = value.split("=");
  draw(keys.querySelector("output"), { textContent: number });
  for (const key of keys.querySelectorAll("button")) turn(key, false, `${spot}=${Number(number) + Number(key.textContent)}`);
}

// A box of a card shows at once what fills it.
function fill(box, key, value) {
  if (!box) return;
  draw(box, { className: value.endsWith("=") ? "box" : "box filled" });
  const textContent = value.endsWith("=") ? "" : (key.querySelector("b") || key).textContent.trim();
  draw(box.querySelector("output"), { textContent });
  box.firstElementChild.classList.add("waits");
}

function chosen(key, value, first, stay) {
  const place = key.closest(".chips,.column,.sides");
  if (!place || key.closest(".dock")) return;
  if (place.matches(".digits")) return typed(place, value);
  if (place.matches(".pegging")) return pegged(place, value);
  if (place.matches(".sides")) {
    fill(place.closest(".box"), key, value);
    for (const one of place.children) turn(one, one === key, one.value);
    return;
  }
  const [spot, mark] = value.split("=");
  // Only the server knows the maximum number of a card.
  if (value.includes(";") || key.matches(".several") || (mark && key.matches(".mine"))) return dim(key);
  for (const one of place.querySelectorAll(`button[name=tap][value^="${CSS.escape(spot)}="]`)) {
    if (one !== key && size(one)) turn(one, false, `${spot}=${size(one)}`);
  }
  turn(key, mark !== "", mark ? `${spot}=` : `${spot}=${size(key)}`);
  read(key, mark, first, stay);
}

// Which suit of cards is open is local to this phone: it opens without an answer, and a page that was requested
// before the choice does not close it.
let suit = null;
let look = null;
function open() {
  // Until the new preview arrives, the buttons still belong to the previous card.
  if (look < shownSince) look = null;
  if (look) document.querySelectorAll("#dock :is(.primary,.second,.wide)[name=move]").forEach(dim);
  const keys = document.querySelectorAll(".suits [name=suit]");
  // A suit that was chosen while a move was pending is meant for the next one, so the page of that move keeps it.
  if (suit?.early && !pendingTaps().length) suit = { value: suit.value, at: nextMoment() };
  if (!suit || (suit.at < shownSince && !suit.early) || ![...keys].some(({ value }) => value === suit.value)) return void (suit = null);
  for (const key of keys) key.ariaPressed = key.value === suit.value;
  for (const one of document.querySelectorAll(".thumbs .of")) one.hidden = one.id !== `of-${suit.value}`;
  const told = document.querySelector("#dock [name=suit][type=hidden]");
  if (told) told.value = suit.value;
}
// Undo has let go of a card. On the next page the same button takes back a move.
let letsGo = false;
onShow(() => {
  if (letsGo) arrive();
  letsGo = false;
});
document.addEventListener(
  "submit",
  (event) => {
    const { submitter, target } = event;
    if (submitter?.closest(".still")) return;
    if (submitter?.name === "pick") {
      look = nextMoment();
      open();
    }
    if (submitter?.name !== "suit") return;
    if (submitter.matches(".undo")) {
      letsGo = true;
      arrive();
    }
    suit = { value: submitter.value, at: nextMoment(), early: pendingTaps().length > 0 };
    open();
    // This ends a preview, which needs an answer.
    if (target.elements.looked) return;
    event.preventDefault();
    event.stopPropagation();
    const fields = new URLSearchParams(new FormData(target));
    fields.set("suit", suit.value);
    history.replaceState(null, "", `${location.pathname}?${fields}`);
  },
  true,
);

onChange(drawPending);
function drawPending() {
  const taps = pendingTaps();
  const first = new Map();
  const stay = new Set();
  restore();
  open();
  for (const tap of taps) {
    const sent = (tap.done || isSending(tap)) && !isDown();
    const body = said(tap);
    const again = refusedForm();
    if (again?.elements.op.value === body.get("op")) {
      const { classList } = again.querySelector(".primary");
      classList.add("waits");
      classList.toggle("sent", sent);
    }
    for (const [name, value] of body) {
      if (!SAID.includes(name) || (name === "tap" && counted(value))) continue;
      for (const one of document.querySelectorAll(`button[name=${name}][value="${CSS.escape(value)}"]:not(.pad td *,.whole *,.strip *)`)) {
        if (name === "tap") chosen(one, value, first, stay);
        one.classList.add("waits");
        one.classList.toggle("sent", sent);
      }
      // Only the server knows who plays next. A move without a seat lays out the first cards, in any order.
      if (name === "move" && value.split(".")[2]) document.querySelectorAll("button:is([name=move],[name=pick]):not(.waits)").forEach(dim);
    }
  }
  for (const one of document.querySelectorAll(".coming")) {
    if (stay.has(one)) continue;
    one.parentElement.querySelector(".counts").style.display = "";
    one.remove();
  }
  if (taps.length) for (const one of document.querySelectorAll(".undo[disabled]")) draw(one, { disabled: false });
  for (const { button } of held) button.classList.add("waits");
  if (held.length && !taps.length && !isSending()) setTimeout(release);
}

// The card that a move plays, whoever plays it: a move names its round, kind, player and card.
const cardOf = ({ value }) => value.split(".").filter((part, place) => place !== 2).join(".");
const CARDS = ":is(.of,.deck) button[name=move]";
const playing = (card) => [...document.querySelectorAll(CARDS)].find((one) => cardOf(one) === card);

// Taps that depend on pending answers are repeated on the page that these bring; until then the page is busy.
// A line that is gone by then is not undone. A card is then played by whose turn it is.
function hold(tap) {
  held.push(tap);
  work(1);
}
async function release() {
  await lifted();
  if (pendingTaps().length || isSending() || !held.length) return;
  const { button, value, of, at, card, spot } = held.shift();
  const again = at ? document.querySelector(`#${CSS.escape(at)} .acts .primary`) : button;
  const now = card ? playing(card) : button.isConnected ? button : again;
  // Undo refers to a pending tap that has become a line (`of`), or to the line it showed.
  const same = spot === undefined || now?.value.startsWith(`${spot}=`);
  const other = same && (value === undefined || (of ? now?.value !== value : now?.value === value));
  // A key that looks pressed would be refused as one whose move waits already.
  button.classList.remove("waits");
  if (now?.isConnected && !now.disabled && other) now.click();
  else refuse(now || (button.isConnected ? button : document.getElementById("offline")), button);
  inTurn(() => work(-1));
  changed();
}

document.addEventListener(
  "submit",
  (event) => {
    const button = event.submitter;
    if (!button || !event.target.matches("[data-tap]")) return;
    const taps = pendingTaps();
    const last = taps.at(-1);
    const at = event.target.elements.at?.value;
    if (button.closest(".still")) {
      // Another tap on a card of which there can be several is another copy.
      if (taps.length && button.matches(".chips .still[name=tap]")) hold({ button, spot: button.value.split("=")[0] });
      else if (!taps.length || !button.matches(CARDS)) refuse(button);
      else if (!held.some(({ button: other }) => other === button)) hold({ button, card: cardOf(button) });
    } else if (!taps.length) return;
    else if (button.matches(".undo")) {
      if (held.length || !takeBack(last)) hold({ button, value: button.value, of: taps.length > held.filter(({ of }) => of).length });
    } else if (button.name === "tap" && button.matches(".primary") && taps.some((tap) => said(tap).get("at") === at)) {
      const { hash } = new URL(button.getAttribute("formaction"), location.href);
      if (hash) location.hash = hash;
      else hold({ button, at });
    } else {
      // A tap that waits says who has this suit, so an answer about the next one does not say that nobody has it.
      if (button.closest(".ahead") && taps.some((tap) => said(tap).get("at") === at))
        button.value = button.value.split(";").filter((part) => !part.endsWith(".nobody..=1")).join(";");
      return;
    }
    event.preventDefault();
    changed();
  },
  true,
);

// Going on also saves an unsaved remark. On the window, because it must run before the handler of the button.
function keepWords() {
  for (const field of document.querySelectorAll("input[name=words]")) {
    if (field.value === field.defaultValue) continue;
    submit(field.form, field.nextElementSibling);
    field.defaultValue = field.value;
  }
}
addEventListener("click", (event) => event.target.closest?.(".primary,.strip :is(a,button),.bar a,.acts a") && keepWords(), true);

async function bring() {
  const way = document.querySelector(".rows form.ask .counts")?.closest("form").elements.way.value;
  if (cards || !way) return;
  try {
    const answer = await fetch(`ahead?way=${way}`);
    if (answer.ok) cards = new DOMParser().parseFromString(await answer.text(), "text/html").body;
  } catch {}
  await lifted();
  changed();
}
addEventListener("online", bring);
bring();
