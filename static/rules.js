"use strict";
// A rule that is chosen stands at once in the line that tells the rules.

addEventListener("change", ({ target }) => {
  if (target.closest("#options")) document.querySelector("[name=do][value=rules]").click();
});
