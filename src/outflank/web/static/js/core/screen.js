// Screens replace the board and its panels: home, lists, lessons, texts.

import { by, h } from "./dom.js";

/** A part of the page with its own address, `#/name`, and no game on the board. */
export class Screen {
  /**
   * @param {import("../main.js").App} app
   * @param {string} name  Its name in the address.
   * @param {string} title  Its name for a screen reader.
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
   * Show the screen, or follow a change of its address.
   * @param {string[]} _rest  The parts of the address after its name.
   * @returns {Promise<void> | void}
   */
  enter(_rest) {}

  leave() {}

  /** Redraw after a change of settings, or when computer output is hidden or shown. */
  show() {}

  // Methods of a part with a board, empty here unless a screen has its own board. The browser then keeps the keys that
  // step through a game.

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

  /** Handle a key. True if it has a meaning here. @param {string} _key */
  key(_key) {
    return false;
  }

  /** @returns {string} */
  get transcript() {
    return "";
  }
}
