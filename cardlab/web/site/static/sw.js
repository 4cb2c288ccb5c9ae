/* Keeps the files of the site, so that it opens without a network: each as it is fetched, and the rest once the first page lives. */
const BUILD = "BUILD",
  MINE = `cardlab:${new URL(self.registration.scope).pathname}:`,
  CACHE = MINE + BUILD;

/** The file that a file server answers with: the page of a folder, whatever the query says. */
function file(address) {
  const url = new URL(address);
  url.search = url.hash = "";
  const last = url.pathname.split("/").pop();
  if (!last) url.pathname += "index.html";
  else if (!last.includes(".") || last.endsWith(".ipynb")) url.pathname += "/index.html";
  return url.href;
}

async function found(address) {
  const cache = await caches.open(CACHE),
    kept = await cache.match(address);
  if (kept) return kept;
  const answer = await fetch(address, { cache: "no-cache" });
  if (answer.ok) await cache.put(address, answer.clone());
  return answer;
}

async function keepAll() {
  const list = new URL("cardlab-site.json", self.registration.scope),
    { files } = await (await found(list.href)).json();
  for (const name of files) await found(new URL(name, self.registration.scope).href);
}

self.addEventListener("install", () => {
  // A newer site waits until no page of the older one is open.
  if (!self.registration.active) self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(MINE) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const folder = new URL(request.url);
  // A page lies in a folder; without the slash at its end its links would lead beside it.
  if (
    request.mode === "navigate" &&
    !file(folder).endsWith(folder.pathname) &&
    !folder.pathname.endsWith("/")
  ) {
    folder.pathname += "/";
    event.respondWith(Response.redirect(folder.href));
    return;
  }
  event.respondWith(found(file(request.url)));
});
self.addEventListener("message", ({ data }) => {
  if (data === "keep") keepAll().catch(() => {});
});
