// Without a connection the TV scoreboard shows the time since the last update.

import { news, refresh } from "./live.js";
import { onShow } from "./screen.js";
import "./voice.js";

// Milliseconds. Longer than `DEAF` in `live.js`, so that a stream has been reopened before.
const SILENCE = 45000;

// A seat that is taken is no entry, so nothing tells the page of it while it waits for players.
setInterval(() => document.querySelector("#board.joining") && refresh(true), 15000);

// A result stands for a moment. Then the screen goes on to the table at which the players play again.
const STANDS = 8000;
let leaves;
onShow(() => {
  const next = document.getElementById("following");
  if (next) leaves ??= setTimeout(() => location.assign(next.href), STANDS);
});

setInterval(() => {
  const [now, ago] = document.querySelectorAll("#news>span");
  const silence = Date.now() - news;
  if (!ago) return;
  ago.hidden = silence < SILENCE;
  now.hidden = !ago.hidden;
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  const said = words.format(-Math.max(1, Math.round(silence / 60000)), "minute");
  if (!ago.hidden && ago.lastElementChild.textContent !== said) ago.lastElementChild.textContent = said;
}, 1000);
