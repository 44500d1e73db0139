// Modules that the page does not begin with: long texts, fetched when they are first asked for.

import { restOfWords } from "./words.js";

/**
 * A module of `js/`, by its path there without the ending. It may import nothing: what it needs is given to its functions.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function fetched(path) {
  await restOfWords();
  const { href } = new URL(`js/${path}.js`, document.baseURI);
  try {
    return await import(href);
  } catch {
    return import(`${href}?${Date.now()}`); // a browser may remember that an address failed
  }
}
