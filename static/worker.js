// Service worker, on https only. Without a connection it shows the last copy of a page that this phone has opened, or a
// page that says there is none. Taps are stored and sent by the page itself.
// It keeps that page, files with a version in their address, and the newest pages of tables. A page with the header
// `Secret` is not kept: it shows what one player has chosen, and others may use this phone.

const SHELL = "/offline";
const VERSIONED = /^\/static\/[0-9a-f]{6}\//;
// The first page, and of a table its running totals, rounds and sheets.
const PAGE = /^\/(t\/[^/]+\/(\d+\/(sheet|play)?)?)?$/;
// Pages that are kept, at most.
const MOST = 60;

addEventListener("install", (event) => event.waitUntil(renew().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (VERSIONED.test(pathname)) event.respondWith(file(request, event));
  else if (request.mode === "navigate") {
    const answer = fetch(request);
    event.respondWith(answer.then((page) => noted(page, event), () => copy(request)));
    if (search.includes("lang=")) event.waitUntil(answer.then(renew, () => {}));
  } else if (PAGE.test(pathname)) event.respondWith(fetch(request).then((page) => noted(page, event)));
});

const cache = () => caches.open("scorekeeper");
const pages = () => caches.open("pages");

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
    if (pathname === SHELL || pathname.startsWith(version)) continue;
    await kept.delete(url);
    // Pages with older files would have neither style nor scripts.
    await caches.delete("pages");
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

// Return an answer, and keep a copy of it if it is a page of a table.
function noted(answer, event) {
  const { headers, url } = answer;
  if (headers.get("Op") === "page" && !headers.has("Secret") && PAGE.test(new URL(url).pathname)) {
    event.waitUntil(keep(answer.clone()).catch(() => null));
  }
  return answer;
}

async function keep(answer) {
  const { url, status, headers } = answer;
  const { pathname } = new URL(url);
  const kept = await pages();
  const all = await kept.keys();
  if (status === 403 || status === 404) {
    // The phone has lost access to this table.
    const table = pathname.split("/", 3).join("/") + "/";
    for (const one of all) if (new URL(one.url).pathname.startsWith(table)) await kept.delete(one);
  } else if (status === 200) {
    for (const one of all.slice(0, -MOST)) await kept.delete(one);
    // A new response, because one that was redirected cannot answer a navigation.
    await kept.put(url, new Response(await answer.blob(), { headers }));
  }
}

async function copy(request) {
  const kept = await pages();
  const found = (await kept.match(request)) || (await kept.match(request, { ignoreSearch: true }));
  if (!found) return caches.match(SHELL);
  // The links of a copy ask first whether there is a connection (leave.js).
  const html = (await found.text()).replace("<body ", "<body data-copy ");
  return new Response(html, { headers: found.headers });
}
