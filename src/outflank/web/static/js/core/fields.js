// The fields of forms, each with its label.

import { button, h } from "./dom.js";
import { t } from "./words.js";

/**
 * A list to choose from.
 * @param {(string | number)[][]} choices  A value and its words each, and the language of these if it is not the
 *   page's.
 * @param {string | number} chosen
 * @param {(value: string) => void} onChange
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function select(choices, chosen, onChange, attributes = {}) {
  return h("select", { ...attributes, on: { change: (event) => onChange(event.target.value) } },
    ...choices.map(([value, words, lang]) => h("option", { value, lang, selected: value === chosen }, words)));
}

/** The same with its label. @param {string} label @param {Parameters<typeof select>} list @returns {HTMLElement} */
export function choice(label, ...list) {
  return h("label", { class: "field" }, h("span", {}, label), select(...list));
}

/**
 * Choices that are all seen.
 * @param {string} label
 * @param {string} name  Of the field.
 * @param {(string | number)[][]} choices  Pairs of a value and its words.
 * @param {string | number} chosen
 * @param {(value: string) => void} onChange
 * @returns {HTMLElement}
 */
export function pills(label, name, choices, chosen, onChange) {
  const change = (/** @type {any} */ event) => onChange(event.target.value);
  return h("fieldset", { class: "choice" }, h("legend", {}, label),
    ...choices.map(([value, words]) =>
      h("label", { class: "pill" },
        h("input", { type: "radio", name, value, checked: value === chosen, on: { change } }), h("span", {}, words))
    ));
}

/** A box for something that is so or not.
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onChange @returns {HTMLElement} */
export function check(label, checked, onChange) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked, on: { change: (event) => onChange(event.target.checked) } }),
    h("span", {}, label));
}

/**
 * A text that cannot be changed, with a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {string} copying  What the button is called.
 * @param {() => void} copy
 * @returns {HTMLElement}
 */
export function copyRow(label, text, copying, copy) {
  const field = h("input", { value: text, readonly: true, on: { focus: () => field.select() } });
  return h("div", { class: "share-row" }, h("label", { class: "field" }, h("span", {}, label), field),
    button(t("Copy"), copy, { "aria-label": copying }));
}

/** The listener of a form in which a move is typed.
 * @param {HTMLInputElement} input @param {(move: string) => void} choose */
export function typed(input, choose) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = input.value.trim().toLowerCase();
    input.value = "";
    if (text) choose(text);
  };
}

/** A box to type a move into.
 * @param {string} id  Of the box. @param {(move: string) => void} choose @returns {HTMLElement} */
export function moveForm(id, choose) {
  const input = h("input", { id, placeholder: "f5", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    maxlength: 10 });
  return h("form", { class: "move-form", on: { submit: typed(input, choose) } },
    h("label", { class: "offscreen", for: id }, t("Type a square")), input, h("button", { type: "submit" }, t("Move")));
}

/** The name of a format, for people: GGF, Transcript. @param {string} name */
export function titleOf(name) {
  if (name === "transcript") return t("Transcript");
  if (name === "board") return t("Board");
  if (name === "nboard") return t("NBoard");
  if (name === "quest") return t("Othello Quest");
  return name.length <= 3 ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1);
}
