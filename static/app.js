"use strict";
// The pages work without this file. With it a tap does not load a page anew: it is kept on this phone, and what sends
// it, `static/send.js`, comes after the page with all else that a page needs only once it stands there. Rules are never
// worked out here.

const LEASE = 5000;
const QUICK = 2000;
const is = {};
const spare = {};
const mine = new Set();
let sending = "";
let busy = 0;
let asked = Promise.resolve();

// What sends a tap, `static/send.js`, what puts its answer in place, `static/show.js`, and the others come after the page, in
// any order. `missing` is 0 once all are there and what has waited for them, `early`, is tapped; `repeated` while one taps.
let answered, asks, show, all, repeated;
let missing = 1;
const early = [];
let send = () => {};
let tell = send;
let ready = false;
const there = new Promise((done) => (all = done)).then(() => (ready = true));

// Each tap lies under a key of its own, in the order of the keys, so that two pages of one browser never write over
// each other's taps. A phone that keeps nothing has them in `spare` as long as the page is open, and says so.
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

// A tap is pending from the finger until a page that contains it is shown. `pending` holds those of this browser at the
// address of this page, with the moment at which each was answered: a page that was asked for after that contains it. What
// another page of this browser has sent is no longer kept, so that it is known to be answered by then.
const pending = new Map();
let moment = 0;
// How often somebody went on to another part of this page, such as the cards of another player.
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
// A page is shown that was asked for at this moment.
let drawn = 0;
function contained(asked) {
  drawn = asked;
  for (const tap of waiting()) if (tap.answered < asked) drop(tap);
}
const unsent = () => kept().filter(({ done }) => !done);

// The form that enters a refused tap again, if the page asks for that.
const refused = () => document.querySelector("[data-again]");
const undecided = () => !kept().some(({ key }) => key.endsWith(`:${refused()?.elements.op?.value}`));

// No key changes while a finger lies on it: what has come meanwhile waits until it is lifted and its click is over. A finger
// that rests there longer than any tap holds up nothing.
const PRESS = 1500;
const CLICK = 30;
let pressed = null;
let lifting = [];
// What a finger touches is noted until it is lifted. A page that comes in between says that this tap was not taken.
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
// A finger that is lifted ends its own press, never that of the finger which has come down since.
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
// Until then no other page of this browser sends it.
function claim(tap, until = Date.now() + LEASE) {
  mine.add(tap.key);
  keep({ ...tap, until });
}
const number = () => crypto.getRandomValues(new Uint32Array(4)).join("");
const taps = "a,button,input,summary";
const time = (key) => Number(key.split(":")[1]);

// As a tap on the button would do it; older browsers have no other way.
function submit(form, button) {
  if (form.requestSubmit) form.requestSubmit(button);
  else (button || form.querySelector("button:not([name=key])")).click();
}

// While anything is on its way, the page says so.
function work(more) {
  busy += more;
  document.body.toggleAttribute("data-busy", busy > 0);
}

// One failure stops nothing behind it.
const inTurn = (next) => (asked = asked.then(next, next));

// A tap that cannot be taken is refused aloud: `static/send.js` says why, and its key shows it.
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

// What writes no line is asked one after the other until it is answered, each with the form as the answer before has
// left it.
function ask(form, button, url, get) {
  // What is typed on is the next name, also while an earlier one is still on its way.
  const field = (button?.value === "add" && form.elements.name) || {};
  const typed = field.value;
  field.value = "";
  // The button may be gone by then; what was tapped is not.
  const { name, value } = button || {};
  work(1);
  if (get) moves++;
  const answers = () => (work(-1), asks({ form, name, value, typed, field, url, get }));
  inTurn(() => there.then(answers));
}

// What goes on to another number, what a key of a keypad or of a life counter means, a second tap on the same key and what is
// taken back, know files that come after the page: until all are there these wait, and so does what is tapped after them.
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
  // The same move waits already.
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
  // To go to the part of the page where the finger is would move it.
  if (url.hash && document.querySelector(url.hash)?.contains(button)) history.replaceState(null, "", url.hash);
  else if (url.hash) location.hash = url.hash;
  const newest = Math.max(Date.now(), 1 + time([...pending.keys(), ...kept().map(({ key }) => key)].sort().at(-1) || "tap:0"));
  const tap = { key: `tap:${behind ? time(behind.key) - 1 : newest}:${op}`, url: url.href, body: body.toString(), from: location.pathname, search: location.search };
  pending.set(tap.key, { ...tap, moves });
  claim(tap);
  button?.classList.add("waits");
  send();
  tell();
});

// Whoever opens the next page may send what this one leaves behind.
addEventListener("pagehide", () => kept().forEach((tap) => mine.has(tap.key) && claim(tap, 0)));

// What did not come is asked for again.
function more(src) {
  const one = document.createElement(src.includes(".css") ? "link" : "script");
  one.onload = () => --missing > 1 || all();
  one.onerror = () => setTimeout(more, QUICK, src);
  document.head.append(Object.assign(one, { rel: "stylesheet", href: src, src }));
}
for (const src of document.currentScript.dataset.then.split(" ")) addEventListener("load", () => more(src), missing++);
