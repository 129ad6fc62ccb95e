// Updates the page in place from a response.

import { work } from "./busy.js";
import { changed, dropContained, newKey } from "./taps.js";

// What can be tapped or typed into.
export const CONTROLS = "a,button,input,summary";

// Turn a node into another one, and keep what need not change, so that focus, touches and unsaved remarks survive.
// Parts without controls are replaced. Nodes with an id are matched by it.
const named = (one, where) => one?.id && where.find(({ id }) => id === one.id);
// Fields of the answered form: choices made since then are kept.
let formSent;
function become(old, fresh) {
  // The notice of waiting taps belongs to `notice.js`.
  if (old.isEqualNode(fresh) || old.id === "offline") return;
  const element = old.nodeType === Node.ELEMENT_NODE && old.nodeName === fresh.nodeName;
  const words = element && !old.closest(`${CONTROLS},#said,#offline`) && !old.querySelector(`${CONTROLS},#said`);
  const said = element && (/^(notice (?!off)|said|top|turns)/.test(old.className) || old.id === "says");
  if (!element || words || said || (/^(P|B|BDI|SPAN|SMALL)$/.test(old.nodeName) && !old.id && !old.querySelector("input")))
    return old.replaceWith(fresh);
  // A choice that belongs to no form was never sent, so no answer is about it.
  const asSent = old.type === "radio" && old.form && formSent && old.checked === (formSent.get(old.name) === old.value);
  const untouched = old.name === "words" && old.getAttribute("value") === fresh.getAttribute("value");
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" && !(old === document.activeElement && old.value) && !untouched) old.value = fresh.getAttribute("value") || "";
  if (asSent) old.checked = fresh.hasAttribute("checked");
  const others = [...fresh.childNodes];
  const left = [...old.childNodes];
  for (const other of others) {
    if (named(other, left)) while (left[0].id !== other.id) left.shift().remove();
    else if (named(left[0], others)) {
      left[0].before(other);
      continue;
    }
    const child = left.shift();
    child ? become(child, other) : old.append(other);
  }
  for (const child of left) child.remove();
}

// If the focused button is gone, focus what is in its place.
function refocus(left, value, around) {
  const drawn = (one) => one.getClientRects().length > 0;
  if (left.isConnected && !left.disabled && drawn(left)) return;
  const free = (place) => [...place.querySelectorAll("button:not(:disabled, [tabindex]), a[href]")].filter(drawn);
  const place = around.find((one) => one.isConnected && free(one).length);
  if (!place) return;
  const same = value && free(place).find((one) => one.value === value);
  (same || free(place)[0]).focus({ preventScroll: true });
}

// Style sheets of browser extensions are left alone.
const sheets = (where) => [...where.querySelectorAll("link[rel=stylesheet][href^='/static/']")];
// Use the style sheets of the next page, in its order. Those of the old page stay until the new ones are loaded.
function dress(page) {
  const wanted = sheets(page).map((link) => link.getAttribute("href"));
  const loading = [];
  let before = null;
  for (const href of wanted) {
    let link = sheets(document).find((one) => one.getAttribute("href") === href);
    if (!link) {
      link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
      loading.push(new Promise((done) => (link.onload = link.onerror = done)));
      before ? before.after(link) : document.head.append(link);
    } else (link.sheet || link).disabled = false;
    before = link;
  }
  // Another page may have been shown meanwhile: then its own call decides.
  dressed = wanted;
  Promise.all(loading).then(() => {
    if (dressed !== wanted) return;
    for (const link of sheets(document)) (link.sheet || link).disabled = !wanted.includes(link.getAttribute("href"));
  });
}
let dressed;

// Run after a page was shown.
const listeners = [];
export const onShow = (listener) => listeners.push(listener);

// Many phones share a page that nobody has asked for, so its forms get a key and a token of this phone.
function own(page) {
  const token = document.querySelector("[name=csrf_token]")?.value ?? "";
  for (const field of page.querySelectorAll("[name=csrf_token]")) field.setAttribute("value", token);
  for (const field of page.querySelectorAll("[name=op]")) field.setAttribute("value", newKey());
}

// Show a response at `url`, if it is given. `body` is the form that it answers. `quietly`: nobody has asked for it here.
export function show({ answer, html, body, requested }, url, quietly) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const left = document.activeElement || document.body;
  const { value } = left;
  const around = [];
  for (let one = left.parentElement; one; one = one.parentElement) around.push(one);
  const open = [...document.querySelectorAll("details[open]")].map((one) => (one.id ? `#${one.id}` : `.${[...one.classList].join(".")}`));
  const shut = document.querySelector("details.worked:not([open])");
  if (quietly) own(page);
  dress(page);
  const called = "turn" in document.body.dataset;
  const laying = document.body.classList.contains("laying");
  formSent = body;
  become(document.body, page.body);
  document.title = page.title;
  if (!called && "turn" in document.body.dataset) call();
  // Once all cards are laid out, the game begins, and those cards stand at the top.
  if (laying && !document.body.classList.contains("laying")) scrollTo(0, 0);
  refocus(left, value, around);
  for (const name of open) document.querySelector(`details${name}:not(.bar *)`)?.setAttribute("open", "");
  if (shut) document.querySelector("details.worked")?.removeAttribute("open");
  if (url) history.replaceState(null, "", url);
  // A refusal stays until it is answered.
  if (!answer.ok && !quietly) delete document.body.dataset.live;
  if (!quietly) {
    // Do not move the focus away from another field.
    if (!left.isConnected || left.nodeName !== "INPUT") document.querySelector("[autofocus]")?.focus({ preventScroll: true });
    if (!left.closest(".pad")) document.querySelector(".pad [aria-current]")?.scrollIntoView({ block: "nearest" });
  }
  dropContained(requested);
  work(0);
  changed();
  for (const listener of listeners) listener();
}

// Most tables have no clock, so its script is loaded with the first one.
const count = () => document.querySelector("[data-at]") && import("./clock.js");
onShow(count);
count();

// Alert the player, whose turn it is and who wants that. Browsers allow a sound only after a tap, so taps make it ready.
let sound;
document.addEventListener("click", () => {
  if (!("alerts" in document.body.dataset)) return;
  sound ??= new AudioContext();
  sound.resume();
});
function call() {
  navigator.vibrate?.(200);
  if (!sound) return;
  const tone = sound.createOscillator();
  tone.connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.2);
}

const MENUS = ".bar details, details.share";
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(MENUS)) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

// A phone’s back closes an open menu instead of leaving the page, where the browser offers that, and so does Escape.
const watchers = new WeakMap();
document.addEventListener(
  "toggle",
  ({ target: menu }) => {
    if (!window.CloseWatcher || !menu.matches(MENUS)) return;
    watchers.get(menu)?.destroy();
    if (!menu.open) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => (menu.open = false);
    watchers.set(menu, watcher);
  },
  true,
);

// “‹” to the page before leads to its place there, too.
const pages = history.length;
document.addEventListener("click", (event) => {
  const back = event.target.closest?.("a.tool[rel=noreferrer]");
  if (!back || back.href !== document.referrer || history.length !== pages) return;
  event.preventDefault();
  history.back();
});

// Screen readers only announce changes, not a text that was loaded.
const said = document.getElementById("said");
const words = said.textContent;
if (words) {
  said.textContent = "";
  setTimeout(() => (said.textContent ||= words), 200);
}
