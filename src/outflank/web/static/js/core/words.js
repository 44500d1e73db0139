// The words of the page in the language of its reader. The texts in the code are English, and the keys of the
// catalogue.

/**
 * @typedef {object} Told  A catalogue, as the server puts it before the script.
 * @property {string} language
 * @property {string[]} plurals  The categories of plural forms, in the order of the forms.
 * @property {Record<string, string | string[]>} words  By each text its translation, or all plural forms.
 * @property {string} [rest]  The file beside this script that has the words with which the page does not begin.
 */

/** @type {Told} */
const told = /** @type {any} */ (window).outflankWords ?? { language: "en", plurals: ["one", "other"], words: {} };
const plurals = new Intl.PluralRules(told.language);

/** The language of the page. */
export const LANGUAGE = told.language;

const COOKIE = "outflank-language"; // as in words.py

/** The language that the reader chose; empty if that is left to the browser. */
export function chosenLanguage() {
  return document.cookie.match(`(?:^|; )${COOKIE}=(\\w+)`)?.[1] ?? "";
}

/** Show the page in a language from now on; an empty one is what the browser asks for. @param {string} language */
export function chooseLanguage(language) {
  document.cookie = `${COOKIE}=${language}; path=/; samesite=lax; max-age=${language ? 31536000 : 0}`;
  location.reload();
}

/**
 * A text with values put in where it says `{name}`.
 * @param {string} text  Literal English, so that it can be found and translated.
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  const found = told.words[text];
  return put((Array.isArray(found) ? found[0] : found) ?? text, values);
}

/**
 * A text that depends on a number: `one` is for 1, `other` for the rest; `{count}` stands for the number itself.
 * @param {string} one
 * @param {string} other
 * @param {number} count
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function n(one, other, count, values = {}) {
  const found = told.words[one];
  const forms = Array.isArray(found) ? found : [one, other];
  const form = Array.isArray(found) ? told.plurals.indexOf(plurals.select(count)) : Number(count !== 1);
  return put(forms[form] ?? forms.at(-1), { count, ...values });
}

/** A text, already with its other values, with elements put in where it still says `{name}`; for a list of children.
 * @param {string} text @param {Record<string, Node>} elements @returns {(string | Node)[]} */
export function withElements(text, elements) {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? elements[part] ?? `{${part}}` : part));
}

/** Names one after the other, the last after an "and". @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(LANGUAGE).format(names);
}

/** Sentences one after the other. @param {...string} parts  Empty ones are left out. */
export function sentences(...parts) {
  return parts.filter(Boolean).reduce((before, next) => (before ? t("{before} {next}", { before, next }) : next), "");
}

/** A whole number with its thousands set apart. @param {number} number */
export function grouped(number) {
  return number.toLocaleString(LANGUAGE);
}

/**
 * A message of the server, with its texts in the language of the page: `{"template": …, "values": {…}}` becomes words.
 * Any other string is data, such as a name that a person typed, and stays as it is.
 * @param {string} json
 * @returns {any}
 */
export function heard(json) {
  return JSON.parse(json, (_, value) => (value?.template === undefined ? value : t(value.template, value.values)));
}

/** @type {Promise<void> | null} */
let rest = null;

let isWhole = !told.rest; // true once all texts are loaded

/** True if all words of the language are here, those too that the page does not begin with. */
export function hasAllWords() {
  return isWhole;
}

/** Fetch the words that the page does not begin with, once; without them English stays. */
export function restOfWords() {
  rest ??= fetchRest().catch(() => {
    rest = null; // to be tried again
  });
  return rest;
}

async function fetchRest() {
  if (!told.rest) return;
  const answer = await fetch(new URL(told.rest, import.meta.url));
  if (!answer.ok) return;
  Object.assign(told.words, await answer.json());
  isWhole = true;
}

/** @param {string | undefined} text @param {Record<string, string | number>} values */
function put(text = "", values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
