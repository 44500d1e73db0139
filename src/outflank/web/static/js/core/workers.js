// The browser's service workers, if it allows any.

/** The browser's service workers; undefined where it allows none: without HTTPS, or without storage. */
export function workers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** True if the service worker has started this page. */
export function isInstalled() {
  return Boolean(workers()?.controller);
}
