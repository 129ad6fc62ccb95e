// Links and forms that load another page. Without a connection they say so, and the page with its taps stays.

import { work } from "./busy.js";
import { isSilent } from "./live.js";
import { fetched, isDown } from "./network.js";
import { IN_PLACE, submit } from "./outbox.js";
import { LEASE, changed } from "./taps.js";

// The service worker shows a copy of a page only without a connection.
const isCopy = "copy" in document.body.dataset;
const isDoubtful = () => isCopy || isDown() || isSilent || navigator.onLine === false;

let stayedAt = 0;
// Whether a link or form has just stayed here.
export const hasStayed = () => Date.now() - stayedAt < LEASE;
function stay() {
  stayedAt = Date.now();
  changed();
}

// Go once the app answers, or if this phone has a copy of the page.
async function leave(event, url, go) {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isDown()) stay();
  work(1);
  const kept = navigator.serviceWorker?.controller && (await caches.match(url, { ignoreSearch: true }));
  if (kept || (await fetched(url, { method: "HEAD" })) || !isDown()) go();
  else stay();
  work(-1);
}

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || !isDoubtful() || link.origin !== location.origin || link.matches(IN_PLACE)) return;
    const within = link.hash && link.pathname === location.pathname && link.search === location.search;
    if (!within && !event.ctrlKey && !event.metaKey) leave(event, link.href, () => location.assign(link.href));
  },
  true,
);

let leaving;
document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter } = event;
    if (form.matches("[data-tap]") || form === leaving || !isDoubtful()) return;
    leave(event, submitter?.formAction || form.action, () => submit((leaving = form), submitter));
  },
  true,
);
