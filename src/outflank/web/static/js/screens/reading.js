// Pages to be read: their words are fetched when they are asked for.

import { note } from "../core/announce.js";
import { fill, h } from "../core/dom.js";
import { fetched } from "../core/later.js";
import { Screen } from "../core/screen.js";
import { t } from "../core/words.js";

export class Reading extends Screen {
  /**
   * @param {import("../main.js").App} app
   * @param {"rules" | "help"} name  `js/texts/NAME.js` has the words.
   * @param {string} title
   */
  constructor(app, name, title) {
    super(app, name, title);
    this.title = title;
    this.isThere = false;
  }

  /** @param {string[]} rest */
  async enter([part = ""] = []) {
    if (!this.isThere) {
      try {
        const { text } = await fetched(`texts/${this.name}`);
        fill(this.host, h("h2", {}, this.title), h("div", { class: "reading" }, ...text()));
        this.isThere = true;
      } catch {
        note(t("This page could not be fetched. Is the server there?"), "error");
        return;
      }
    }
    if (this.app.mode !== this) return;
    const section = part ? document.getElementById(`${this.name}-${part}`) : null;
    this.app.places.write(`#/${this.name}${section ? `/${part}` : ""}`);
    if (part && !section) this.app.places.miss(`${this.name}/${part}`);
    section?.scrollIntoView();
  }
}
