// The words of the page in the language of its reader. The texts in the code are English, and the keys of the catalogue.

/**
 * @typedef {object} Told  A catalogue, as the server puts it before the script.
 * @property {string} language
 * @property {string[]} plurals  The categories of plural forms, in the order of the forms.
 * @property {Record<string, string | string[]>} words  By each text its translation, or all plural forms.
 * @property {string} [rest]  Where the words are that the page does not begin with.
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

/**
 * A text, already with its other values, with elements put in where it still says `{name}`; for a list of children.
 * @param {string} text
 * @param {Record<string, Node>} elements
 * @returns {(string | Node)[]}
 */
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
 * A text of the server's. It is not literal: it may have been put together there, of what the catalogue knows as
 * patterns such as `no player {0} is offered here`. English stays where nothing fits.
 * @param {string} text
 * @returns {string}
 */
export function said(text) {
  if (LANGUAGE === "en" || !text) return text;
  const whole = told.words[text];
  if (typeof whole === "string") return whole;
  for (const { pattern, translation, order } of patterns()) {
    const found = pattern.exec(text);
    if (found) return put(translation, Object.fromEntries(order.map((name, i) => [name, said(found[i + 1])])));
  }
  return text;
}

/** The fields of messages that hold the server's words, or lists of them. */
const SPOKEN = new Set(
  "message words notice notes labels names title goal label promise about group noun reason stopped story sentence".split(" "),
);

const OWN = "Your own"; // the group of players to which somebody gave a name, as the server calls it

/** A message of the server's, with its words in the language of the page. @param {string} text @returns {any} */
export function heard(text) {
  const isTyped = text.startsWith('{"type":"arena"'); // a tournament's names are those of its players
  return LANGUAGE === "en" || isTyped ? JSON.parse(text) : JSON.parse(text, inOwnWords);
}

/**
 * A field of a message. What a person is called stays as it is, whatever it says.
 * @this {any}
 * @param {string} name
 * @param {any} value
 */
function inOwnWords(name, value) {
  if (name === "choices") return value.map((/** @type {[string, string]} */ [choice, words]) => [choice, said(words)]);
  if (!SPOKEN.has(name) || (name === "label" && this.group === OWN)) return value;
  if (name === "labels") return value.map((/** @type {string} */ label, /** @type {number} */ seat) => (this.people?.[seat] ? label : called(label)));
  if (typeof value === "string") return said(value);
  return Array.isArray(value) ? value.map((each) => (typeof each === "string" ? said(each) : each)) : value;
}

/** What a program is called, with its settings: `Outflank, level 5`. @param {string} label */
export function called(label) {
  return label.split(", ").map(said).reduce((before, next) => t("{before}, {next}", { before, next }));
}

/** @type {Promise<void> | null} */
let rest = null;

let isWhole = !told.rest; // whether all words are here

/** Whether all words of the language are here, those too that the page does not begin with. */
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
  const answer = await fetch(told.rest);
  if (!answer.ok) return;
  Object.assign(told.words, await answer.json());
  compiled = null;
  isWhole = true;
}

/** @type {{pattern: RegExp, translation: string, order: string[]}[] | null} */
let compiled = null;

/** What the catalogue has of texts with gaps, those that say most first. */
function patterns() {
  compiled ??= Object.entries(told.words)
    .filter(([text, translation]) => typeof translation === "string" && /\{\d\}/.test(text))
    .sort(([a], [b]) => b.replace(/\{\d\}/g, "").length - a.replace(/\{\d\}/g, "").length)
    .map(([text, translation]) => ({
      pattern: new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d\}/g, "(.+?)")}$`, "s"),
      translation: String(translation),
      order: [...text.matchAll(/\{(\d)\}/g)].map((found) => found[1]),
    }));
  return compiled;
}

/** @param {string | undefined} text @param {Record<string, string | number>} values */
function put(text = "", values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
