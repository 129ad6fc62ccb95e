// What is recorded is what stood under the finger: no button changes while a finger is on it, and a tap that cannot be
// accepted is refused visibly.

import { LEASE, changed, nextMoment } from "./taps.js";

// Milliseconds after which a finger that stays does not delay responses any more: longer than any tap.
const PRESS = 1500;
// Milliseconds from lifting a finger to its click.
const CLICK = 30;
let pressed = null;
let lifting = [];

// The touched button is stored until the finger is lifted. If another page is loaded in between, the browser fires no
// click, and that page says that the tap was not taken.
const TOUCHED = "touched";
function touch(key) {
  try {
    if (key?.closest("form[data-tap]")) sessionStorage.setItem(TOUCHED, JSON.stringify({ name: key.name, value: key.value }));
    else sessionStorage.removeItem(TOUCHED);
  } catch {}
}
function lift() {
  pressed = null;
  touch();
  for (const done of lifting.splice(0)) done();
}

// Wait until no finger is on the screen and its click is over.
export const lifted = () => (pressed ? new Promise((done) => lifting.push(done)) : Promise.resolve());

addEventListener(
  "pointerdown",
  ({ target }) => {
    const key = target.closest?.("button");
    pressed = { key, name: key?.name, value: key?.value };
    touch(key);
    setTimeout((one) => pressed === one && lift(), PRESS, pressed);
  },
  true,
);
// A lifted finger ends its own press, never that of a finger that has touched the screen since.
addEventListener("pointerup", () => setTimeout((one) => pressed === one && lift(), CLICK, pressed), true);
addEventListener("pointercancel", lift, true);
addEventListener(
  "click",
  (event) => {
    touch();
    const { key, name, value } = pressed || {};
    if (!key || event.target.closest?.("button") !== key || (key.name === name && key.value === value)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    refuse(key, { name, value });
  },
  true,
);

let refusedAt = 0;
// Whether a tap was refused a moment ago.
export const hasRefused = () => Date.now() - refusedAt < LEASE;

// Refuse a tap instead of dropping it: the button shows it, and the notice says why (`notice.js`).
export function refuse(key, { name, value } = key) {
  refusedAt = Date.now();
  key.dataset.refused = JSON.stringify({ name, value, moment: nextMoment() });
  setTimeout(() => delete key.dataset.refused, LEASE);
  changed();
}

try {
  const touched = JSON.parse(sessionStorage.getItem(TOUCHED));
  if (touched) refuse(document.getElementById("offline"), touched);
  touch();
} catch {}
