// A part of a panel that is folded up at first: its script and its style are fetched when it is first opened.

import { h, recall, remember } from "./dom.js";
import { builtPart } from "./parts.js";

export class Drawer {
  /**
   * @param {import("../main.js").App} app
   * @param {string} name  That of its script, in which `build(drawer)` gives `show(isNew)`.
   * @param {string} title
   */
  constructor(app, name, title) {
    this.app = app;
    this.name = name;
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

  /** Show what is so now; `isNew` is whether more may be known of what is shown already. */
  async show(isNew = false) {
    if (!this.element.open) return;
    (await builtPart(this, this.name))?.show(isNew);
  }
}
