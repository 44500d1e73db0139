// Notifications of the system, while the page is open in the background.

import { set, settings } from "./settings.js";
import { note } from "./announce.js";
import { check } from "./fields.js";
import { t } from "./words.js";

/** True if this browser can notify people of this page. */
function canNotify() {
  return "Notification" in window && isSecureContext;
}

/** True if the person wants notifications and the browser allows them. */
function mayNotify() {
  return canNotify() && Boolean(settings.notify) && Notification.permission === "granted";
}

/** The setting that switches notifications on, after asking the browser, or off; null if there are none. */
export function notifyBox() {
  if (!canNotify()) return null;
  const box = check(t("Notify me when it is my turn, while this page is in the background"), mayNotify(),
    async (on) => {
      const isAllowed = !on || (await Notification.requestPermission()) === "granted";
      set("notify", on && isAllowed);
      if (isAllowed) return;
      /** @type {HTMLInputElement} */ (box.querySelector("input")).checked = false;
      note(t("The browser does not allow notifications of this page. You can change that in the browser’s settings."));
    });
  return box;
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
