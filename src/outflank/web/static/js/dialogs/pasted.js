// Notes on a pasted text besides its game: corrections, omissions,
// and other games.

import { sentence } from "../core/announce.js";
import { button, fill, h } from "../core/dom.js";
import { n, t } from "../core/words.js";

export class Pasted {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.host = h("div", { class: "card pasted", role: "region", "aria-label": t("Pasted text"), hidden: true });
    /** @type {import("../board/study.js").Study | null} */
    this.study = null; // the study from the text; hidden while another is on the board
  }

  /** @param {string[]} notes  Corrections and omissions. @param {number} count  The number of other games.
   * @param {string} text */
  tell(notes, count, text) {
    const others = n("The pasted text has {count} more game.", "The pasted text has {count} more games.", count);
    this.study = notes.length || count ? this.app.examined.study : null;
    fill(this.host, notes.length ? h("ul", {}, ...notes.map((each) => h("li", {}, sentence(each)))) : null,
      count ? h("p", {}, others) : null,
      count ? h("div", { class: "actions" }, button(t("Add all to my games"), () => this.take(text))) : null);
    this.show();
  }

  /** Move to the top of a panel; hide if another study is on the board. @param {HTMLElement} [panel] */
  show(panel) {
    this.host.hidden = this.study !== this.app.examined.study;
    if (panel && this.host.parentElement !== panel) panel.prepend(this.host);
  }

  /** @param {string} text */
  async take(text) {
    this.study = null;
    await this.app.turnTo("games");
    const games = /** @type {any} */ (this.app.modes.games.part); // null if it could not be loaded
    await games?.takeFiles([new File([text], t("the pasted text"))]);
  }
}
