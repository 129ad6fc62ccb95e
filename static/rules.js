"use strict";
// A rule that is chosen stands at once in the line that tells the rules, a number once its fingers rest.

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
