"use strict";
// The outbox: sends stored taps in order until they are answered, and says what is waiting. Loaded after the page,
// because `static/app.js` alone can store a tap.

// How often a request that writes no line is tried if the server fails on it.
const TRIES = 3;
// Milliseconds between two tries, at most.
const LONGEST = 40000;
// Tables to which this phone has lost access. Their taps stay stored, but do not hold up those of other tables.
const out = new Set();
let soon;

// Messages by reason. The server inserts them in the reader's language (web/http/assets.py).
const WAITING = {};

const table = (tap) => new URL(tap.url).pathname.split("/", 3).join("/");
const sleep = (time) => new Promise((wake) => setTimeout(wake, time));
// Exponential back-off for a server that keeps failing.
const rest = (tries) => sleep(is.ill ? Math.min(QUICK * 2 ** tries, LONGEST) : QUICK);

// Show what waits, and why; `static/ahead.js` marks it.
tell = () => {
  const taps = unsent();
  const late = taps.some(({ key }) => Date.now() - time(key) > LEASE);
  // An error in the preview must not stop sending.
  try {
    globalThis.mark?.();
  } catch (wrong) {
    console.error(wrong);
  }
  const bar = document.getElementById("offline");
  if (!bar) return;
  if (!bar.firstChild) {
    bar.innerHTML = "<i class=i-offline></i><p></p>";
    for (const [why, said] of Object.entries(WAITING)) {
      const one = Object.assign(document.createElement("span"), { textContent: `${said} ` });
      one.dataset.if = why;
      bar.lastChild.append(one);
    }
    bar.querySelector("[data-if=some]").append(document.createElement("b"));
  }
  is.out = taps.some((tap) => out.has(table(tap)));
  is.some = taps.length > 0 && (!is.soon || is.gone || is.ill || is.between || late);
  clearTimeout(soon);
  if (Date.now() - is.soon >= LEASE) is.soon = 0;
  if (is.soon) soon = setTimeout(tell, LEASE);
  bar.hidden = !(is.gone || is.ill || is.between || is.out || is.soon || late || (is.some && (is.full || !sending)));
  for (const one of bar.querySelectorAll("[data-if]")) one.hidden = !is[one.dataset.if];
  bar.querySelector("b").textContent = taps.length;
};

// Fetch a whole response. Null if it must be retried: no network, no server, or not the app’s response, as from a
// hotel’s sign-in page. The app repeats the `Op` header of a request.
async function fetched(url, how = {}) {
  const Op = how.body?.get("op") || "page";
  const redirect = how.body ? "manual" : "follow";
  let got = {};
  const asked = ++moment;
  try {
    const answer = await fetch(url, { ...how, redirect, headers: { ...how.headers, Op }, signal: AbortSignal.timeout?.(15000) });
    got = { answer, html: await answer.text(), asked };
  } catch {}
  await lifted();
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

// Send the taps in order, then load a page that contains them. A refusal is shown immediately, and later taps wait
// for the next tap. Taps for a table without access wait until it is back.
async function sendAll() {
  const next = () => unsent().find((tap) => !out.has(table(tap)));
  let tries = 0;
  for (;;) {
    const tap = next();
    if (!tap) {
      const done = waiting().filter((one) => one.answered !== undefined).at(-1);
      if (!done) break;
      if (!ready) {
        await sleep(50);
        continue;
      }
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
    const { status, headers } = got.answer;
    const token = status === 400 && !tap.again && /csrf_token"? value="?([^\s">]+)/.exec(got.html)?.[1];
    if (token) {
      // The session has expired, so it is sent with a new token.
      const body = new URLSearchParams(tap.body);
      body.set("csrf_token", token);
      keep({ ...tap, body: body.toString(), again: true });
      continue;
    }
    if (status === 403 || status === 404) {
      out.add(table(tap));
      continue;
    }
    const to = headers.get("Location");
    if (!to) {
      drop(tap);
      await show(got, "");
      break;
    }
    answer(tap, to);
  }
  // Taps of other pages need no preview here.
  for (const tap of kept()) if (tap.done && tap.from !== location.pathname) drop(tap);
}

// The server has recorded a tap and says where to go on.
function answer(tap, to) {
  if (tap.from !== location.pathname) return drop(tap);
  const one = pending.get(tap.key);
  if (one) one.answered = ++moment;
  claim({ ...tap, done: to });
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
  if (new URL(url).pathname === location.pathname) await show(page, url.split("#")[0] + location.hash);
  else {
    contained(page.asked);
    location.assign(url);
  }
  return true;
}

send = async () => {
  // A refusal stays until it is answered, and what was tapped after it waits.
  if (sending || (refused() && undecided())) return;
  sending = "any";
  work(1);
  try {
    await sendAll();
  } finally {
    sending = "";
    work(-1);
    tell();
  }
};

// A request that fails several times is dropped, so that it does not block later ones.
asks = async ({ form, name, value, typed, field, url, get }) => {
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
  got.body = body;
  if (to) location.assign(to);
  else await show(got, get ? got.answer.url + location.hash : "");
  if (url.hash) document.querySelector(url.hash)?.scrollIntoView({ block: "nearest" });
};

// Until `static/show.js` is loaded, keep the newest response; later requests wait for it.
show ||= (...answer) => {
  if (!answered) work(1);
  answered = answer;
  return there;
};
addEventListener("pageshow", send);
addEventListener("online", send);
tell();
send();
