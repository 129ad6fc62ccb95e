// Live updates: the event stream announces a newer line, and the page fetches itself.

import { isBusy } from "./busy.js";
import { QUICK, fetched } from "./network.js";
import { lostTables, send, table } from "./outbox.js";
import { CONTROLS, onShow, show } from "./screen.js";

// Milliseconds between two polls of a page without a stream, at most.
const SLOW = 10000;
// Milliseconds of silence after which a stream counts as broken: the server sends something more often.
const DEAF = 40000;
let newest = "0";
let pace = QUICK;
let rung = 0;
let tried = 0;
// When the last news came.
export let news = Date.now();
export let bell;
// Whether the stream has failed and not come back yet.
export let isSilent = false;
let held, asking, timer;
// Milliseconds in which a finger on its way cannot react to a change.
const MOMENT = 500;

const shown = () => document.body.dataset.live;
// Number and time of a line are compared as one decimal number, such as 17.482131.
const later = () => newest - shown() > 0;
const here = () => location.href.split("#")[0];

// A page in use is never replaced under the finger.
const entering = () =>
  held ||
  isBusy() ||
  document.querySelector(".bar details[open], input:not([type=hidden]):focus") ||
  [...document.querySelectorAll("input:not([type=hidden])")].some((one) => one.value !== one.defaultValue);

function listen() {
  bell?.close();
  bell = new EventSource(location.pathname.split("/", 3).join("/") + "/bell");
  tried = rung = Date.now();
  bell.onopen = () => {
    // When the players of a finished table play again, no line tells of it, but its streams end.
    if (isSilent && "over" in document.body.dataset) refresh(true);
    isSilent = false;
  };
  bell.onerror = () => (isSilent = true);
  bell.onmessage = ({ data }) => {
    rung = news = Date.now();
    newest = data;
    if (later()) look();
    // A backup was restored, or a notification came late.
    else if (live() && data !== shown()) refresh();
  };
  // Another page of this browser has the stream now.
  bell.addEventListener("moved", () => {
    bell.close();
    tried = Infinity;
  });
}

// Rows of a group page come and go. For a moment afterwards, taps on what has moved are ignored.
let stood = new Map();
let settled = 0;
const taken = (one) => one.href || one.name + one.value;
const level = (one) => Math.round(one.getBoundingClientRect().top);
function stand() {
  stood = new Map([...document.querySelectorAll(CONTROLS)].map((one) => [taken(one), level(one)]));
  settled = Date.now() + MOMENT;
}
document.addEventListener(
  "click",
  (event) => {
    const one = event.target.closest(CONTROLS);
    if (!one || Date.now() > settled || Math.abs(stood.get(taken(one)) - level(one)) < 8) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// Fetch this page and show it. With `always`, also while its table has no newer line.
export async function refresh(always) {
  if (asking || entering()) return;
  const at = here();
  const Seen = shown();
  asking = true;
  const got = await fetched(at, { headers: always ? {} : { Seen } });
  asking = false;
  if (!got) return;
  news = Date.now();
  // The response to a tap may be newer than this one.
  if (got.answer.status === 204 || here() !== at || entering() || shown() !== Seen) return;
  pace = QUICK;
  // Access to the table is back: send its waiting taps.
  if (got.answer.ok && lostTables.delete(table({ url: at }))) send();
  if (got.answer.redirected) location.replace(got.answer.url);
  else {
    if (at.includes("/g/")) stand();
    show(got, "", true);
  }
}

// Look for news: when notified, and by polling without a stream.
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

// Open the stream on a live page, and close it on any other.
function follow(wait = pace) {
  clearTimeout(timer);
  if (!live()) return void (bell = bell?.close());
  if (!bell) listen();
  timer = setTimeout(look, wait);
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
onShow(follow);
follow();
// If this fails, the next page tries again.
navigator.serviceWorker?.register("/static/worker.js", { scope: "/" }).catch(() => null);
