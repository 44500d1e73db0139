// The words of the page in its reader's language. Texts in the code are English: the server translates these scripts
// before it sends them. The catalogue contains what the server itself says.

/**
 * @typedef {object} Told  A catalogue, which the server puts before the script.
 * @property {string} language  Its code, as in the attribute `lang`.
 * @property {string[]} plurals  The categories of plural forms, in the order of the forms.
 * @property {Record<string, string | string[]>} words  The translation by English text.
 * @property {string} [rest]  The file beside this script with the words that are loaded later.
 */

/** @type {Told} */
const told = /** @type {any} */ (window).outflankWords ?? { language: "en", plurals: ["one", "other"], words: {} };
const plurals = new Intl.PluralRules(told.language);

/** The language of the page. */
export const LANGUAGE = told.language;

const COOKIE = "outflank-language"; // as in languages.py

/** The language that the reader chose; empty for the browser's language. */
export function chosenLanguage() {
  return document.cookie.match(`(?:^|; )${COOKIE}=(\\w+)`)?.[1] ?? "";
}

/** Store the choice of a language for the next load of the page; empty for the browser's language.
 * @param {string} language */
export function chooseLanguage(language) {
  document.cookie = `${COOKIE}=${language}; path=/; samesite=lax; max-age=${language ? 31536000 : 0}`;
}

/**
 * A translated text with values in place of each `{name}`.
 * @param {string} text  Literal English, so that a program can find and translate it.
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/** A text of the server in the reader's language, with values in place of each `{name}`.
 * @param {string} text @param {Record<string, string | number>} [values] */
function said(text, values) {
  const found = told.words[text];
  return t((Array.isArray(found) ? found[0] : found) ?? text, values);
}

/** The name of an opening in the reader's language; empty until all words are loaded. @param {string} name */
export function openingName(name) {
  return isWhole ? said(name) : "";
}

/**
 * A translated text for a number: `one` for 1, `other` for the rest; `{count}` stands for the number.
 * @param {string | string[]} one  Literal English; the server replaces it by all forms of its language.
 * @param {string} other
 * @param {number} count
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function n(one, other, count, values = {}) {
  const forms = Array.isArray(one) ? one : [one, other];
  const form = Array.isArray(one) ? told.plurals.indexOf(plurals.select(count)) : Number(count !== 1);
  return t(forms[form] ?? forms.at(-1), { count, ...values });
}

/** Split a text at each remaining `{name}` and insert elements; returns a list of children.
 * @param {string} text @param {Record<string, Node>} elements @returns {(string | Node)[]} */
export function withElements(text, elements) {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? elements[part] ?? `{${part}}` : part));
}

/** Names in a row, with "and" before the last. @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(LANGUAGE).format(names);
}

/** Names in a row, with "or" before the last. @param {string[]} names */
export function either(names) {
  return new Intl.ListFormat(LANGUAGE, { type: "disjunction" }).format(names);
}

/** Sentences in a row. @param {...string} parts  Empty ones are omitted. */
export function sentences(...parts) {
  return parts.filter(Boolean).reduce((before, next) => (before ? t("{before} {next}", { before, next }) : next), "");
}

/** A whole number with separated thousands. @param {number} number */
export function grouped(number) {
  return number.toLocaleString(LANGUAGE);
}

/** A number with this many decimals. @param {number} number @param {number} digits */
export function decimal(number, digits) {
  return number.toLocaleString(LANGUAGE, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/**
 * Parse a message of the server and translate its texts: `{"template": …, "values": {…}}` becomes words. Any other
 * string is data, for example a person's name, and stays unchanged.
 * @param {string} json
 * @returns {any}
 */
export function heard(json) {
  return JSON.parse(json, (_, value) => (value?.template === undefined ? value : said(value.template, value.values)));
}

/** True if the words of a message are loaded. @param {string} json */
export function isKnown(json) {
  if (isWhole) return true;
  let known = true;
  JSON.parse(json, (_, value) => {
    if (value?.template !== undefined && !(value.template in told.words)) known = false;
    return value;
  });
  return known;
}

/** @type {Promise<void> | null} */
let rest = null;

let isWhole = !told.rest; // true once all texts are loaded

/** @type {(() => void)[]} */
const waiting = [];

/** Call a listener once all words are loaded, before anything else that waits for them. @param {() => void} listener */
export function onAllWords(listener) {
  if (!isWhole) waiting.push(listener);
}

/** Load the remaining words once; if that fails, their texts stay English. */
export function restOfWords() {
  rest ??= fetchRest().catch(() => {
    rest = null; // allows another attempt
  });
  return rest;
}

async function fetchRest() {
  if (!told.rest) return;
  const answer = await fetch(new URL(told.rest, import.meta.url));
  if (!answer.ok) return;
  Object.assign(told.words, await answer.json());
  isWhole = true;
  for (const listener of waiting.splice(0)) listener();
}

/** A value in a text; a number gets the language's decimal sign. @param {string | number | undefined} value */
export function shown(value) {
  const isDecimal = typeof value === "number" && !Number.isInteger(value);
  return isDecimal ? value.toLocaleString(LANGUAGE, { maximumFractionDigits: 3, useGrouping: false }) : String(value);
}
