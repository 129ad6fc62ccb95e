// A player's card: one box is open at a time, and closes when it is filled. A sweep leads to the next player's card.

import { arrive } from "./outbox.js";

const SWEEP = 60;
const close = (but) => {
  for (const box of document.querySelectorAll(".box[open]")) if (!box.contains(but)) box.open = false;
};

document.addEventListener("submit", ({ submitter }) => {
  const filling = submitter?.closest(".filling");
  const box = submitter?.closest(".box");
  if (!filling || filling.querySelector(".digits") || !box) return;
  close();
  box.firstElementChild.focus({ preventScroll: true });
  // A double tap meets nothing of what the keys have covered.
  arrive();
});

document.addEventListener("keydown", ({ key }) => key === "Escape" && close());
document.addEventListener("click", ({ target }) => close(target));

let from;
document.addEventListener("touchstart", ({ touches, target }) => (from = target.closest?.(".score-card") && touches[0]), { passive: true });
document.addEventListener(
  "touchend",
  ({ changedTouches: [to] }) => {
    if (!from) return;
    const [across, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
    from = null;
    if (Math.abs(across) < SWEEP || Math.abs(down) > SWEEP / 2) return;
    const links = [...document.querySelectorAll(".painters a")];
    const here = links.findIndex((link) => link.getAttribute("aria-current"));
    links[here + (across < 0 ? 1 : -1)]?.click();
  },
  { passive: true },
);
