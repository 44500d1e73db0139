// Parts of the page whose script and style are fetched when they are first looked at.

import { note } from "./announce.js";
import { h } from "./dom.js";
import { fetched } from "./later.js";
import { TOOLS } from "./tools.js";
import { t } from "./words.js";

/**
 * The part of something, which is built once; null if it cannot be fetched, which is said.
 * @param {{part: any}} owner
 * @param {string} name  `js/screens/NAME.js` exports `build(owner, tools, below)`; `css/screens/NAME.css` is its style.
 * @param {string} [under]  Another script there, what `build` of which gives is `below`.
 */
export async function builtPart(owner, name, under) {
  if (owner.part) return owner.part;
  try {
    const [script, below] = await Promise.all([fetched(`screens/${name}`), under && fetched(`screens/${under}`), styled(name)]);
    owner.part ??= script.build(owner, TOOLS, below?.build(owner, TOOLS));
  } catch {
    note(t("This page could not be fetched. Is the server there?"), "error");
  }
  return owner.part;
}

/** Fetch a style sheet of `css/screens/`, and wait until it is there. @param {string} name */
function styled(name) {
  return new Promise((resolve, reject) => {
    const href = `css/screens/${name}.css`;
    if (document.querySelector(`link[href="${href}"]`)) {
      resolve(undefined);
      return;
    }
    const link = h("link", { rel: "stylesheet", href, on: { load: resolve, error: () => (link.remove(), reject(new Error(href))) } });
    document.head.append(link);
  });
}
