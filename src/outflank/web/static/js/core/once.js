// Work that a second press must not begin again while it runs.

/** @type {Map<string, Promise<any>>} */
const running = new Map();

/**
 * Begin work, or join the work of the same key that still runs.
 * @template T
 * @param {string} key
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function once(key, work) {
  const known = running.get(key);
  if (known) return known;
  const done = work().finally(() => running.delete(key));
  running.set(key, done);
  return done;
}
