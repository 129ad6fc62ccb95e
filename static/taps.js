// The taps of this browser. A tap is pending from the finger until a page that contains it is shown. The screen shows
// the last page plus the pending taps, never anything else. Rules are never evaluated here.

// Milliseconds in which no other page of this browser sends a tap, and after which a waiting one is reported.
export const LEASE = 5000;

// Each tap is stored under its own key, so that two pages of one browser never overwrite each other's taps. The keys
// sort in the order of the taps. If the browser stores nothing, taps are kept here while the page is open.
const unstored = {};
export let isFull = false;

export function storedTaps() {
  const taps = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("tap:")) taps[key] = JSON.parse(localStorage.getItem(key));
    }
  } catch {
    isFull = true;
  }
  Object.assign(taps, unstored);
  return Object.keys(taps).sort().map((key) => taps[key]).filter(Boolean);
}
export const unsentTaps = () => storedTaps().filter(({ done }) => !done);

export function store(tap) {
  try {
    localStorage.setItem(tap.key, JSON.stringify(tap));
    delete unstored[tap.key];
  } catch {
    isFull = true;
    unstored[tap.key] = tap;
  }
}
export function drop(tap) {
  pending.delete(tap.key);
  delete unstored[tap.key];
  try {
    localStorage.removeItem(tap.key);
  } catch {}
}

export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("");
// The time at which a tap was made, in milliseconds.
export const time = (key) => Number(key.split(":")[1]);
// Later than the last tap even if the clock was set back, because taps are sent in the order of their keys.
export function nextTime() {
  const last = [...pending.keys(), ...storedTaps().map(({ key }) => key)].sort().at(-1);
  return Math.max(Date.now(), last ? time(last) + 1 : 0);
}

// Moments order what happens on this page.
let moment = 0;
export const nextMoment = () => ++moment;

// The pending taps made in this browser at the address of this page, with the moment of their response: a page requested
// after that moment contains them. A tap that is no longer stored was sent by another page of this browser, so it has
// been answered.
const pending = new Map();
const isHere = ({ from }) => from === location.pathname;

export function addPending(tap) {
  pending.set(tap.key, tap);
}
export function pendingTaps() {
  const here = storedTaps().filter(isHere);
  for (const tap of here) {
    const { answered = tap.done ? 0 : undefined, moves } = pending.get(tap.key) || {};
    pending.set(tap.key, { ...tap, answered, moves });
  }
  for (const tap of pending.values()) {
    if (!here.some(({ key }) => key === tap.key)) tap.answered ??= nextMoment();
  }
  return [...pending.values()].filter(isHere).sort((one, other) => (one.key < other.key ? -1 : 1));
}
export function markAnswered({ key }) {
  if (pending.has(key)) pending.get(key).answered = nextMoment();
}

// The moment at which the shown page was requested. Taps answered before it are on that page.
export let shownSince = 0;
export function dropContained(requested) {
  shownSince = requested;
  for (const tap of pendingTaps()) if (tap.answered < requested) drop(tap);
}

// What is drawn from the pending taps is drawn again whenever they or the page have changed. A failure in drawing must
// not stop sending.
const listeners = [];
export const onChange = (listener) => listeners.push(listener);
export function changed() {
  for (const listener of listeners) {
    try {
      listener();
    } catch (wrong) {
      console.error(wrong);
    }
  }
}
