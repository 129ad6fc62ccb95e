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
