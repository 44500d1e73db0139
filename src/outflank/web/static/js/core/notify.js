// Notifications of the system, while the page is open in the background.

import { settings } from "./settings.js";

/** True if this browser can notify people of this page. */
export function canNotify() {
  return "Notification" in window && isSecureContext;
}

/** True if the person wants notifications and the browser allows them. */
export function mayNotify() {
  return canNotify() && Boolean(settings.notify) && Notification.permission === "granted";
}

/** Notify the person; a newer notification with the same tag replaces this one.
 * @param {string} title @param {string} body @param {string} tag */
export async function notify(title, body, tag) {
  if (!mayNotify()) return;
  const options = { body, tag, icon: "icons/icon-192.png" };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options); // phones allow only this way
    else new Notification(title, options).onclick = () => focus();
  } catch {
    // the browser or the system forbids it after all
  }
}
