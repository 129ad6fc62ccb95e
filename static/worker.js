// Service worker, on https only: without a connection it shows a page that says so and keeps sending waiting taps.
// It caches only that page and files with a version in their address, never a table.

const SHELL = "/offline";
const VERSIONED = /^\/static\/[0-9a-f]{6}\//;

addEventListener("install", (event) => event.waitUntil(renew().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (VERSIONED.test(pathname)) event.respondWith(file(request, event));
  else if (request.mode === "navigate") {
    const answer = fetch(request);
    event.respondWith(answer.catch(() => caches.match(SHELL)));
    if (search.includes("lang=")) event.waitUntil(answer.then(renew, () => {}));
  }
});

const cache = () => caches.open("scorekeeper");

// Cache the offline page in this phone's language, with its files, and remove older versions of
// them.
async function renew() {
  const answer = await fetch(SHELL);
  const html = await answer.clone().text();
  const files = [...html.matchAll(/"(\/static\/[^"]+)/g)].map((found) => found[1]);
  const [version] = VERSIONED.exec(files[0]);
  const kept = await cache();
  await kept.addAll(files);
  await kept.put(SHELL, answer);
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== SHELL && !pathname.startsWith(version)) await kept.delete(url);
  }
}

async function file(request, event) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(
      cache()
        .then((kept) => kept.put(request, copy))
        .then(renew),
    );
  }
  return answer;
}
