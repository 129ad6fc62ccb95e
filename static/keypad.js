// The app’s keypad while responses are pending: digits are displayed immediately, marked as waiting. Only the server
// decides on the resulting number. Each key belongs to the box that was current when it was tapped.

import { inTurn, work } from "./busy.js";
import { refuse } from "./finger.js";
import { QUICK, fetched, sleep } from "./network.js";
import { isSending, lostTables, submit, table } from "./outbox.js";
import { show } from "./screen.js";
import { changed, onChange, pendingTaps } from "./taps.js";

// The links to other boxes, or buttons that first write the current number.
const GOES = ":is(.pad,.strip) :is([href^='./?at='],[formaction*='/write?at='])";
const place = "typed:" + location.pathname;
const queue = brought();
let drawn = false;
let going = false;
let passing = false;

const form = () => document.getElementById("typing");
const field = () => form()?.elements.at.value;
const turns = () => JSON.parse(form()?.dataset.turns || "[]");
const last = () => queue.at(-1);
const spot = (one) => new URL(one.formAction || one.href).searchParams.get("at");
const way = (at, where = ".pad,.strip") =>
  [...document.querySelectorAll(GOES)].find((one) => spot(one) === at && one.closest(where));
const cell = (at) => way(at, ".pad");

// A reloaded page continues with waiting keys. If another phone has written meanwhile, going on is dropped, so that
// its entry is not overwritten unseen.
function brought() {
  try {
    const { seen, waits } = JSON.parse(sessionStorage.getItem(place)) || { waits: [] };
    const end = waits.findIndex(({ keys }) => !keys);
    return seen === document.body.dataset.live || end < 0 ? waits : waits.slice(0, end);
  } catch {
    return [];
  }
}
function store() {
  const waits = queue.filter(({ sent, button }) => !sent && !button);
  try {
    if (waits.length) sessionStorage.setItem(place, JSON.stringify({ seen: document.body.dataset.live, waits }));
    else sessionStorage.removeItem(place);
  } catch {}
}

// Return the box that is current after all waiting keys, the label of the primary button, and whether it leads to the
// sheet, which has no arrow. The box is undefined if only the server knows it. Next is the first box without an
// entry, after the last one from the beginning, up to where the user began.
function now() {
  const order = turns();
  let at = field();
  let since = form()?.elements.from.value;
  const told = new Set(order.filter(([, , told]) => told).map(([one]) => one));
  const next = () => {
    const here = order.findIndex(([one]) => one === at);
    const began = order.findIndex(([one]) => one === since);
    const ahead = began > here ? order.slice(here + 1, began) : [...order.slice(here + 1), ...order.slice(0, Math.max(began, 0))];
    return ahead.find(([one]) => !told.has(one));
  };
  for (const { keys, on, to } of queue) {
    if (keys) told.add(to);
    else if (to) at = since = to;
    else if (on === at) at = next()?.[0];
  }
  if (!order.some(([one]) => one === at)) return [at];
  const [, label] = next() || [];
  return label ? [at, label] : [at, ...JSON.parse(form().dataset.beyond)];
}

function typed(text, key) {
  if (key === "del") return text.slice(0, -1);
  if (key !== "neg") return text + key;
  return text.replace(/([+-]?)(\d*)$/, (all, sign, digits, start) => {
    const turned = start ? "+" : "";
    return (sign === "-" ? turned : "-") + digits;
  });
}
function write(where, text) {
  const said = text.replace(/(?!^)([+-])/g, " $1 ").replaceAll("-", "\u2212").trim();
  const sum = /.[+-]/.test(text);
  const small = document.createElement("small");
  small.textContent = `${said} =`;
  leave(where);
  (where.querySelector("b") || where).replaceChildren(...(sum ? [small, "…"] : [said || "–"]));
  where.classList.add("waits");
}
// Keep what the last response rendered.
function leave(one) {
  one.dataset.drawn ??= one.innerHTML;
}
function restore() {
  for (const one of document.querySelectorAll("[data-drawn]")) {
    one.innerHTML = one.dataset.drawn;
    delete one.dataset.drawn;
  }
}
function mark(at) {
  const { typed } = form().elements;
  for (const one of document.querySelectorAll(".pad [aria-current]")) one.removeAttribute("aria-current");
  const how = at === field() && !queue.some(({ to }) => to === at) && typed.disabled ? "step" : "true";
  cell(at)?.setAttribute("aria-current", how);
}

onChange(() => {
  if (!form() || !(queue.length || drawn)) return;
  drawn = queue.length > 0;
  restore();
  const here = field();
  const waits = new Map();
  for (const { keys, to } of queue) if (keys) waits.set(to, [...(waits.get(to) || []), ...keys]);
  for (const [at, keys] of waits) {
    const { value, disabled } = form().elements.typed;
    const stays = at === here && !(disabled && /\d/.test(keys[0]));
    if (cell(at)) write(cell(at), keys.reduce(typed, stays ? value : ""));
  }
  const [at, label, sheet] = now();
  mark(at || queue.findLast(({ keys }) => keys)?.to || here);
  if (!at) for (const one of document.querySelectorAll(".keys [name=key]")) still(one);
  const on = document.querySelector(".dock .primary");
  on?.classList.toggle("waits", queue.some((one) => one.on));
  if (label && on) {
    leave(on);
    on.replaceChildren(label, ...(sheet ? [] : on.querySelectorAll("svg")));
  }
  for (const { button } of queue) button?.classList.add("waits");
  // Going on can be undone until it is sent.
  const undo = document.querySelector(".undo[disabled]");
  if (undo && queue.some((one) => one.on && !one.sent)) {
    undo.dataset.off = "";
    undo.disabled = false;
  }
});
function still(one) {
  one.dataset.still = "";
  one.style.opacity = ".4";
}

// Wait until earlier taps are answered and responses are shown.
async function idle() {
  const ours = (tap) => !lostTables.has(table(tap));
  await inTurn(() => {});
  while (isSending() || pendingTaps().some(ours)) await sleep(50);
}
const page = (url) =>
  inTurn(async () => {
    for (;;) {
      const got = await fetched(url);
      if (got) return got;
      await sleep(QUICK);
    }
  });
const refused = () => !form() || !("live" in document.body.dataset);

// The tap is stored before this returns.
function press(button) {
  passing = true;
  submit(button.form, button);
  passing = false;
}
async function type(one) {
  const url = new URL("./", location.href);
  const { length } = one.keys;
  const said = one.to === field() && new FormData(form()).get("typed");
  url.searchParams.set("at", one.to);
  url.searchParams.set("from", one.to === field() ? form().elements.from.value : one.to);
  if (typeof said === "string") url.searchParams.set("typed", said);
  url.searchParams.set("key", one.keys.join(","));
  const got = await page(url);
  one.keys.splice(0, length);
  if (!one.keys.length) queue.shift();
  show(got, got.answer.url + location.hash);
}
async function goTo(one) {
  const there = way(one.to);
  if (!there?.form) return look(one, new URL("./?at=" + one.to, location.href));
  press(there);
  await idle();
  queue.splice(queue.indexOf(one), 1);
}
async function look(one, url) {
  const got = await page(url);
  queue.shift();
  show(got, got.answer.url + location.hash);
}
async function goOn(one) {
  const primary = document.querySelector(".dock .primary");
  if (one.on !== field()) queue.shift();
  else if (primary.disabled) empty();
  else if (primary.form) {
    press(primary);
    one.sent = true;
    await idle();
    queue.splice(queue.indexOf(one), 1);
  } else if (primary.getAttribute("href") === "sheet") {
    queue.length = 0;
    store();
    location.assign(primary.href);
  } else await look(one, primary.href);
}
async function click({ button, value }) {
  queue.shift();
  if (button.isConnected && !button.disabled && (button.value === value || button.matches(".undo"))) press(button);
  else refuse(button);
  await idle();
}
// Keys typed after a number that was refused must not end up in another box.
function empty() {
  const more = queue.length > 1;
  queue.length = 0;
  if (more) refuse(document.querySelector(".dock .primary") || document.body, {});
}
async function go() {
  store();
  changed();
  if (going) return;
  going = true;
  work(1);
  try {
    while (queue.length) {
      const [one] = queue;
      await idle();
      if (one !== queue[0]) continue;
      if (one.keys) await type(one);
      else if (one.on) await goOn(one);
      else if (one.to) await goTo(one);
      else await click(one);
      if (refused()) empty();
      store();
      changed();
    }
  } finally {
    going = false;
    work(-1);
    changed();
  }
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
function push(one) {
  queue.push(one);
  go();
}
// Keys of the keypad. The primary button counts once until a key is typed again.
document.addEventListener(
  "submit",
  (event) => {
    const button = event.submitter;
    if (event.defaultPrevented || passing || !form() || !button || !event.target.matches("[data-tap]")) return;
    const [to] = now();
    if (button.name === "key") {
      stop(event);
      if (!to) return refuse(button);
      // A key for a whole number also goes on.
      if (button.closest(".picks")) {
        queue.push({ to, keys: button.value.split(",") });
        push({ on: to });
      } else if (last()?.keys && last().to === to) {
        last().keys.push(button.value);
        go();
      } else push({ to, keys: [button.value] });
      return;
    }
    if (!queue.length || pendingTaps().length) return;
    stop(event);
    const on = queue.findLastIndex((one) => one.on && !one.sent);
    if (button.matches(".undo") && on >= 0) {
      queue.splice(on);
      go();
    } else push({ button, value: button.value });
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    const one = event.target.closest(`.dock .primary,${GOES}`);
    if (!one || passing || one.disabled || !form() || event.ctrlKey || event.metaKey) return;
    if (one.matches(".primary")) {
      stop(event);
      const [at] = now();
      if (at && !last()?.on) push({ on: at });
      else refuse(one);
    } else if (queue.length || one.closest(".pad")) {
      stop(event);
      if (spot(one) !== now()[0]) push({ to: spot(one) });
    }
  },
  true,
);
if (queue.length) go();
