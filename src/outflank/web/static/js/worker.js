// The service worker: stores the page's files, so that the page starts without waiting for the server.
//
// Each version of the page has a folder, named after a hash of its content, and a cache of the same name. The cache
// `outflank` holds the HTML of the version that starts next; it is written last, so a version is whole or absent.

const scope = /** @type {any} */ (self);
const HOME = new URL("./", scope.location.href).href;
const HELD = "outflank"; // the cache of the HTML and of files without a version
const FOLDER = /"(page-[0-9a-f]{12})\//; // in the HTML
const UNVERSIONED = ["icon.svg", "manifest.webmanifest", "icons/icon-192.png"];
const MOST_VERSIONS = 3; // tabs with older versions may still load files

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  event.waitUntil(update());
});

scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("message", (/** @type {any} */ event) => {
  const answered = update().catch(() => false).then((isNew) => event.ports[0]?.postMessage(isNew));
  event.waitUntil(answered);
});

scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(HOME)) return;
  const path = request.url.slice(HOME.length).split(/[?#]/)[0];
  if (request.mode === "navigate" && (path === "" || path === "index.html")) event.respondWith(page(event));
  else if (/^page-[0-9a-f]{12}\//.test(path) || UNVERSIONED.includes(path)) event.respondWith(file(request));
});

/** Answer with the stored HTML and look for a newer one; without stored HTML, ask the server. @param {any} event */
async function page(event) {
  const held = await stored();
  if (!held) return fetch(event.request);
  event.waitUntil(update().catch(() => false)); // the server may be out of reach
  return held;
}

/** The stored HTML, if the files that it begins with are stored too; a full disk may lose some. */
async function stored() {
  try {
    const held = await (await caches.open(HELD)).match(HOME);
    const folder = held && FOLDER.exec(await held.clone().text())?.[1];
    const first = ["main.js", "main.css"].map((name) => caches.match(`${HOME}${folder}/${name}`));
    return (await Promise.all(first)).every(Boolean) ? held : undefined;
  } catch {
    return undefined; // storage that fails stores nothing
  }
}

/** Answer with the stored file; without one, ask the server. @param {Request} request */
async function file(request) {
  const found = await caches.match(request, { ignoreSearch: true, ignoreVary: true }).catch(() => undefined);
  return found ?? fetch(request);
}

/** @type {Promise<boolean> | null} */
let updating = null;

/** Store the server's version of the page, unless it is stored. True if it is new. Updates run one at a time. */
function update() {
  updating ??= updated().finally(() => (updating = null));
  return updating;
}

async function updated() {
  const answer = await fetch(HOME, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`no page: ${answer.status}`);
  const html = await answer.clone().text();
  const folder = FOLDER.exec(html)?.[1];
  const listed = folder && (await fetch(`${HOME}${folder}/files.json`));
  if (!listed || listed.status === 404) return end(); // another server, or one from before this script
  if (!listed.ok) throw new Error(`no list of files: ${listed.status}`);
  const held = await caches.open(HELD);
  const before = await (await held.match(HOME))?.text();
  const files = await caches.open(folder);
  const known = new Set((await files.keys()).map((request) => request.url));
  const urls = (await listed.json()).map((/** @type {string} */ name) => `${HOME}${folder}/${name}`);
  await files.addAll(urls.filter((/** @type {string} */ url) => !known.has(url)));
  if (before === html) return false;
  await held.addAll(UNVERSIONED.map((name) => new Request(HOME + name, { cache: "no-cache" })));
  await held.put(HOME, answer);
  const versions = (await caches.keys()).filter((name) => name.startsWith("page-") && name !== folder);
  for (const name of versions.slice(0, Math.max(0, versions.length - MOST_VERSIONS + 1))) await caches.delete(name);
  if (before) { for (const each of await scope.clients.matchAll()) each.postMessage({ type: "renewed", folder }); }
  return true;
}

/** Bring the page to the front, or open it. */
async function show() {
  const [open] = await scope.clients.matchAll({ type: "window" });
  return open ? open.focus() : scope.clients.openWindow(HOME);
}

/** Remove everything that this script has stored, and the script itself. */
async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await scope.registration.unregister();
  return true;
}
