// Keeps the screen on while the page asks for it. Browsers grant a wake lock only over https. Over http a playing video
// does the same. For Blink and Gecko a muted stream of a canvas is enough. WebKit wants a video with sound that does not
// loop, begun by a tap. It may stop music, so it is offered in the menu.

import { onShow } from "./screen.js";

// Milliseconds without a tap after which the screen may go dark. Nobody taps on a TV scoreboard, so there it stays on.
const IDLE = 600000;
const KEY = "awake";

const { wakeLock } = navigator;
const needsSound = !wakeLock && (navigator.vendor.startsWith("Apple") || !HTMLCanvasElement.prototype.captureStream);
let isChosen = false;
try {
  isChosen = sessionStorage.getItem(KEY) !== null;
} catch {}

let tapped = Date.now();
let timer;
// What keeps the screen on now, or null. Changed in sequence, so that nothing is leaked.
let lock = Promise.resolve(null);

const isWanted = () => {
  const { awake } = document.body.dataset;
  return awake !== undefined && !document.hidden && (awake === "always" || Date.now() - tapped < IDLE);
};

function update() {
  clearTimeout(timer);
  timer = setTimeout(update, IDLE);
  lock = lock
    .then((had) => {
      if (!isWanted() || (needsSound && !isChosen)) return had?.release();
      return had?.released === false ? had : request();
    })
    // Refused: asked again at the next tap.
    .catch(() => null);
  offer();
}

const request = () => (wakeLock ? wakeLock.request("screen") : play(needsSound ? clip() : stream()));

function stream() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 2, height: 2 });
  const context = canvas.getContext("2d");
  const srcObject = canvas.captureStream(1);
  // The stream has no picture until something is painted.
  context.fillRect(0, 0, 2, 2);
  return { muted: true, srcObject };
}
const clip = () => ({ src: new URL("silence.mp4", import.meta.url).href });

// Return a lock with the interface of a wake lock.
async function play(source) {
  const video = Object.assign(document.createElement("video"), { className: "wakes", playsInline: true }, source);
  const lock = { released: false, release };
  function release() {
    lock.released = true;
    video.srcObject?.getTracks().forEach((track) => track.stop());
    video.pause();
    video.removeAttribute("src");
    video.load();
    video.remove();
  }
  video.onended = () => video.play().catch(release);
  video.onpause = () => video.ended || release();
  // Outside the body, whose content is that of the page.
  document.documentElement.append(video);
  await video.play().catch((refused) => {
    release();
    throw refused;
  });
  return lock;
}

// The offer in the menu.
function offer() {
  const place = document.getElementById("keep-on");
  if (!place) return;
  place.hidden = !needsSound;
  place.firstElementChild.setAttribute("aria-pressed", isChosen);
}

document.addEventListener("click", ({ target }) => {
  tapped = Date.now();
  if (target.closest("#keep-on")) {
    isChosen = !isChosen;
    try {
      isChosen ? sessionStorage.setItem(KEY, "") : sessionStorage.removeItem(KEY);
    } catch {}
  }
  update();
});
document.addEventListener("keydown", () => {
  tapped = Date.now();
  update();
});
document.addEventListener("visibilitychange", update);
addEventListener("pageshow", update);
onShow(update);
update();
