// Pages of text, loaded on first use.

import { fill, h } from "../core/dom.js";
import { fetched, missed } from "../core/later.js";
import { Screen } from "../core/screen.js";

export class Reading extends Screen {
  /**
   * @param {import("../main.js").App} app
   * @param {"rules" | "help"} name
   * @param {string} title
   * @param {() => Promise<{text(): HTMLElement[]}>} load  Loads its text.
   */
  constructor(app, name, title, load) {
    super(app, name, title);
    this.load = load;
    this.isThere = false;
  }

  /** @param {string[]} rest */
  async enter([part = ""] = []) {
    if (!this.isThere) {
      try {
        const { text } = await fetched(this.load, `texts/${this.name}.js`);
        fill(this.host, h("h2", {}, this.title), h("div", { class: "reading" }, ...text()));
        this.isThere = true;
      } catch {
        missed();
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
