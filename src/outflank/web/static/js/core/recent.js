// The server's latest answers, which the next visit shows until the server answers again.

import { recall, remember } from "./dom.js";

const STORED = ["daily", "practice", "rating", "stories"]; // of the home, and of the opponents

/** Store an answer, if it is one of these. @param {string} type @param {any} answer */
export function keepRecent(type, answer) {
  if (STORED.includes(type)) remember("recent", { ...recall("recent", {}), [type]: answer });
}

/** The latest answer to a request without fields; null if there is none. Yesterday's puzzle does not count.
 * @param {string} type */
export function recent(type) {
  const found = recall("recent", {})[type];
  const isOld = type === "daily" && found?.day !== new Date().toISOString().slice(0, 10);
  return found && !isOld ? found : null;
}
