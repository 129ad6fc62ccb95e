// The TV scoreboard says who takes the lead, how a round ended and who has won, with a short sound before it. Browsers
// allow both only after a tap, so somebody at the screen switches it on. The sentences come with the page.

import { onShow } from "./screen.js";

const place = () => document.getElementById("voice");
let said = { ...place()?.dataset };
let sound;
let isOn = false;

const has = { won: (now) => now !== said.won, lead: (now) => now !== said.lead, round: (now) => Number(now) > Number(said.round) };

function draw() {
  const now = place();
  if (!now) return;
  now.hidden = !window.AudioContext;
  now.querySelector("button").setAttribute("aria-pressed", isOn);
}

function tell(words) {
  const tone = sound.createOscillator();
  const quiet = sound.createGain();
  quiet.gain.value = 0.2;
  tone.frequency.value = 660;
  tone.connect(quiet).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.25);
  if (!window.speechSynthesis || !words) return;
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = document.documentElement.lang;
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

onShow(() => {
  draw();
  const now = { ...place()?.dataset };
  const news = Object.keys(has).find((kind) => now[kind] && has[kind](now[kind]));
  said = now;
  if (news && isOn) tell(now[`${news}Says`]);
});

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#voice")) return;
  isOn = !isOn;
  sound ||= new AudioContext();
  sound.resume();
  // Says at once how it stands, so that the tap is heard.
  if (isOn) tell(said.roundSays || target.closest("button").title);
  else window.speechSynthesis?.cancel();
  draw();
});
draw();
