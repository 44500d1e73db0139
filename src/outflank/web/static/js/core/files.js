// Files from a person: choosing, upload, and a list of rejected games.

import { button, fill, h } from "./dom.js";
import { grouped, heard, t } from "./words.js";

/** A hidden file field; a button clicks it. @param {(files: File[]) => void} take @param {object} [attributes] */
export function fileField(take, attributes = {}) {
  const change = () => {
    const files = [...field.files];
    field.value = ""; // allows choosing the same file again
    if (files.length) take(files);
  };
  const field = h("input", { type: "file", class: "offscreen", tabindex: -1, "aria-hidden": "true", ...attributes,
    on: { change } });
  return field;
}

/** The server's reason for rejecting a file. @param {Response} answer @returns {string} */
export function reasonOf(answer) {
  return heard(answer.headers.get("outflank-text") ?? "\"\"");
}

/**
 * Send a file and return the server's report on its games, with the rejected ones as lines of text.
 * @param {import("../main.js").App} app
 * @param {"import" | "import-studies"} request  The request that returns the upload address.
 * @param {File} file
 * @param {AbortSignal} [signal]
 * @returns {Promise<{faults: string[], empty?: boolean} & Record<string, any>>}  `empty` is true if the file has no
 *   game, false if it may have one.
 */
export async function sent(app, request, file, signal) {
  const fault = (/** @type {string} */ place, /** @type {string} */ reason) =>
    t("{file}, {place}: {reason}", { file: file.name, place, reason });
  try {
    const { address } = await app.connection.request(request);
    const answer = await fetch(address, { method: "POST", body: file, signal });
    if (!answer.ok) {
      return { empty: answer.status === 400, faults: [fault(t("the whole file"), reasonOf(answer))] };
    }
    const { bad, ...found } = heard(await answer.text());
    return { ...found, faults: bad.map((/** @type {{place: string, reason: string}} */ { place, reason }) =>
      fault(place, reason)
    ) };
  } catch (error) {
    return { empty: false, faults: [fault(t("the whole file"), /** @type {Error} */ (error).message)] };
  }
}

/** List rejected games, if any.
 * @param {HTMLElement} host @param {string[]} faults
 * @param {number} count  The number of rejected games; `faults` may name fewer. */
export function fillFaults(host, faults, count) {
  const words = t("Not imported");
  const section = h("section", { class: host.closest(".card") ? "" : "card", "aria-label": words }, h("h3", {}, words),
    h("ul", { class: "faults" }, ...faults.map((fault) => h("li", {}, h("bdi", {}, fault)))),
    count > faults.length ? h("p", { class: "muted" }, t("{count} in all", { count: grouped(count) })) : null,
    h("div", { class: "actions" }, button(t("Close"), () => fill(host))));
  fill(host, faults.length ? section : null);
}
