// The words of the page in the language of its reader. The texts in the code are English, and the keys of the catalogue.

/**
 * @typedef {object} Told  A catalogue, as the server puts it before the script.
 * @property {string} language
 * @property {string[]} plurals  The categories of plural forms, in the order of the forms.
 * @property {Record<string, string | string[]>} words  By each text its translation, or all plural forms.
 */

/** @type {Told} */
const told = /** @type {any} */ (window).outflankWords ?? { language: "en", plurals: ["one", "other"], words: {} };
const plurals = new Intl.PluralRules(told.language);

/** The language of the page. */
export const LANGUAGE = told.language;

/**
 * A text with values put in where it says `{name}`.
 * @param {string} text  Literal English, so that it can be found and translated.
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  const found = told.words[text];
  return put(typeof found === "string" ? found : text, values);
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

function put(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
