// Scripts and styles that the page loads on first use.

import { note } from "./announce.js";
import { h, recall, remember } from "./dom.js";
import { Screen } from "./screen.js";
import { restOfWords, t } from "./words.js";

/**
 * Load a script, and the words of the server's answers to it.
 * @template T
 * @param {() => Promise<T>} load  Its `import()`.
 * @param {string} path  The same script as built beside `built/main.js`.
 * @returns {Promise<T>}
 */
export async function fetched(load, path) {
  // with another address, because a browser may cache the failure
  const again = () => import(new URL(`./${path}?${Date.now()}`, import.meta.url).href);
  const [script] = await Promise.all([load().catch(again), restOfWords()]);
  return script;
}

/** Note that loading failed. */
export function missed() {
  note(t("This page could not be loaded. Is the server running?"), "error");
}

/**
 * Load and build a part once; null after a note if it cannot be loaded.
 * @template {{part: any}} Owner
 * @param {Owner} owner
 * @param {string} name  Its style sheet is `css/screens/NAME.css`.
 * @param {() => Promise<{build(owner: any): any}>} load
 */
export async function builtPart(owner, name, load) {
  if (owner.part) return owner.part;
  try {
    const [script] = await Promise.all([fetched(load, `screens/${name}.js`), styled(name)]);
    owner.part ??= script.build(owner);
  } catch {
    missed();
  }
  return owner.part;
}

/** Style sheets by the name of their part, loaded or on their way. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();

/** Load the style sheet of a part, once for all who wait for it. @param {string} name */
function styled(name) {
  const sheet = sheets.get(name) ?? new Promise((resolve, reject) => {
    const href = new URL(`./screens/${name}.css`, import.meta.url).href; // built beside `built/main.js`
    const error = () => (link.remove(), sheets.delete(name), reject(new Error(href)));
    const link = h("link", { rel: "stylesheet", href, on: { load: resolve, error } });
    document.head.append(link);
  });
  sheets.set(name, sheet);
  return sheet;
}

/**
 * A part from the script of a screen, with any of the methods of a screen.
 * @typedef {{ enter(rest: string[]): Promise<void> | void, leave?(): void, show?(): void, key?(key: string): boolean,
 *   step?(by: number): boolean | void, hear?(event: any): void }} Part
 */

/** A screen that loads its script and style on first use. */
export class FetchedScreen extends Screen {
  /**
   * @param {import("../main.js").App} app
   * @param {string} name
   * @param {string} title
   * @param {() => Promise<{build(screen: any): Part}>} load
   */
  constructor(app, name, title, load) {
    super(app, name, title);
    this.load = load;
    /** @type {Part | null} */
    this.part = null;
  }

  /** @param {string[]} rest */
  async enter(rest) {
    const part = await builtPart(this, this.name, this.load);
    if (this.app.mode === this) await part?.enter(rest);
  }

  leave() {
    this.part?.leave?.();
  }

  show() {
    this.part?.show?.();
  }

  /** @param {number} by */
  step(by) {
    return this.part?.step ? this.part.step(by) : false;
  }

  /** @param {string} key */
  key(key) {
    return this.part?.key?.(key) ?? false;
  }
}

/** A folded part of a panel that loads its script and style when it is first opened. */
export class Drawer {
  /**
   * @param {import("../main.js").App} app
   * @param {string} name
   * @param {string} title
   * @param {() => Promise<{build(drawer: Drawer): {show(isNew: boolean): void}}>} load
   */
  constructor(app, name, title, load) {
    this.app = app;
    this.name = name;
    this.load = load;
    /** @type {{show(isNew: boolean): void} | null} */
    this.part = null;
    this.aside = h("span", { class: "aside-title muted" });
    this.host = h("div", {});
    this.element = h("details", { class: `card drawer ${name}`, open: recall(name, false),
      on: { toggle: () => this.toggle() } }, h("summary", {}, h("h2", {}, title), " ", this.aside), this.host);
  }

  toggle() {
    remember(this.name, this.element.open);
    this.show();
  }

  /** Show the current state; `isNew` is true if there may be news about the same position. */
  async show(isNew = false) {
    if (!this.element.open) return;
    (await builtPart(this, this.name, this.load))?.show(isNew);
  }
}
