// A small board beside a line of the analysis under the pointer: the position at the end of the line.

import { fill, h } from "../core/dom.js";
import { thumbnail } from "../board/thumbnail.js";

const WAIT_MS = 150; // until a preview, so that a passing pointer asks for none
const SIDE = 168; // of the preview, in pixels, with its frame

export class LinePreview {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.asked = 0;
    this.host = h("div", { class: "line-preview", hidden: true, "aria-hidden": "true" });
    document.body.append(this.host);
  }

  /** Show the end of a line beside an element. @param {Element} beside @param {string} kind
   * @param {string} start  The position before the line. @param {string[]} moves */
  async show(beside, kind, start, moves) {
    const number = ++this.asked;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    if (number !== this.asked) return;
    const answer = await this.app.connection.request("look", { kind, start, moves, since: moves.length }).catch(() =>
      null
    );
    const view = answer?.views.at(-1);
    if (number !== this.asked || !view) return;
    fill(this.host, thumbnail(kind, view.cells, view.width));
    const { left, top, bottom } = beside.getBoundingClientRect();
    const isBelow = bottom + SIDE + 8 < innerHeight;
    this.host.style.left = `${Math.max(4, Math.min(left + 120, innerWidth - SIDE - 4))}px`;
    this.host.style.top = `${isBelow ? bottom + 4 : top - SIDE - 4}px`;
    this.host.hidden = false;
  }

  hide() {
    this.asked++;
    this.host.hidden = true;
  }
}
