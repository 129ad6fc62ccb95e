// Keyboard use: each grid is one Tab stop, arrows move within it, digits and letters press what begins with them.
// Touch and other input is not affected: nothing changes before the first key.

const GRIDS = ".chips,.keys,.deck,.sides,.suits,.words,.strip,.painters,.pad,.queue ol,.tops";
const DIGITS = ".keys,.thumbs .chips";
const LETTERS = ".suits,.strip,.painters";
// Milliseconds in which a second digit belongs to the first one.
const WAIT = 600;
let typed = "";
let typing;

const items = (grid) =>
  [...grid.querySelectorAll("button:not(:disabled),a[href]")].filter((one) => one.getClientRects().length > 0);
const middle = (one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};
const words = (one) => (one.name === "key" ? one.value : one.textContent.trim() || one.ariaLabel || "");

// The Tab stop of a grid is the item focused last, otherwise the chosen one, otherwise the first.
function stops() {
  for (const grid of document.querySelectorAll(GRIDS)) {
    if (grid.parentElement.closest(GRIDS)) continue;
    const all = items(grid);
    const here = all.find((one) => one === document.activeElement);
    const last = all.find((one) => one.tabIndex === 0 && one.hasAttribute("data-stop"));
    const stop = here || last || all.find((one) => one.matches(".mine,[aria-current],[aria-pressed=true]")) || all[0];
    for (const one of all) {
      one.toggleAttribute("data-stop", one === stop);
      if (one === stop) one.removeAttribute("tabindex");
      else one.tabIndex = -1;
    }
  }
}

// Return the nearest item in a direction, or the next one after the end of a row.
function beside(all, here, [x, y]) {
  const [left, top] = middle(here);
  const away = (one) => {
    const [dx, dy] = [middle(one)[0] - left, middle(one)[1] - top];
    const [along, across] = x ? [dx * x, Math.abs(dy)] : [dy * y, Math.abs(dx)];
    return along > 2 && (!x || across < 12) ? along + 3 * across : Infinity;
  };
  const nearest = all.reduce((best, one) => (away(one) < away(best) ? one : best), here);
  return nearest !== here || y ? nearest : all[all.indexOf(here) + x] || here;
}

// "1" may be the beginning of "10", so it waits a moment for another digit.
function type(key) {
  clearTimeout(typing);
  const place = document.activeElement.closest(GRIDS);
  const other = document.querySelectorAll(/\d/.test(key) ? DIGITS : LETTERS);
  for (const grid of [place, ...other].filter(Boolean)) {
    const all = items(grid).filter((one) => words(one).toLowerCase().startsWith(typed + key));
    const exact = all.find((one) => parseInt(words(one), 10) === Number(typed + key) || one.value === typed + key);
    const [one] = all;
    if (!one) continue;
    const tap = () => {
      typed = "";
      (exact || one).focus();
      (exact || one).click();
    };
    typed += key;
    if (all.length > 1 && /\d/.test(key)) typing = setTimeout(tap, WAIT);
    else tap();
    return true;
  }
  if (typed) {
    typed = "";
    return type(key);
  }
  return false;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIGNS = { Backspace: "del", Delete: "del", "+": "+", "-": "-" };

// Typing replaces the default name of a new row.
addEventListener("focusin", ({ target }) => target.matches(".making [name=label]") && target.select());
addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === "Tab") return stops();
  if (ctrlKey || metaKey || altKey || document.activeElement.matches("input,textarea,select")) return;
  const grid = document.activeElement.closest(GRIDS);
  const sign = SIGNS[key] && document.querySelector(`.keys [value="${SIGNS[key]}"]`);
  if (ARROWS[key] && grid) beside(items(grid), document.activeElement, ARROWS[key]).focus();
  else if (sign) sign.click();
  else if (!/^[\p{L}\d]$/u.test(key) || !type(key.toLowerCase())) return;
  event.preventDefault();
});
