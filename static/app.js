"use strict";
// The pages work without this file. With it a tap does not load a page anew: it is kept on this phone, sent, and
// what the server answers is put in place. Rules are never worked out here. What a page needs only once it stands there,
// such as what others write on it, comes in files of its own.

const LEASE = 5000;
const QUICK = 2000;
const SLOW = 10000;
const DEAF = 40000;
const TRIES = 3;
const is = {};
const spare = {};
const mine = new Set();
const out = new Set();
let sending = "";
let busy = 0;
let asked = Promise.resolve();

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
const number = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
const taps = "a,button,input,summary";
const table = (tap) => new URL(tap.url).pathname.split("/", 3).join("/");
const time = (key) => Number(key.split(":")[1]);
const sleep = (time) => new Promise((wake) => setTimeout(wake, time));
// A server that fails again and again is asked less and less often.
const rest = (tries) => sleep(is.ill ? Math.min(QUICK * 2 ** tries, 4 * SLOW) : QUICK);

// While anything is on its way, the page says so.
function work(more) {
  busy += more;
  document.body.toggleAttribute("data-busy", busy > 0);
}

// Say what waits, and why; `static/ahead.js` marks it.
function tell() {
  const taps = kept();
  const late = taps.some(({ key }) => Date.now() - time(key) > LEASE);
  globalThis.mark?.();
  const bar = document.getElementById("offline");
  if (!bar) return;
  is.out = taps.some((tap) => out.has(table(tap)));
  is.some = taps.length > 0;
  bar.hidden = !(is.gone || is.ill || is.between || is.out || late || (is.some && (is.full || !sending)));
  for (const one of bar.querySelectorAll("[data-if]")) one.hidden = !is[one.dataset.if];
  bar.querySelector("b").textContent = taps.length;
}

// Ask the server and read the whole answer; null when it is to be asked again: the network or the server is gone, or
// something else answered, such as a hotel's page before its network. The app's own answer names what it answers.
async function fetched(url, how = {}) {
  const Op = how.body?.get("op") || "page";
  const redirect = how.body ? "manual" : "follow";
  let got = {};
  try {
    const answer = await fetch(url, { ...how, redirect, headers: { ...how.headers, Op }, signal: AbortSignal.timeout?.(15000) });
    got = { answer, html: await answer.text() };
  } catch {}
  const { answer } = got;
  is.gone = !answer;
  is.ill = answer?.status >= 500;
  is.fault = answer?.status === 500;
  is.between = !is.gone && !is.ill && answer.headers.get("Op") !== Op;
  tell();
  return is.gone || is.ill || is.between || [408, 425, 429].includes(answer.status) ? null : got;
}

async function post(tap) {
  claim(tap);
  sending = tap.key;
  tell();
  const again = setInterval(() => claim(tap), LEASE / 2);
  const got = await fetched(tap.url, { method: "POST", body: new URLSearchParams(tap.body) });
  clearInterval(again);
  return got;
}

// Send the taps in order; the page is put in place when the last one is answered. A refusal is shown at once, and
// the taps behind it wait until somebody taps again; those for a table that lets this phone in no more wait for it.
async function sendAll() {
  const next = () => kept().find((tap) => !out.has(table(tap)));
  let tries = 0;
  for (let tap = next(); tap; tap = next()) {
    if (!mine.has(tap.key) && tap.until > Date.now()) {
      await sleep(200);
      continue;
    }
    const got = await post(tap);
    if (!got) {
      await rest(tries++);
      continue;
    }
    tries = 0;
    const { status, headers } = got.answer;
    const token = status === 400 && !tap.again && /csrf_token"? value="?([^\s">]+)/.exec(got.html)?.[1];
    if (token) {
      // The visit in which it was tapped is over; the tap is not.
      const body = new URLSearchParams(tap.body);
      body.set("csrf_token", token);
      keep({ ...tap, body: body.toString(), again: true });
      continue;
    }
    if (status === 403 || status === 404) {
      out.add(table(tap));
      continue;
    }
    drop(tap);
    const to = headers.get("Location");
    if (!to) {
      await show(got, "");
      break;
    }
    for (; !next() && tap.from === location.pathname; await rest(tries++)) {
      const page = await fetched(to);
      if (!page) continue;
      const { url } = page.answer;
      if (new URL(url).pathname === location.pathname) show(page, url + location.hash);
      else location.assign(url);
      break;
    }
  }
}

async function send() {
  if (sending) return;
  sending = "any";
  work(1);
  try {
    await sendAll();
  } finally {
    sending = "";
    work(-1);
    tell();
  }
}

// One failure stops nothing behind it.
const inTurn = (next) => void (asked = asked.then(next, next));

// What writes no line is asked one after the other until it is answered, each with the form as the answer before has
// left it. What the server fails at each time is let go of, so that what was tapped after it is asked.
function ask(form, button, url, get) {
  // What is typed on is the next name, also while an earlier one is still on its way.
  const field = (button?.value === "add" && form.elements.name) || {};
  const typed = field.value;
  field.value = "";
  // The button may be gone by then; what was tapped is not.
  const { name, value } = button || {};
  inTurn(async () => {
    const body = form && new URLSearchParams(new FormData(form));
    if (name) body.set(name, value);
    if (typed) body.set("name", typed);
    if (get && form) url.search = body;
    let got;
    let faults = 0;
    work(1);
    for (let tries = 0; !(got = await fetched(url, get ? {} : { method: "POST", body })); await rest(tries++)) {
      if (is.fault && ++faults === TRIES) break;
    }
    work(-1);
    if (!got) {
      if (typed) field.value ||= typed;
      return;
    }
    const to = got.answer.headers.get("Location");
    if (to) location.assign(to);
    else await show(got, get ? got.answer.url + location.hash : "");
    if (url.hash) document.querySelector(url.hash)?.scrollIntoView({ block: "nearest" });
  });
}
// The next number to type, or whose cards are shown, without a page that begins at its head. The way on is what stands
// there once what was typed is answered: then it writes that.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".pad a,.painters a,a.primary[href^='./?']");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const go = (on) => (on.form ? on.form.requestSubmit(on) : ask(null, null, new URL(on.href), true));
  link.matches(".primary") ? inTurn(() => go(document.querySelector(".dock .primary"))) : go(link);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
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
    if (url.hash && !document.querySelector(url.hash)?.contains(button)) location.hash = url.hash;
    else if (url.hash) history.replaceState(null, "", url.hash);
    const now = Math.max(Date.now(), 1 + time(kept().at(-1)?.key || "tap:0"));
    claim({ key: `tap:${now}:${op}`, url: url.href, body: body.toString(), from: location.pathname });
    send();
    tell();
  });
});

// Whoever opens the next page may send what this one leaves behind.
addEventListener("pagehide", () => kept().forEach((tap) => mine.has(tap.key) && claim(tap, 0)));
addEventListener("pageshow", send);
addEventListener("online", send);
tell();

// What puts an answer in place, `static/show.js`, comes after the page with other files; until then the newest answer
// waits for it, and what is asked next waits for that.
let answered;
let placed;
const there = new Promise((done) => (placed = done));
let show = (...answer) => {
  if (!answered) work(1);
  answered = answer;
  return there;
};
function more(src) {
  const onerror = () => setTimeout(more, QUICK, src);
  document.head.append(Object.assign(document.createElement("script"), { src, onerror }));
}
for (const src of document.currentScript.dataset.then.split(" ")) addEventListener("load", () => more(src));
