"use strict";
// What the server answers is put in place of the page that stands there. It comes after the page: to show that, and to
// keep a tap, takes `static/app.js` alone.

// Make one node like another, keeping what need not change: focus, the finger, and a remark that is typed and not kept
// yet stay where they are. What takes no taps is put in the place of the old, and what has a name is found by it.
const named = (one, where) => one?.id && where.find(({ id }) => id === one.id);
// What was sent of a form that is answered: what is chosen since stays, all else is as the answer has it.
let formSent;
function become(old, fresh) {
  // What waits says `static/send.js`, whatever page stands there.
  if (old.isEqualNode(fresh) || old.id === "offline") return;
  const element = old.nodeType === Node.ELEMENT_NODE && old.nodeName === fresh.nodeName;
  const words = element && !old.closest(`${taps},#said,#offline`) && !old.querySelector(`${taps},#said`);
  const said = element && (/^(notice (?!off)|said|top|turns)/.test(old.className) || old.id === "says");
  if (!element || words || said || (/^(P|B|BDI|SPAN|SMALL)$/.test(old.nodeName) && !old.id && !old.querySelector("input")))
    return old.replaceWith(fresh);
  const asSent = old.type === "radio" && formSent && old.checked === (formSent.get(old.name) === old.value);
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

// Whoever was on a button that is there no more goes on with what stands in its place.
function refocus(left, value, around) {
  const drawn = (one) => one.getClientRects().length > 0;
  if (left.isConnected && !left.disabled && drawn(left)) return;
  const free = (place) => [...place.querySelectorAll("button:not(:disabled, [tabindex]), a[href]")].filter(drawn);
  const place = around.find((one) => one.isConnected && free(one).length);
  if (!place) return;
  const same = value && free(place).find((one) => one.value === value);
  (same || free(place)[0]).focus({ preventScroll: true });
}

// What else a browser brings to the page, such as a style of an extension, is left alone.
const links = (where) => [...where.querySelectorAll("link[rel=stylesheet][href^='/static/']")];
// A link may bring several sheets, as `app+entry.css` does.
function brought(link) {
  const [, names, version] = /([^/]*)\.css(.*)/.exec(link.href);
  return names.split("+").map((name) => name + version);
}
// The sheets of the page that stands there. Each is had once, of the first link that brings no other with it; what the
// page before had alone is taken off at the end.
let worn;
function wear(end) {
  const had = new Set();
  for (const link of links(document)) {
    const own = brought(link);
    const on = own.every((one) => worn.includes(one)) && !own.every((one) => had.has(one));
    if (on) own.forEach((one) => had.add(one));
    if (on || end) (link.sheet || link).disabled = !on;
  }
  return had;
}
function dress(page) {
  worn = links(page).flatMap(brought);
  const had = wear(false);
  const come = links(page).filter((link) => !brought(link).every((one) => had.has(one))).map((link) => {
    const fresh = link.cloneNode();
    document.head.append(fresh);
    return new Promise((done) => (fresh.onload = fresh.onerror = done));
  });
  Promise.all(come).then(() => wear(true));
}

show = ({ answer, html, body, asked }, url, quietly) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const left = document.activeElement || document.body;
  const { value } = left;
  const around = [];
  for (let one = left.parentElement; one; one = one.parentElement) around.push(one);
  const open = [...document.querySelectorAll("details[open]")].map((one) => one.className);
  const shut = document.querySelector("details.worked:not([open])");
  dress(page);
  const called = "turn" in document.body.dataset;
  formSent = body;
  become(document.body, page.body);
  document.title = page.title;
  if (!called && "turn" in document.body.dataset) call();
  refocus(left, value, around);
  for (const name of open) document.querySelector(`details.${name}:not(.more)`)?.setAttribute("open", "");
  if (shut) document.querySelector("details.worked")?.removeAttribute("open");
  if (url) history.replaceState(null, "", url);
  // What a tap is refused with stays until it is answered.
  if (!answer.ok && !quietly) delete document.body.dataset.live;
  if (!quietly) {
    // Whoever is in another field goes on there.
    if (!left.isConnected || left.nodeName !== "INPUT") document.querySelector("[autofocus]")?.focus({ preventScroll: true });
    if (!left.closest(".pad")) document.querySelector(".pad [aria-current]")?.scrollIntoView({ block: "nearest" });
  }
  contained(asked);
  work(0);
  snap();
  watch();
  tell();
  globalThis.follow?.();
};

// It is the turn of whoever holds this phone, and they wish to be called.
function call() {
  navigator.vibrate?.(200);
  const heard = new AudioContext();
  const tone = heard.createOscillator();
  tone.connect(heard.destination);
  tone.start();
  tone.stop(heard.currentTime + 0.2);
}

// A page rests at the head of a section only where every section fits on the screen. To begin with that moves the page, so
// it is begun before anything is tapped, and where the screen is turned.
function snap(begin) {
  const asked = [...document.querySelectorAll(".rows .ask")];
  const fit = asked.every((one) => one.offsetHeight <= parseFloat(getComputedStyle(one).minHeight) + 1);
  const { classList } = document.documentElement;
  classList.toggle("snaps", asked.length > 0 && fit && (begin || classList.contains("snaps")));
}
addEventListener("resize", () => snap(true));
snap(true);

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
  document.querySelectorAll("form.ask,form.own").forEach((section) => sight.observe(section));
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.more[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
watch();

// The next number to type, or whose cards are shown, without a page that begins at its head. The way on is what stands
// there once what was typed is answered: then it writes that.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".pad a,.painters a,a.primary[href^='./?']");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const go = (on) => (on.form ? submit(on.form, on) : ask(null, null, new URL(on.href), true));
  link.matches(".primary") ? inTurn(() => go(document.querySelector(".dock .primary"))) : go(link);
});

// What a page says is read aloud also where it has come as a whole.
const said = document.getElementById("said");
const words = said.textContent;
if (words) {
  said.textContent = "";
  setTimeout(() => (said.textContent ||= words), 200);
}

if (answered) {
  show(...answered);
  work(-1);
}

// What was tapped before all was there is tapped now, one after the other, or what stands in its place. What is counted and not
// shown yet says of no key what it means.
const standing = (one) => {
  if (one.isConnected) return one;
  if (one.matches(".primary")) return document.querySelector(".dock .primary");
  return one.value && document.querySelector(`button[name="${one.name}"][value="${CSS.escape(one.value)}"]`);
};
there.then(async () => {
  for (; early[0]; early.shift()) {
    do await sleep(9);
    while (waiting().some(({ answered }) => answered !== undefined));
    const one = standing(early[0]);
    repeated = true;
    if (one?.matches("form")) submit(one);
    else if (one) one.click();
    else refuse(early[0]);
    repeated = false;
    work(-1);
  }
  missing = 0;
});
