// Words at a field of a form that lacks something, in place of the browser's own.

import { h } from "../../core/dom.js";
import { t } from "../../core/words.js";

export function build() {
  return { tell };
}

/** Say it in the label of a field until something is typed. @param {HTMLInputElement} field */
function tell(field) {
  if (field === field.form?.querySelector(":invalid")) field.focus();
  if (field.matches(":has(+ .error)")) return;
  const words = h("span", { class: "error", role: "alert" },
    field.validity.valueMissing ? t("Fill in this field.") : field.validationMessage);
  field.after(words);
  field.addEventListener("input", () => words.remove(), { once: true });
}
