// The server's address in links for other people.

import { h } from "./dom.js";
import { t } from "./words.js";

/** The address at which others reach this server, with a trailing slash; `isHidden` is true if they cannot.
 * @param {{reach: string}} app @returns {{base: string, isHidden: boolean}} */
export function reached(app) {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(location.hostname);
  return { base: (isHere && app.reach) || `${location.origin}/`, isHidden: isHere && !app.reach };
}

/** A warning that only this computer can open the links; null if others can.
 * @param {{reach: string}} app @returns {HTMLElement | null} */
export function reachWarning(app) {
  return reached(app).isHidden ? h("p", { class: "warning" }, t("This link opens only on this computer.")) : null;
}
