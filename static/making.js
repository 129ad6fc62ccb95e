"use strict";
// A pad in the making comes back when its page is opened again. What was typed since the last tap is kept as well when the
// page is left.

let typed = false;
addEventListener("input", () => (typed = true));
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
