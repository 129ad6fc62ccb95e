"use strict";
// A page that others write on as well: the bell says when there is a newer line, and the page asks for itself.
const SLOW = 10000;
const DEAF = 40000;
let newest = "0";
let pace = QUICK;
let rung = 0;
let tried = 0;
let news = Date.now();
let lock = Promise.resolve();
let bell, held, asking, timer;
// Milliseconds within which a finger that is on its way cannot be called back.
const MOMENT = 500;

const shown = () => document.body.dataset.live;
const later = () => newest - shown() > 0;
const here = () => location.href.split("#")[0];

// What is being tapped, typed or chosen is never replaced under the finger.
const entering = () =>
  held ||
  busy ||
  document.querySelector("details.more[open], input:not([type=hidden]):focus") ||
  [...document.querySelectorAll("input:not([type=hidden])")].some((one) => one.value !== one.defaultValue);

function listen() {
  bell?.close();
  bell = new EventSource(location.pathname.split("/", 3).join("/") + "/bell");
  tried = rung = Date.now();
  bell.onmessage = ({ data }) => {
    rung = news = Date.now();
    newest = data;
    if (later()) look();
    // The journal is an older one now, or a ring came late.
    else if (live() && data !== shown()) refresh();
  };
  // Another page of this browser listens now.
  bell.addEventListener("moved", () => {
    bell.close();
    tried = Infinity;
  });
}

// On a page of a group rows come and go. For a moment after that a tap meets what stood there before, or nothing.
let stood = new Map();
let settled = 0;
const taken = (one) => one.href || one.name + one.value;
const level = (one) => Math.round(one.getBoundingClientRect().top);
function stand() {
  stood = new Map([...document.querySelectorAll(taps)].map((one) => [taken(one), level(one)]));
  settled = Date.now() + MOMENT;
}
document.addEventListener(
  "click",
  (event) => {
    const one = event.target.closest(taps);
    if (!one || Date.now() > settled || Math.abs(stood.get(taken(one)) - level(one)) < 8) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

async function refresh() {
  if (asking || entering()) return;
  const at = here();
  const Seen = shown();
  asking = true;
  await there;
  const got = await fetched(at, { headers: { Seen } });
  asking = false;
  if (!got) return;
  news = Date.now();
  // Such a page is the same for many phones; what belongs to this one alone is filled in here.
  const token = document.querySelector("[name=csrf_token]")?.value;
  got.html = got.html.replaceAll("\ue000", number()).replaceAll("\ue001", token);
  // What a tap has brought meanwhile may be newer than this.
  if (got.answer.status === 204 || here() !== at || entering() || shown() !== Seen) return;
  pace = QUICK;
  // The table may be back: its taps wait for it.
  if (got.answer.ok && out.delete(table({ url: at }))) send();
  if (got.answer.redirected) location.replace(got.answer.url);
  else {
    if (at.includes("/g/")) stand();
    show(got, "", true);
  }
}

// See whether there is anything new: at a ring of the bell, and where it is not heard, again and again.
async function look() {
  clearTimeout(timer);
  if (live()) {
    if (Date.now() - Math.max(tried, rung) > DEAF) listen();
    if (bell?.readyState !== 1 || later()) await refresh();
    pace = Math.min(pace * 1.25, SLOW);
  }
  follow(entering() || later() ? 500 : pace);
}

const live = () => !document.hidden && "live" in document.body.dataset;

// A page that is live listens, whatever was shown before it; every other one is silent.
function follow(wait = pace) {
  clearTimeout(timer);
  stayAwake();
  if (!live()) return void (bell = bell?.close());
  if (!bell) listen();
  timer = setTimeout(look, wait);
}

// One wish after the other, so that no lock is forgotten.
function stayAwake() {
  lock = lock
    .then((had) => {
      if (!("awake" in document.body.dataset)) return had?.release();
      return had?.released === false ? had : navigator.wakeLock?.request("screen");
    })
    .catch(() => null);
}

function wake() {
  pace = QUICK;
  bell = bell?.close();
  follow();
  look();
}

addEventListener("pointerdown", () => {
  held = true;
  pace = QUICK;
});
const release = () => setTimeout(() => (held = false), 300);
addEventListener("pointerup", release);
addEventListener("pointercancel", release);
addEventListener("online", wake);
addEventListener("pagehide", () => bell?.close());
addEventListener("pageshow", (event) => event.persisted && wake());
document.addEventListener("visibilitychange", wake);
follow();
// Where it cannot be had now, the next page tries again.
navigator.serviceWorker?.register("/static/worker.js", { scope: "/" }).catch(() => null);
