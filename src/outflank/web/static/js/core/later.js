// What the page does not begin with: screens, lessons and long texts, fetched when they are first asked for.

import { restOfWords } from "./words.js";

/** The address of a file that is built beside the page's script, `built/main.js`. @param {string} path */
export function besides(path) {
  return new URL(`./${path}`, import.meta.url).href;
}

/**
 * A module of `js/`, by its path there without the ending.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function fetched(path) {
  await restOfWords();
  const href = besides(`${path}.js`);
  try {
    return await import(href);
  } catch {
    return import(`${href}?${Date.now()}`); // a browser may remember that an address failed
  }
}
