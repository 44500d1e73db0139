// Parts of the page whose script and style are fetched when they are first looked at.

import { note } from "./announce.js";
import { h } from "./dom.js";
import { besides, fetched } from "./later.js";
import { t } from "./words.js";

/**
 * The part of something, which is built once; null if it cannot be fetched, which is said.
 * @param {{part: any}} owner
 * @param {string} name  `js/screens/later/NAME.js` exports `build(owner)`; `css/screens/NAME.css` is its style.
 */
export async function builtPart(owner, name) {
  if (owner.part) return owner.part;
  try {
    const [script] = await Promise.all([fetched(`screens/${name}`), styled(name)]);
    owner.part ??= script.build(owner);
  } catch {
    note(t("This page could not be fetched. Is the server there?"), "error");
  }
  return owner.part;
}

/** Fetch the style sheet of a screen, and wait until it is there. @param {string} name */
function styled(name) {
  return new Promise((resolve, reject) => {
    const href = besides(`screens/${name}.css`);
    if (document.querySelector(`link[href="${href}"]`)) {
      resolve(undefined);
      return;
    }
    const link = h("link", { rel: "stylesheet", href,
      on: { load: resolve, error: () => (link.remove(), reject(new Error(href))) } });
    document.head.append(link);
  });
}
