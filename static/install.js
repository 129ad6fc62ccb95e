// Offers to put the app on the home screen, once, where the browser can do it: Chromium, over https.

const KEY = "install";
const place = document.getElementById("install");

let isAsked = false;
try {
  isAsked = localStorage.getItem(KEY) !== null;
} catch {}

addEventListener("beforeinstallprompt", (event) => {
  if (isAsked || !place) return;
  event.preventDefault();
  place.hidden = false;
  place.querySelector("button").onclick = () => {
    place.hidden = true;
    try {
      localStorage.setItem(KEY, "");
    } catch {}
    event.prompt();
  };
});
