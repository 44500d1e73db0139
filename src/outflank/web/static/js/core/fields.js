// The fields of forms, each with its label.

import { button, h } from "./dom.js";
import { t } from "./words.js";

/**
 * A list of choices.
 * @param {(string | number)[][]} choices  Each with a value, its words, and their language if it is not the page's.
 * @param {string | number} chosen
 * @param {(value: string) => void} onChange
 * @param {import("./dom.js").Attributes} [attributes]
 */
export function select(choices, chosen, onChange, attributes = {}) {
  return h("select", { ...attributes, on: { change: (event) => onChange(event.target.value) } },
    ...choices.map(([value, words, lang]) => h("option", { value, lang, selected: value === chosen }, words)));
}

/** A list of choices with its label.
 * @param {string} label @param {Parameters<typeof select>} list @returns {HTMLElement} */
export function choice(label, ...list) {
  return h("label", { class: "field" }, h("span", {}, label), select(...list));
}

/**
 * Choices that are all visible.
 * @param {string} label
 * @param {string} name  The field's name.
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

/** A check box.
 * @param {string} label @param {boolean} checked @param {(checked: boolean) => void} onChange @returns
 * {HTMLElement} */
export function check(label, checked, onChange) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked, on: { change: (event) => onChange(event.target.checked) } }),
    h("span", {}, label));
}

/**
 * A read-only text with a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {string} copying  The button's accessible name.
 * @param {() => void} copy
 * @returns {HTMLElement}
 */
export function copyRow(label, text, copying, copy) {
  const field = h("input", { value: text, readonly: true, on: { focus: () => field.select() } });
  return h("div", { class: "share-row" }, h("label", { class: "field" }, h("span", {}, label), field),
    button(t("Copy"), copy, { "aria-label": copying }));
}

/** The listener of a form for typing a move. @param {HTMLInputElement} input @param {(move: string) => void} choose */
export function typed(input, choose) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = input.value.trim().toLowerCase();
    input.value = "";
    if (text) choose(text);
  };
}

/** A box for typing a move.
 * @param {string} id  The box's id. @param {(move: string) => void} choose @returns {HTMLElement} */
export function moveForm(id, choose) {
  const input = h("input", { id, placeholder: "f5", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    maxlength: 10 });
  return h("form", { class: "move-form", on: { submit: typed(input, choose) } },
    h("label", { class: "offscreen", for: id }, t("Type a square")), input, h("button", { type: "submit" }, t("Move")));
}

/** The display name of a format: GGF, Transcript. @param {string} name */
export function titleOf(name) {
  if (name === "transcript") return t("Transcript");
  if (name === "board") return t("Board");
  if (name === "table") return t("Table of games");
  if (name === "nboard") return t("NBoard");
  if (name === "quest") return t("Othello Quest");
  return name.length <= 3 ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1);
}
