// A screen whose script and style are fetched when it is first looked at.

import { builtPart } from "./parts.js";
import { Screen } from "./screen.js";

/**
 * What such a script gives: any of the methods of a screen.
 * @typedef {{
 *   enter(rest: string[]): Promise<void> | void, leave?(): void, show?(): void, choose?(move: string): void,
 *   key?(key: string): boolean,
 * }} Part
 */

export class FetchedScreen extends Screen {
  /**
   * @param {import("../main.js").App} app
   * @param {string} name  That of its script, in which `build(screen)` gives a `Part`.
   * @param {string} title
   */
  constructor(app, name, title) {
    super(app, name, title);
    /** @type {Part | null} */
    this.part = null;
  }

  /** @param {string[]} rest */
  async enter(rest) {
    const part = await builtPart(this, this.name);
    if (this.app.mode === this) await part?.enter(rest);
  }

  leave() {
    this.part?.leave?.();
  }

  show() {
    this.part?.show?.();
  }

  /** @param {string} move */
  choose(move) {
    this.part?.choose?.(move);
  }

  /** @param {string} key */
  key(key) {
    return this.part?.key?.(key) ?? false;
  }
}
