// Updates the line with the rules when an option is chosen, or a moment after a number was typed.

// Milliseconds after the last digit, so that the page does not change while a number is being typed.
const RESTS = 600;
let rests;

function tellRules() {
  clearTimeout(rests);
  document.querySelector("[name=do][value=rules]").click();
}
addEventListener("input", ({ target }) => {
  if (target.inputMode !== "numeric" || !target.closest("#options")) return;
  clearTimeout(rests);
  rests = setTimeout(tellRules, RESTS);
});
addEventListener("change", ({ target }) => {
  if (target.closest("#options")) tellRules();
});

// Lets the signs light up in turn while the die is thrown. The result is on the page already, so nothing waits for it.

// Milliseconds per sign, and for all.
const EACH = 100;
const ALL = 1200;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let thrown = document.getElementById("seated")?.dataset.thrown;
let turning;

function light(seats, from) {
  const rows = [...seats.children];
  const step = Math.floor((performance.now() - from) / EACH);
  const over = step * EACH >= ALL || !seats.isConnected;
  rows.forEach((row, index) => row.classList.toggle("lit", !over && index === step % rows.length));
  seats.classList.toggle("throwing", !over);
  if (over) clearInterval(turning);
}
new MutationObserver(() => {
  const seats = document.getElementById("seated");
  if (!seats || seats.dataset.thrown === thrown) return;
  thrown = seats.dataset.thrown;
  clearInterval(turning);
  if (!thrown || still.matches) return;
  const from = performance.now();
  turning = setInterval(light, EACH / 2, seats, from);
  light(seats, from);
}).observe(document.body, { attributes: true, attributeFilter: ["data-thrown"], childList: true, subtree: true });
