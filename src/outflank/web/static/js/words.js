// The words of the page in the language of its reader. The texts in the code are English, and the keys of the catalogue.

/** @type {Record<string, string | string[]>} */
const catalogue = {};

/**
 * A text with values put in where it says `{name}`.
 * @param {string} text  Literal English, so that it can be found and translated.
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(text, values = {}) {
  const found = catalogue[text];
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
  return put(count === 1 ? one : other, { count, ...values });
}

function put(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
