// The server keeps a draft of the pad at each tap. This also saves what was typed since the last tap, when the page is
// left.

let typed = false;
addEventListener("input", ({ target }) => {
  typed = true;
  // The last choice counts, also after another number was typed.
  const other = target.type === "radio" && target.form.elements[`${target.name}-typed`];
  if (other) other.value = "";
});
addEventListener("submit", () => (typed = false));
const leave = () => {
  if (!typed) return;
  typed = false;
  const form = document.querySelector("form.fill");
  const body = new FormData(form);
  body.set("do", "show");
  navigator.sendBeacon(form.action, body);
};
addEventListener("pagehide", leave);
addEventListener("visibilitychange", () => document.hidden && leave());
