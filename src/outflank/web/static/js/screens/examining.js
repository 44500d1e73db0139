// The base of analysis and review: both show the examined game, each in its own panel.

import { by, h } from "../core/dom.js";
import { Graph } from "../board/graph.js";
import { fillMoves, movesHost } from "../board/movelist.js";
import { t } from "../core/words.js";

export class Examining {
  /** @param {import("../main.js").App} app @param {"analyse" | "review"} name */
  constructor(app, name) {
    this.app = app;
    this.examined = app.examined;
    this.name = name;
    this.panel = by(`panel-${name}`);
    this.moves = movesHost();
    const graph = h("div", {});
    this.graph = new Graph(graph, (ply) => this.examined.goTo(ply), name === "review");
    this.graphCard = h("div", { class: name === "review" ? "card insight" : "card" },
      name === "review" ? null : h("h2", {}, t("Graph")), graph);
  }

  async enter() {
    await this.examined.seeAll();
    this.show();
    this.readdress();
  }

  /** Redraw everything. @param {number[]} [_flips] */
  show(_flips) {}

  readdress() {
    this.app.places.write(this.examined.addressIn(this.name));
  }

  /** @returns {import("../board/study.js").Node} */
  get node() {
    return this.examined.study.current;
  }

  /** Show the score, status and navigation around the board.
   * @param {import("../core/protocol.js").View} view @param {string} status */
  showAround(view, status) {
    const { stage } = this.app;
    stage.showScores(this.examined.kind, this.examined.scores(view));
    stage.showStatus(status, false);
    stage.showNavigation(this.node.ply, this.examined.study.shownLine.length - 1);
    this.app.dialogs.pasted.show(this.panel);
    fillMoves(this.moves, this.examined.entries((to) => this.examined.go(to)), this.examined.names);
  }

  /** The last move, for the board to mark. */
  get last() {
    const { move } = this.node;
    return move && move !== "pass" ? move : null;
  }

  /** @param {number} by_ */
  step(by_) {
    this.examined.step(by_);
  }

  /** @param {boolean} first */
  ends(first) {
    this.examined.ends(first);
  }

  get transcript() {
    return this.examined.transcript;
  }

  get record() {
    return this.examined.record;
  }
}
