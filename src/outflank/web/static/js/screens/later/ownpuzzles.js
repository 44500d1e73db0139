// Puzzles from the reader's own games: their number, and a search for more, game by game.

import { announce } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { n, sentences, t } from "../../core/words.js";

export class OwnPuzzles {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.isWanted = false; // true until the search is stopped
    this.isSearching = false; // true while the server searches a game
    this.searched = this.found = 0; // since the search began
    this.host = h("section", { class: "card practice-own" });
  }

  /** Draw the section for an overview. @param {{own: number, unsearched: number}} overview @param {() => void} solve */
  section(overview, solve) {
    this.overview = overview;
    this.solve = solve;
    this.draw();
    return this.host;
  }

  /** Stop after the current game, because the screen is closed. */
  leave() {
    this.isWanted = false;
  }

  draw() {
    const { own, unsearched } = /** @type {{own: number, unsearched: number}} */ (this.overview);
    const words = this.isWanted
      ? sentences(
        t("Searching your games: {done} of {count}.", { done: this.searched, count: this.searched + unsearched }),
        n("{count} new puzzle.", "{count} new puzzles.", this.found),
      )
      : sentences(
        own
          ? n("There is {count} puzzle from your own games.", "There are {count} puzzles from your own games.", own)
          : t("Each time you missed a clearly best move, you get a puzzle."),
        unsearched ? n("{count} game has not been searched.", "{count} games have not been searched.", unsearched) : "",
      );
    fill(this.host, h("h3", {}, t("Puzzles from your own games")), h("p", {}, words),
      h("div", { class: "actions" },
        this.isWanted
          ? button(t("Stop"), () => this.stop(), { class: "practice-look" })
          : unsearched
          ? button(t("Look for puzzles"), () => this.begin(), { class: "practice-look" })
          : null, own ? button(t("Solve them"), () => this.solve?.()) : null,
        own || unsearched || this.isWanted
          ? null
          : h("a", { class: "button primary", href: "#/play" }, t("Play a game"))));
  }

  stop() {
    this.isWanted = false;
    this.redraw();
  }

  async begin() {
    this.isWanted = true;
    this.searched = this.found = 0;
    this.redraw();
    if (this.isSearching) return; // the running search continues
    this.isSearching = true;
    while (this.isWanted && this.overview?.unsearched) {
      const made = await this.app.ask("make_puzzles");
      if (!made) break; // an error is on screen
      this.searched++;
      this.found += made.new;
      Object.assign(this.overview, { own: made.own, unsearched: made.unsearched });
      if (this.isWanted) this.redraw();
    }
    this.isSearching = false;
    if (!this.isWanted) return;
    this.isWanted = false;
    this.redraw();
    announce(this.found ? n("{count} new puzzle.", "{count} new puzzles.", this.found) : t("No new puzzles."));
  }

  /** Redraw, and keep the focus on the button. */
  redraw() {
    const had = this.host.querySelector(".practice-look") === document.activeElement;
    this.draw();
    if (had) /** @type {HTMLElement | null} */ (this.host.querySelector("button"))?.focus();
  }
}
