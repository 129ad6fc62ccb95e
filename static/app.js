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
const there = new Promise((done) => (all = done));

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
  delete spare[tap.key];
  try {
    localStorage.removeItem(tap.key);
  } catch {}
}
// Until then no other page of this browser sends it.
function claim(tap, until = Date.now() + LEASE) {
  mine.add(tap.key);
  keep({ ...tap, until });
}
const number = () => crypto.getRandomValues(new Uint32Array(4)).join("");
const taps = "a,button,input,summary";
const time = (key) => Number(key.split(":")[1]);

// While anything is on its way, the page says so.
function work(more) {
  busy += more;
  document.body.toggleAttribute("data-busy", busy > 0);
}

// One failure stops nothing behind it.
const inTurn = (next) => void (asked = asked.then(next, next));

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
  // What is still being asked, such as the last digit, belongs to the tap; a move that was not on the screen, or waits already, does not.
  inTurn(() => {
    if (name === "move" && (button.value !== value || button.matches(".waits"))) return;
    const body = new URLSearchParams(new FormData(form));
    if (name) body.append(name, button.value);
    const op = number();
    body.set("op", op);
    // To go to the part of the page where the finger is would move it.
    if (url.hash && document.querySelector(url.hash)?.contains(button)) history.replaceState(null, "", url.hash);
    else if (url.hash) location.hash = url.hash;
    const now = Math.max(Date.now(), 1 + time(kept().at(-1)?.key || "tap:0"));
    claim({ key: `tap:${now}:${op}`, url: url.href, body: body.toString(), from: location.pathname });
    button?.classList.add("waits");
    send();
    tell();
  });
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
