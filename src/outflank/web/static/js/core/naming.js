// Renaming in place: a form that lasts until the focus leaves it.

import { fill, h } from "./dom.js";
import { t } from "./words.js";

/**
 * Let a person rename something. Enter or leaving the form keeps the new name; Escape does not.
 * @param {HTMLElement} host  The element that holds the name.
 * @param {HTMLElement} from  The button that opened the form; Enter and Escape return the focus to it.
 * @param {{name: string, label: string, keep(name: string): Promise<void>, show(): void}} of  `show` draws the
 *   current name in its place again.
 */
export function nameInPlace(host, from, { name, label, keep, show }) {
  const input = h("input", { value: name, maxlength: 100, "aria-label": label, placeholder: label,
    autocomplete: "off" });
  let isDone = false;
  const end = async (/** @type {boolean} */ keeps, /** @type {boolean} */ returns) => {
    if (isDone) return;
    isDone = true;
    const given = input.value.trim();
    if (keeps && given !== name) await keep(given);
    show();
    if (returns) from.focus();
  };
  const on = { submit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    end(true, true);
  }, keydown: (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.stopPropagation();
    end(false, true);
  },
    focusout: (/** @type {FocusEvent} */ event) =>
      form.contains(/** @type {Node} */ (event.relatedTarget)) || end(true, false) };
  const form = h("form", { class: "naming", on }, input, h("button", { type: "submit" }, t("Keep")));
  fill(host, form);
  input.focus();
  input.select();
}
