// The notice of taps that are not counted yet, and why. The page has its sentences (templates/base.html).

import { hasRefused } from "./finger.js";
import { hasStayed } from "./leave.js";
import { connection, isDown } from "./network.js";
import { isSending, lostTables, table } from "./outbox.js";
import { LEASE, changed, isFull, onChange, time, unsentTaps } from "./taps.js";

let ends;

onChange(() => {
  const bar = document.getElementById("offline");
  if (!bar) return;
  const taps = unsentTaps();
  const late = taps.some(({ key }) => Date.now() - time(key) > LEASE);
  const soon = hasRefused();
  const stays = hasStayed();
  clearTimeout(ends);
  if (soon || stays) ends = setTimeout(changed, LEASE);
  const why = { ...connection, soon, full: isFull };
  why.out = taps.some((tap) => lostTables.has(table(tap)));
  why.some = taps.length > 0 && (!soon || isDown() || late);
  // It says that there is no connection, and what becomes of the taps.
  if (stays) Object.assign(why, { stays, gone: false, some: false });
  bar.hidden = !(isDown() || stays || why.out || soon || late || (why.some && (isFull || !isSending())));
  for (const one of bar.querySelectorAll("[data-if]")) one.hidden = !why[one.dataset.if];
  bar.querySelector("b").textContent = taps.length;
});
