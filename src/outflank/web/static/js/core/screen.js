// Screens fill the page in place of the board and its panels: home, lists, lessons, texts.

import { by, h } from "./dom.js";

/** A part of the page that has an address of its own, `#/name`, and no game on the board. */
export class Screen {
  /**
   * @param {import("../main.js").App} app
   * @param {string} name  As it stands in the address.
   * @param {string} title  What a screen reader calls it.
   */
  constructor(app, name, title) {
    this.app = app;
    this.name = name;
    this.title = title;
    this.host = h("section", { id: `screen-${name}`, class: `screen screen-${name}`, "aria-label": title,
      tabindex: "-1", hidden: true });
    by("screens").append(this.host);
  }

  /**
   * It is shown, or its address has changed.
   * @param {string[]} _rest  The parts of the address after its name.
   * @returns {Promise<void> | void}
   */
  enter(_rest) {}

  leave() {}

  /** Settings have changed, or computer output is hidden: draw what depends on them. */
  show() {}

  // Methods of a part with a board, empty here unless a screen has its own board. Keys that
  // would step through a game are the browser's then.

  /** @param {string} _move */
  choose(_move) {}

  /** @param {number} _by @returns {boolean | void} */
  step(_by) {
    return false;
  }

  /** @param {boolean} _first @returns {boolean | void} */
  ends(_first) {
    return false;
  }

  /** True if a key means something here. @param {string} _key */
  key(_key) {
    return false;
  }

  /** @returns {string} */
  get transcript() {
    return "";
  }
}
