"use strict";
// The pages work without this file. With it a tap does not load a page anew: it is kept on this phone, sent, and
// what the server answers is put in place. Rules are never worked out here.

const KEPT = "taps";
const RETRY = 2000;
let sending = false;
let asked = Promise.resolve();

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || [];
  } catch {
    return [];
  }
}
const keep = (taps) => localStorage.setItem(KEPT, JSON.stringify(taps));
const number = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Make one node like another, keeping what need not change: focus, the finger, and a remark that is typed and not kept
// yet stay where they are.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) return void (old.nodeValue = fresh.nodeValue);
  const untouched = old.name === "words" && old.getAttribute("value") === fresh.getAttribute("value");
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" && old !== document.activeElement && !untouched) old.value = fresh.getAttribute("value") || "";
  const others = [...fresh.childNodes];
  const children = [...old.childNodes];
  children.slice(others.length).forEach((child) => child.remove());
  others.forEach((other, index) => (children[index] ? become(children[index], other) : old.append(other)));
}

function show({ html }, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const open = [...document.querySelectorAll("details[open]")].map((one) => one.className);
  become(document.body, page.body);
  document.title = page.title;
  for (const name of open) document.querySelector(`details.${name}:not(.more)`)?.setAttribute("open", "");
  if (url) history.replaceState(null, "", url);
  document.querySelector("[autofocus]")?.focus();
  document.querySelector(".pad [aria-current]")?.scrollIntoView({ block: "nearest" });
  watch();
}

function offline(gone) {
  document.getElementById("offline")?.remove();
  const bar = gone && document.getElementById("offline-bar")?.content.firstElementChild.cloneNode(true);
  if (!bar) return;
  bar.querySelector("[data-count]").textContent = kept().length;
  document.querySelector(".bar")?.after(bar);
}

// Ask the server and read the whole answer; null when the network or the server is gone.
async function fetched(url, how) {
  try {
    const answer = await fetch(url, how);
    const html = await answer.text();
    // What was redirected has been counted, even if the page after it failed.
    return answer.status >= 500 && !answer.redirected ? null : { answer, html };
  } catch {
    return null;
  }
}

// Send the taps in order; the page is put in place when the last one is answered. A refusal is shown at once, and
// the taps behind it wait until somebody taps again.
async function send() {
  if (sending) return;
  sending = true;
  document.body.dataset.busy = "";
  try {
    for (let taps = kept(); taps.length; taps = kept()) {
      const [tap] = taps;
      const got = await fetched(tap.url, { method: "POST", body: new URLSearchParams(tap.body) });
      offline(!got);
      if (!got) {
        await new Promise((wake) => setTimeout(wake, RETRY));
        continue;
      }
      keep(kept().filter((other) => other.body !== tap.body));
      if (!got.answer.ok) {
        show(got, "");
        break;
      }
      if (kept().length || tap.from !== location.pathname) continue;
      if (new URL(got.answer.url).pathname === location.pathname) show(got, got.answer.url + location.hash);
      else location.assign(got.answer.url);
    }
  } finally {
    sending = false;
    delete document.body.dataset.busy;
  }
}

// What writes no line is asked one after the other, each with the form as the answer before has left it.
function ask(form, button, url, method) {
  asked = asked.then(async () => {
    document.body.dataset.busy = "";
    const body = new URLSearchParams(new FormData(form, button));
    if (method === "get") url.search = body;
    const got = await fetched(url, method === "get" ? {} : { method: "POST", body });
    delete document.body.dataset.busy;
    offline(!got);
    if (!got) return;
    if (method === "post" && got.answer.redirected) location.assign(got.answer.url);
    else show(got, method === "get" ? got.answer.url + location.hash : "");
    if (url.hash) document.querySelector(url.hash)?.scrollIntoView({ block: "nearest" });
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  if (!url.pathname.endsWith("/write")) return ask(form, button, url, form.method);
  // What is still being asked, such as the last digit, belongs to the tap.
  asked = asked.then(() => {
    const body = new URLSearchParams(new FormData(form, button));
    body.set("op", number());
    if (url.hash) location.hash = url.hash;
    keep([...kept(), { url: url.href, body: body.toString(), from: location.pathname }]);
    send();
  });
});

// The strip shows which section is on the screen.
let sight;
function watch() {
  sight?.disconnect();
  const links = new Map([...document.querySelectorAll(".strip a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  if (!links.size) return;
  sight = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        const link = links.get(target.id.split("-")[0]) || links.get(target.id);
        if (!isIntersecting || !link) continue;
        for (const other of links.values()) other.removeAttribute("aria-current");
        link.setAttribute("aria-current", "true");
      }
    },
    { rootMargin: "-45% 0px -50% 0px" },
  );
  document.querySelectorAll("form.ask").forEach((section) => sight.observe(section));
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
addEventListener("online", send);
watch();
send();
