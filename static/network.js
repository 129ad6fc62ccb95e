// Requests to the app, and whether it can be reached.

import { lifted } from "./finger.js";
import { changed, nextMoment } from "./taps.js";

// Milliseconds until a request is sent again.
export const QUICK = 2000;
// Milliseconds between two tries, at most.
const LONGEST = 40000;

// What the last request met: no answer, a failing server, a fault of the app, or an answer that is not the app's.
export const connection = { gone: false, ill: false, fault: false, between: false };
export const isDown = () => connection.gone || connection.ill || connection.between;

export const sleep = (time) => new Promise((wake) => setTimeout(wake, time));
// Exponential back-off for a server that keeps failing.
export const rest = (tries) => sleep(connection.ill ? Math.min(QUICK * 2 ** tries, LONGEST) : QUICK);

// Fetch a whole response. Null if it must be retried: no network, no server, or not the app’s response, as from a
// hotel’s sign-in page. The app repeats the `Op` header of a request.
export async function fetched(url, how = {}) {
  const Op = how.body?.get("op") || "page";
  const redirect = how.body ? "manual" : "follow";
  const requested = nextMoment();
  let got = {};
  try {
    const answer = await fetch(url, { ...how, redirect, headers: { ...how.headers, Op }, signal: AbortSignal.timeout?.(15000) });
    got = { answer, html: await answer.text(), requested };
  } catch {}
  await lifted();
  const { answer } = got;
  connection.gone = !answer;
  connection.ill = answer?.status >= 500;
  connection.fault = answer?.status === 500;
  connection.between = !connection.gone && !connection.ill && answer.headers.get("Op") !== Op;
  changed();
  return isDown() || [408, 425, 429].includes(answer.status) ? null : got;
}
