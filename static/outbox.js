// The outbox: a tap reloads no page. It is stored on this phone before the screen shows it, and sent in order until it
// is answered.

import { inTurn, work } from "./busy.js";
import { refuse } from "./finger.js";
import { connection, fetched, rest, sleep } from "./network.js";
import { show } from "./screen.js";
import * as taps from "./taps.js";

// How often a request that writes no line is tried if the server fails on it.
const TRIES = 3;

// Tables to which this phone has lost access. Their taps stay stored, but do not hold up those of other tables.
export const lostTables = new Set();
// Taps of this page: no other page of this browser sends them while it lives.
const mine = new Set();
// The key of the tap that is being sent, "any" between two taps, "" if nothing is being sent.
let sending = "";
// How often the user has moved to another part of this page, such as the cards of another player.
let moves = 0;
export const moveOn = () => moves++;

export const isSending = (tap) => (tap ? tap.key === sending : sending !== "");
export const table = (tap) => new URL(tap.url).pathname.split("/", 3).join("/");

// The form that enters a refused tap again, if the page asks for that. The refusal stays until it is answered, and what
// was tapped after it waits.
export const refusedForm = () => document.querySelector("[data-again]");
const isUndecided = () => !taps.storedTaps().some(({ key }) => key.endsWith(`:${refusedForm()?.elements.op?.value}`));

// Like a tap on the button. Browsers without requestSubmit need a click.
export function submit(form, button) {
  if (form.requestSubmit) form.requestSubmit(button);
  else (button || form.querySelector("button:not([name=key])")).click();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location);
  if (!url.pathname.endsWith("/write")) ask(form, button, url, form.method === "get");
  // The same move is pending already.
  else if (button?.matches("[name=move].waits")) refuse(button);
  else write(form, button, url);
});

// Store a tap that writes a line, and send it.
export function write(form, button, url) {
  const body = new URLSearchParams(new FormData(form));
  if (button?.name) body.append(button.name, button.value);
  // A refused tap that is entered again has a key of its own, so that a second tap on its button counts once. It is
  // sent before the taps that wait behind it.
  const again = form === refusedForm();
  if (again && !isUndecided()) return;
  const op = again ? body.get("op") : taps.newKey();
  const behind = again && taps.unsentTaps()[0];
  body.set("op", op);
  // A jump to the section of the tapped button would move it under the finger.
  if (url.hash && document.querySelector(url.hash)?.contains(button)) history.replaceState(null, "", url.hash);
  else if (url.hash) {
    location.hash = url.hash;
    if (button?.closest(".block")) arrive();
  }
  const time = behind ? taps.time(behind.key) - 1 : taps.nextTime();
  const { pathname: from, search } = location;
  const tap = { key: `tap:${time}:${op}`, url: url.href, body: body.toString(), from, search };
  taps.addPending({ ...tap, moves });
  claim(tap);
  send();
  taps.changed();
}

// A key that leads on by itself, or an undo that is about another thing afterwards: a second tap at the same point meets
// nothing.
let arriving;
export function arrive() {
  clearTimeout(arriving);
  document.documentElement.dataset.arriving = "";
  arriving = setTimeout(() => delete document.documentElement.dataset.arriving, 600);
}

// Reserve a tap for this page: no other page of this browser sends it before `until`.
function claim(tap, until = Date.now() + taps.LEASE) {
  mine.add(tap.key);
  taps.store({ ...tap, until });
}
// The next page may send at once what this one leaves behind.
addEventListener("pagehide", () => taps.storedTaps().forEach((tap) => mine.has(tap.key) && claim(tap, 0)));

// Drop a tap if it has certainly not been counted. The first unsent one may be counted, with its answer lost.
export function takeBack(tap) {
  if (!mine.has(tap.key) || tap.done || tap.key === taps.unsentTaps()[0].key) return false;
  taps.drop(tap);
  return true;
}

async function post(tap) {
  claim(tap);
  sending = tap.key;
  taps.changed();
  const again = setInterval(() => claim(tap), taps.LEASE / 2);
  const got = await fetched(tap.url, { method: "POST", body: new URLSearchParams(tap.body) });
  clearInterval(again);
  return got;
}

// Send the taps in order, then load a page that contains them. A refusal is shown immediately, and later taps wait
// for the next tap. Taps for a table without access wait until it is back.
async function sendAll() {
  const next = () => taps.unsentTaps().find((tap) => !lostTables.has(table(tap)));
  let tries = 0;
  for (;;) {
    const tap = next();
    if (!tap) {
      const done = taps.pendingTaps().filter(({ answered }) => answered !== undefined).at(-1);
      if (!done) break;
      if (!(await inTurn(() => bring(done, next)))) await rest(tries++);
      continue;
    }
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
    if (!(await receive(tap, got))) break;
  }
  // Taps of other pages need no preview here.
  for (const tap of taps.storedTaps()) if (tap.done && tap.from !== location.pathname) taps.drop(tap);
}

// Note what the answer to a tap means for it. False: it is refused, and that is shown now.
async function receive(tap, { answer, html, requested }) {
  const { status, headers } = answer;
  const to = headers.get("Location");
  const token = status === 400 && !tap.again && /name="csrf_token" value="([^"]+)/.exec(html)?.[1];
  if (token) {
    // The session has expired, so it is sent with a new token.
    const body = new URLSearchParams(tap.body);
    body.set("csrf_token", token);
    taps.store({ ...tap, body: body.toString(), again: true });
  } else if (status === 403 || status === 404) lostTables.add(table(tap));
  else if (!to) {
    taps.drop(tap);
    show({ answer, html, requested }, "");
    return false;
  } else if (tap.from !== location.pathname) taps.drop(tap);
  else {
    taps.markAnswered(tap);
    claim({ ...tap, done: to });
  }
  return true;
}

// Load the page after the newest tap, or the part of the page that the user has moved to meanwhile. False: retry. New taps
// are sent first.
async function bring({ done, from, search, moves: before }, next) {
  if (next()) return true;
  const to = new URL(done || location.href, location);
  const stayed = before === undefined ? search === location.search : before === moves;
  const page = await fetched(stayed || to.pathname !== from ? to.href : location.href);
  if (!page) return false;
  const { url } = page.answer;
  if (new URL(url).pathname === location.pathname) show(page, url.split("#")[0] + location.hash);
  else {
    taps.dropContained(page.requested);
    location.assign(url);
  }
  return true;
}

export async function send() {
  if (isSending() || (refusedForm() && isUndecided())) return;
  sending = "any";
  work(1);
  try {
    await sendAll();
  } finally {
    sending = "";
    work(-1);
    taps.changed();
  }
}
addEventListener("pageshow", send);
addEventListener("online", send);

// Requests that write no line are sent one after the other, each with the form as the response before has left it.
export function ask(form, button, url, get) {
  // The field is emptied at once, so that a name typed before the response is the next one.
  const field = (button?.value === "add" && form.elements.name) || {};
  const typed = field.value;
  field.value = "";
  // Read now, because an earlier response can replace the button.
  const { name, value } = button || {};
  work(1);
  if (get) moves++;
  inTurn(() => {
    work(-1);
    const body = form && new URLSearchParams(new FormData(form));
    if (name) body.set(name, value);
    if (typed) body.set("name", typed);
    if (get && form) url.search = body;
    return request(url, body, get, () => typed && (field.value ||= typed));
  });
}

// A request that fails several times is dropped, so that it does not block later ones.
async function request(url, body, get, giveUp) {
  let got;
  let faults = 0;
  work(1);
  for (let tries = 0; !(got = await fetched(url, get ? {} : { method: "POST", body })); await rest(tries++)) {
    if (connection.fault && ++faults === TRIES) break;
  }
  work(-1);
  if (!got) return giveUp();
  const to = got.answer.headers.get("Location");
  if (to) location.assign(to);
  else show({ ...got, body }, get ? got.answer.url + location.hash : "");
  if (url.hash) document.querySelector(url.hash)?.scrollIntoView({ block: "nearest" });
}

// Go to another number or player without loading a page, which would scroll to its top. The primary button is looked up
// after pending answers, because it then writes what was typed.
export const IN_PLACE = ".pad a,.painters a:not([href^='#']),.deck a.primary[href*='seat='],.entry a.primary[href^='./?']";
document.addEventListener("click", (event) => {
  const link = event.target.closest(IN_PLACE);
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const go = (on) => (on.form ? submit(on.form, on) : ask(null, null, new URL(on.href), true));
  // A second tap on the next player of a deck leads to the same player.
  link.matches(".primary:not(.deck *)") ? inTurn(() => go(document.querySelector(".dock .primary"))) : go(link);
});
