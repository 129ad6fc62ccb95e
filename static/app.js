"use strict";
// The pages work without this file. With it, a tap reloads no page: it is stored on this phone, and `static/send.js`
// sends it. That file is loaded after the page, like everything else that the page does not need at first, so that the
// first load stays small. Rules are never evaluated here.

// Milliseconds in which no other page of this browser sends a tap, and after which a waiting one is reported.
const LEASE = 5000;
// Milliseconds until a request is sent again.
const QUICK = 2000;
const is = {};
const spare = {};
const mine = new Set();
let sending = "";
let busy = 0;
let asked = Promise.resolve();

// `static/send.js`, `static/show.js` and the others are loaded after the page, in any order. `missing` is 0 once all
// are there and the taps that waited for them (`early`) are repeated. `repeated` is true while a script repeats a tap.
let answered, asks, show, all, repeated;
let missing = 1;
const early = [];
let send = () => {};
let tell = send;
let ready = false;
const there = new Promise((done) => (all = done)).then(() => (ready = true));

// Each tap is stored under its own key, so that two pages of one browser never overwrite each other's taps. The keys
// sort in the order of the taps. If the browser stores nothing, taps are in `spare` while the page is open, and it says
// so.
function kept() {
  const taps = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("tap:")) taps[key] = JSON.parse(localStorage.getItem(key));
    }
  } catch {
    is.full = true;
  }
  Object.assign(taps, spare);
  return Object.keys(taps).sort().map((key) => taps[key]).filter(Boolean);
}
function keep(tap) {
  try {
    localStorage.setItem(tap.key, JSON.stringify(tap));
    delete spare[tap.key];
  } catch {
    is.full = true;
    spare[tap.key] = tap;
  }
}
function drop(tap) {
  pending.delete(tap.key);
  delete spare[tap.key];
  try {
    localStorage.removeItem(tap.key);
  } catch {}
}

// A tap is pending until a page that contains it is shown. `pending` holds those made in this browser at the address of
// this page, with the moment of their response: a page requested after that moment contains them. A tap that is no
// longer stored was sent by another page of this browser, so it has been answered.
const pending = new Map();
let moment = 0;
// How often the user has moved to another part of this page, such as the cards of another player.
let moves = 0;
function waiting() {
  const here = kept().filter(({ from }) => from === location.pathname);
  for (const tap of here) {
    const { answered = tap.done ? 0 : undefined, moves } = pending.get(tap.key) || {};
    pending.set(tap.key, { ...tap, answered, moves });
  }
  for (const tap of pending.values()) {
    if (!here.some(({ key }) => key === tap.key)) tap.answered ??= ++moment;
  }
  return [...pending.values()].filter(({ from }) => from === location.pathname).sort((one, other) => (one.key < other.key ? -1 : 1));
}
// The moment at which the shown page was requested. Taps answered before it are on that page, so they are dropped.
let drawn = 0;
function contained(asked) {
  drawn = asked;
  for (const tap of waiting()) if (tap.answered < asked) drop(tap);
}
const unsent = () => kept().filter(({ done }) => !done);

// The form that enters a refused tap again, if the page asks for that.
const refused = () => document.querySelector("[data-again]");
const undecided = () => !kept().some(({ key }) => key.endsWith(`:${refused()?.elements.op?.value}`));

// No button changes while a finger is on it: responses wait until the finger is lifted and its click is over. A finger
// that stays longer than any tap does not delay them.
const PRESS = 1500;
const CLICK = 30;
let pressed = null;
let lifting = [];
// The touched button is stored until the finger is lifted. If another page is loaded in between, the browser fires no
// click, and that page says that the tap was not taken.
const TOUCHED = "touched";
function touch(key) {
  try {
    if (key?.closest("form[data-tap]")) sessionStorage.setItem(TOUCHED, JSON.stringify({ name: key.name, value: key.value }));
    else sessionStorage.removeItem(TOUCHED);
  } catch {}
}
function lift() {
  pressed = null;
  touch();
  for (const done of lifting.splice(0)) done();
}
const lifted = () => (pressed ? new Promise((done) => lifting.push(done)) : Promise.resolve());
addEventListener(
  "pointerdown",
  ({ target }) => {
    const key = target.closest?.("button");
    pressed = { key, name: key?.name, value: key?.value };
    touch(key);
    setTimeout((one) => pressed === one && lift(), PRESS, pressed);
  },
  true,
);
// A lifted finger ends its own press, never that of a finger that has touched the screen since.
addEventListener("pointerup", () => setTimeout((one) => pressed === one && lift(), CLICK, pressed), true);
addEventListener("pointercancel", lift, true);
addEventListener(
  "click",
  (event) => {
    touch();
    const { key, name, value } = pressed || {};
    if (!key || event.target.closest?.("button") !== key || (key.name === name && key.value === value)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    refuse(key, { name, value });
  },
  true,
);
// Reserve a tap for this page: no other page of this browser sends it before `until`.
function claim(tap, until = Date.now() + LEASE) {
  mine.add(tap.key);
  keep({ ...tap, until });
}
const number = () => crypto.getRandomValues(new Uint32Array(4)).join("");
const taps = "a,button,input,summary";
const time = (key) => Number(key.split(":")[1]);

// Like a tap on the button. Browsers without requestSubmit need a click.
function submit(form, button) {
  if (form.requestSubmit) form.requestSubmit(button);
  else (button || form.querySelector("button:not([name=key])")).click();
}

// Mark the page as busy while requests are pending.
function work(more) {
  busy += more;
  document.body.toggleAttribute("data-busy", busy > 0);
}

// Run functions one after the other. A failed one does not stop those after it.
const inTurn = (next) => (asked = asked.then(next, next));

// Refuse a tap visibly instead of dropping it: `static/send.js` says why, and the button shows it.
function refuse(key, { name, value } = key) {
  is.soon = Date.now();
  key.dataset.refused = JSON.stringify({ name, value, moment: ++moment });
  setTimeout(() => delete key.dataset.refused, LEASE);
  tell();
}

try {
  const touched = JSON.parse(sessionStorage.getItem(TOUCHED));
  if (touched) there.then(() => refuse(document.getElementById("offline"), touched));
  touch();
} catch {}

// Requests that write no line are sent one after the other, each with the form as the response before has left it.
function ask(form, button, url, get) {
  // The field is emptied at once, so that a name typed before the response is the next one.
  const field = (button?.value === "add" && form.elements.name) || {};
  const typed = field.value;
  field.value = "";
  // Read now, because an earlier response can replace the button.
  const { name, value } = button || {};
  work(1);
  if (get) moves++;
  const answers = () => (work(-1), asks({ form, name, value, typed, field, url, get }));
  inTurn(() => there.then(answers));
}

// The scripts loaded after the page handle moving to another number, keys of a keypad or life counter, a second tap on
// a button, and undo. Until all of them are there these taps wait, and so do the taps after them.
function wait(tapped) {
  work(1);
  early.push(tapped);
}
const tooEarly = () => missing && early[0] && !repeated;

document.addEventListener("click", (event) => {
  const link = event.target.closest(".pad a,.painters a,.primary[href^='./?']");
  if (!missing || repeated || !link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  wait(link);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  if (tooEarly() || (missing && !repeated && button?.matches(".undo,.life *,.waits,[name=key]"))) return wait(button || form);
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location);
  if (!url.pathname.endsWith("/write")) return ask(form, button, url, form.method === "get");
  const { name, value } = button || {};
  // The same move is pending already.
  if (name === "move" && button.matches(".waits")) return refuse(button);
  const body = new URLSearchParams(new FormData(form));
  if (name) body.append(name, value);
  // A refused tap that is entered again has a key of its own, so that a second tap on its button counts once. It is
  // sent before the taps that wait behind it.
  const again = form === refused();
  if (again && !undecided()) return;
  const op = again ? body.get("op") : number();
  const behind = again && unsent()[0];
  body.set("op", op);
  // A jump to the section of the tapped button would move it under the finger.
  if (url.hash && document.querySelector(url.hash)?.contains(button)) history.replaceState(null, "", url.hash);
  else if (url.hash) location.hash = url.hash;
  // Later than the last stored tap even if the clock was set back, because taps are sent in the order of their keys.
  const newest = Math.max(Date.now(), 1 + time([...pending.keys(), ...kept().map(({ key }) => key)].sort().at(-1) || "tap:0"));
  const tap = { key: `tap:${behind ? time(behind.key) - 1 : newest}:${op}`, url: url.href, body: body.toString(), from: location.pathname, search: location.search };
  pending.set(tap.key, { ...tap, moves });
  claim(tap);
  button?.classList.add("waits");
  send();
  tell();
});

// The next page may send at once what this one leaves behind.
addEventListener("pagehide", () => kept().forEach((tap) => mine.has(tap.key) && claim(tap, 0)));

// Load a script after the page, again if that fails.
function more(src) {
  const one = document.createElement("script");
  one.onload = () => --missing > 1 || all();
  one.onerror = () => setTimeout(more, QUICK, src);
  document.head.append(Object.assign(one, { src }));
}
for (const src of document.currentScript.dataset.then.split(" ")) addEventListener("load", () => more(src), missing++);
