// The installed page: its service worker, and the change to a new version of the page.

import { placeNotes } from "./announce.js";
import { by, h, recallHere, rememberHere } from "./dom.js";
import { t } from "./words.js";
import { workers } from "./workers.js";

const MOST_WAIT_MS = 10_000; // longest wait for a new version
const AGAIN_MS = 60_000; // shortest time between two reloads without a person's request

/** Register the service worker, or remove it if the server does not offer it. @param {boolean} isOffered */
export async function install(isOffered) {
  try {
    if (isOffered) await workers()?.register("worker.js", { updateViaCache: "none" });
    else await uninstall();
  } catch {
    // storage that is forbidden or full: the page works without a worker
  }
}

async function uninstall() {
  const found = (await workers()?.getRegistrations()) ?? [];
  for (const each of found) await each.unregister();
  if (found.length) { for (const name of await caches.keys()) await caches.delete(name); }
}

/** Call a listener when the worker has stored a new version of the page. @param {() => void} listener */
export function onRenewed(listener) {
  workers()?.addEventListener("message", ({ data }) => data?.type === "renewed" && listener());
}

/** Offer to reload the page in its new version. A game in progress is not lost, because it is saved. */
export function offerReload() {
  const offer = h("div", { class: "note info renewal", role: "status" },
    h("span", {}, t("There is a new version of this page.")),
    h("button", { type: "button", on: { click: () => location.reload() } }, t("Reload")),
    h("button", { type: "button", class: "close", "aria-label": t("Close this note"),
      on: { click: () => offer.remove() } }, "×"));
  placeNotes();
  by("notes").replaceChildren(offer);
}

/** Store the server's version of the page, if there is a worker, and reload. */
export async function renew() {
  const worker = workers()?.controller;
  if (worker) {
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      setTimeout(resolve, MOST_WAIT_MS);
      worker.postMessage("update", [port2]);
    });
  }
  location.reload();
}

/** Renew a page that the server does not understand; at most once a minute. */
export function heal() {
  if (!workers()?.controller || Date.now() - recallHere("healed", 0) < AGAIN_MS) return;
  rememberHere("healed", Date.now());
  renew();
}
