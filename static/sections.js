// The entry page shows one section at a time: the one that the address names (`:target` in round.css). This marks it in
// the strip, and names the player below the edge of the screen on the primary button, which then scrolls there.

import { onShow } from "./screen.js";

// Milliseconds in which a second tap on that button never meets the button that replaces it.
const DOUBLE = 600;
let tappedAt = 0;
let again;

const isDrawn = (one) => one.getClientRects().length > 0;
const top = (one) => one.getBoundingClientRect().top;
const bottom = (one) => one.getBoundingClientRect().bottom;

// The section on the screen. Where all are below each other, it is the first one that the strip does not cover.
function shown() {
  const own = [...document.querySelectorAll("form.own")];
  const heading = document.querySelector("#strip, #painters") || document.querySelector(".bar");
  // The TV scoreboard has neither.
  if (!heading) return;
  const edge = bottom(heading);
  const isWhole = (one) => top(one) >= edge - 2 && bottom(one) <= innerHeight;
  return (
    [...document.querySelectorAll("form.ask")].find(isDrawn) ||
    own.find((one) => `#${one.id}` === location.hash && isWhole(one)) ||
    own.find((one) => bottom(one) > edge + 60)
  );
}

function mark(section) {
  const links = [...document.querySelectorAll(":is(.strip, .painters) a[href^='#']")];
  const link = links.find(({ hash }) => hash.slice(1) === section.id) || links.find(({ hash }) => hash.slice(1) === section.id.split("-")[0]);
  if (!link) return;
  for (const other of links) if (other !== link) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
}

// What can be below the edge: the questions of each player, and the choices after them.
const parts = (section) => [...section.querySelectorAll(":scope > :is(.block, .wide)")].filter(isDrawn);
function find(section) {
  const dock = section.querySelector(".dock");
  // Where the dock stands beside the questions, it covers none.
  const beside = dock.getBoundingClientRect().left >= section.querySelector(".block")?.getBoundingClientRect().right;
  const edge = beside ? innerHeight : top(dock);
  // A question that is answered has been seen.
  return parts(section).find((one) => bottom(one) > edge + 2 && !one.querySelector("[aria-pressed=true]"));
}

function name(section) {
  const key = section.querySelector(".further");
  if (!key) return;
  const below = find(section);
  const words = key.querySelector("span");
  const waits = tappedAt + DOUBLE - Date.now();
  clearTimeout(again);
  if (!below && waits > 0 && !key.hidden) {
    again = setTimeout(update, waits);
    return;
  }
  const [sign, who] = [".player-sign", ".who bdi"].map((part) => below?.querySelector(part));
  words.replaceChildren(...(sign ? [sign.cloneNode(true)] : []), (who || below?.querySelector(".who b"))?.textContent || words.dataset.else);
  key.hidden = !below;
}

function update() {
  const section = shown();
  if (!section) return;
  mark(section);
  if (section.matches(".ask")) name(section);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".further");
  const below = key && find(key.form);
  if (!key) return;
  tappedAt = Date.now();
  if (!below) return update();
  const heading = document.getElementById("strip") || document.querySelector(".bar");
  scrollBy({ top: top(below) - bottom(heading) - 4, behavior: "instant" });
  update();
});

let frame;
function soon() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(update);
}
addEventListener("scroll", soon, { passive: true });
addEventListener("resize", update);
// Going back to an address that the page has replaced tells no change of the section, and may leave the target.
function settle() {
  const sections = [...document.querySelectorAll("form.ask")];
  const section = sections.find(({ id }) => `#${id}` === location.hash) || sections[0];
  if (section && !isDrawn(section)) location.replace(`#${section.id}`);
  update();
}
// A page can run its scripts before the browser has gone to the section of its address.
addEventListener("pageshow", update);
addEventListener("hashchange", update);
addEventListener("popstate", () => setTimeout(settle));
onShow(update);
update();
