"use strict";
// The pages work without this file. With it a tap does not load a page anew: it is kept on this phone, sent, and
// what the server answers is put in place. Rules are never worked out here.

const KEPT = "taps";
const RETRY = 2000;
let sending = false;

const kept = () => JSON.parse(localStorage.getItem(KEPT) || "[]");
const keep = (taps) => localStorage.setItem(KEPT, JSON.stringify(taps));
const number = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Make one node like another, keeping what need not change: focus and the finger stay where they are.
function become(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) return void (old.nodeValue = fresh.nodeValue);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.nodeName === "INPUT" && old !== document.activeElement) old.value = fresh.getAttribute("value") || "";
  const others = [...fresh.childNodes];
  const children = [...old.childNodes];
  children.slice(others.length).forEach((child) => child.remove());
  others.forEach((other, index) => (children[index] ? become(children[index], other) : old.append(other)));
}

function show(html, url) {
  const page = new DOMParser().parseFromString(html, "text/html");
  become(document.body, page.body);
  document.title = page.title;
  if (url) history.replaceState(null, "", url);
  document.querySelector("[autofocus]")?.focus();
  watch();
}

function offline(waiting) {
  document.getElementById("offline")?.remove();
  if (!waiting) return;
  const bar = document.getElementById("offline-bar")?.content.firstElementChild.cloneNode(true);
  if (!bar) return;
  bar.querySelector("[data-count]").textContent = waiting;
  document.querySelector(".bar").after(bar);
}

// Send the taps in order; the page is put in place when the last one is answered.
async function send() {
  if (sending) return;
  sending = true;
  document.body.dataset.busy = "";
  for (let taps = kept(); taps.length; taps = kept()) {
    const tap = taps[0];
    let answer;
    try {
      answer = await fetch(tap.url, { method: "POST", body: new URLSearchParams(tap.body) });
    } catch {
      answer = null;
    }
    if (!answer || answer.status >= 500) {
      offline(taps.length);
      await new Promise((wake) => setTimeout(wake, RETRY));
      continue;
    }
    keep(kept().filter((other) => other.body !== tap.body));
    offline(0);
    const html = await answer.text();
    const here = new URL(answer.url).pathname === location.pathname;
    if (kept().length) continue;
    if (answer.ok && !here) location.assign(answer.url);
    else show(html, answer.ok && here ? answer.url + location.hash : "");
  }
  sending = false;
  delete document.body.dataset.busy;
}

// What writes no line is asked at once; a question changes the address, so that a reload asks it again.
async function ask(url, how) {
  document.body.dataset.busy = "";
  const answer = await fetch(url, how).catch(() => null);
  delete document.body.dataset.busy;
  if (!answer) return offline(1);
  if (how && answer.redirected) return location.assign(answer.url);
  show(await answer.text(), how ? "" : answer.url + location.hash);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const button = event.submitter;
  const body = new FormData(form, button);
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
  const method = (button?.getAttribute("formmethod") || form.method).toLowerCase();
  if (method === "get") {
    url.search = new URLSearchParams(body);
    return ask(url);
  }
  // A form that is no line yet, such as seating the players.
  if (!url.pathname.endsWith("/write")) return ask(url, { method: "POST", body: new URLSearchParams(body) });
  if (url.hash) location.hash = url.hash;
  body.set("op", number());
  keep([...kept(), { url: url.href, body: new URLSearchParams(body).toString() }]);
  send();
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
