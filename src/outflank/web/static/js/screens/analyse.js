// Analysis: values and lines for the position on the board, the moves with variations, the graph.

import { announce, note, sentence } from "../core/announce.js";
import { button, fill, h } from "../core/dom.js";
import { showEvaluation } from "../board/evalbar.js";
import { explain, explains } from "../board/explain.js";
import { select } from "../core/fields.js";
import { Examining } from "./examining.js";
import { builtPart, Drawer } from "../core/later.js";
import { fillMoves } from "../board/movelist.js";
import { emptiesOf } from "../core/protocol.js";
import { set, settings } from "../core/settings.js";
import { LinePreview } from "./linepreview.js";
import { basis, basisInWords, isProven, moveName, outlook, short, written } from "../board/values.js";
import { decimal, n, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").View} View */

export class Analyse extends Examining {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "analyse");
    this.on = false;
    this.stream = 0;
    this.words = "";
    this.shownText = "";
    this.isFilling = false; // true while the list of lines is filled
    /** @type {number | null} */
    this.pointed = null; // the line under the pointer or the keyboard focus
    /** @type {any} */
    this.part = null; // once loaded: comments, marks, the saved study
    /** @type {HTMLButtonElement} */
    this.best;
    /** @type {HTMLButtonElement} */
    this.toggle;
    this.explorer = new Drawer(this.app, "explorer", t("Explorer"), () => import("./later/explorer.js"));
    this.preview = new LinePreview(app);
    this.build();
  }

  build() {
    this.toggle = button(t("Engine"), () => this.press(!this.on), { class: "toggle", "aria-pressed": "false" });
    const tops = [[1, t("best move")], ...[2, 3, 5].map((count) => [count, t("{count} best", { count })]), [60,
      t("all moves")]];
    this.top = select(tops, settings.top, (value) => this.setTop(Number(value)), {
      "aria-label": t("Number of best moves to value"),
    });
    this.status = h("p", { class: "engine-status small", "aria-live": "off" });
    this.best = button(t("Line"), () => this.toggleLine(), { "aria-pressed": String(settings.line),
      "aria-label": t("Show the best line on the board"), "aria-keyshortcuts": "v" });
    const point = (/** @type {any} */ event) => {
      const row = event.target.closest("li");
      this.point([...this.lines.children].indexOf(row));
      if (event.pointerType === "mouse") this.previewLine(row);
    };
    this.lines = h("ol", { class: "lines", tabindex: -1,
      on: { pointerover: point, focusin: point, pointerleave: () => (this.preview.hide(), this.point(-1)),
        focusout: () => this.point(-1) } });
    this.reasons = h("div", {});
    this.tools = h("div", { class: "actions" });
    this.present = h("div", {});
    this.notes = h("div", {});
    fill(this.panel,
      h("div", { class: "card engine" }, h("div", { class: "bar" }, this.toggle, this.top, this.best), this.status,
        this.lines, this.reasons), h("div", { class: "card played" }, this.present, this.moves, this.tools),
      this.explorer.element, this.graphCard, this.notes,
      h("div", { class: "actions" }, button(t("Play from here"), () => this.playOn(), { class: "primary" }),
        button(t("Edit position …"), () => this.app.dialogs.edit()),
        button(t("Paste …"), () => this.app.dialogs.paste()),
        button(t("Game tree …"), () => this.app.dialogs.tree(this.examined.study.current.view)),
        button(t("Review"), () => this.app.reviewExamined()), button(t("Clear"), () => this.clear())));
  }

  async enter() {
    const isGiven = location.hash.includes("?"); // then the address has a game, which is examined next
    const prepared = this.prepare();
    await super.enter();
    const part = await prepared;
    if (this.app.mode !== this) return;
    this.draw();
    if (!isGiven) await part?.bringBack();
    const { hidden, isUnderway, lost, mode } = this.app;
    if (settings.engine && !this.on && !hidden && !isUnderway && !lost && mode === this) this.turn(true);
  }

  /** Load the part with the notes; null if that fails. */
  prepare() {
    return builtPart(this, "notes", () => import("./later/notes.js"));
  }

  leave() {
    this.preview.hide();
    if (this.on) this.turn(false);
    this.part?.leave();
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /** @param {number[]} [flips] */
  async show(flips = []) {
    const { node } = this;
    if (this.app.mode !== this || !node.view) return;
    this.draw(flips);
    const { view } = node;
    this.showAround(view, view.over ? this.examined.outcome(view) : this.toMove(view));
    this.app.stage.showPass("pass" in view.legal);
    this.showTools();
    fill(this.present, this.app.presentBar());
    if (this.shownText !== view.text) fill(this.reasons);
    if (this.on && this.shownText !== view.text) this.ask();
    this.shownText = view.text;
    this.explorer.show();
  }

  /** Draw the list of moves again, for example because somebody else has moved in a shared study. */
  listMoves() {
    fillMoves(this.moves, this.examined.entries((to) => this.examined.go(to)), this.examined.names);
  }

  /** @param {View} view */
  toMove(view) {
    return n("{name} to move, {count} empty", "{name} to move, {count} empty", emptiesOf(view), {
      name: this.examined.names[view.turn ?? 0],
    });
  }

  /** Redraw everything that changes with the engine's updates. @param {number[]} [flips] */
  draw(flips = []) {
    const { node } = this;
    if (!node.view) return;
    const known = this.app.hidden || this.part?.isAsked ? undefined : this.examined.known(node.view);
    this.app.board.show(node.view, { kind: this.examined.kind, last: this.last, flips, open: true,
      values: known ? known.moves.slice(0, settings.top) : [],
      line: known?.moves[this.pointed ?? (settings.line ? 0 : -1)]?.pv, over: this.part?.over });
    this.showLines(known);
    this.showBar();
    if (!this.app.hidden) this.graph.show(...this.examined.graph());
    this.part?.draw();
  }

  /** Show the evaluation in the bar beside the board. */
  showBar() {
    const known = this.app.hidden || this.part?.isAsked ? null : this.examined.value(this.node);
    showEvaluation(known && { value: known.value, basis: basisInWords(known.found) }, this.examined.names);
  }

  /** Draw the line under the pointer or the keyboard focus on the board. @param {number} line  Negative for none. */
  point(line) {
    const pointed = line < 0 ? null : line;
    if (pointed === this.pointed || this.isFilling) return;
    this.pointed = pointed;
    if (this.app.mode === this && this.node.view) this.draw();
  }

  /** Show the end of a line on a small board beside it. @param {Element | null} row */
  previewLine(row) {
    const { view } = this.node;
    const known = view && this.examined.known(view)?.moves[[...this.lines.children].indexOf(/** @type {any} */ (row))];
    if (row && view && known && known.pv.length > 1) this.preview.show(row, this.examined.kind, view.text, known.pv);
    else this.preview.hide();
  }

  toggleLine() {
    set("line", !settings.line);
    this.best.setAttribute("aria-pressed", String(settings.line));
    announce(settings.line ? t("The best line is shown on the board.") : t("The best line is not shown on the board."));
  }

  /** @param {import("../core/protocol.js").Analysis | undefined} known */
  showLines(known) {
    const { node } = this;
    const lines = known ? known.moves.slice(0, settings.top) : [];
    this.isFilling = true; // removed elements lose the focus without an event
    fill(this.lines,
      ...lines.map((found, i) =>
        h("li", { class: i === 0 ? "line best" : "line" },
          h("span", { class: "line-value", title: outlook(found) }, found.value === null ? "–" : written(found)),
          h("span", { class: `line-basis ${found.kind}`, title: basisInWords(found) }, shortBasis(found)),
          h("span", { class: "pv" }, ...found.pv.slice(0, 14).map(moveName).map((move, k) =>
            h("button", { type: "button", class: "pv-move",
              "aria-label": k ? t("Play the line up to {move}", { move }) : t("Play {move}", { move }),
              on: { click: () =>
                this.examined.playAll(found.pv.slice(0, k + 1)) } }, move)
          )), explains(this.examined.kind, node.view)
          ? h("button", { type: "button", class: "link why-button",
            "aria-label": t("Why {move}?", { move: found.move }), on: { click: () =>
              this.explain(found.move) } }, t("Why?"))
          : null)
      ));
    this.isFilling = false;
    const parts = [this.words];
    if (known && lines.length) {
      parts.push(outlook(lines[0]));
      if (settings.depths) {
        parts.push(t("depth {depth}", { depth: known.depth }),
          t("{positions} positions", { positions: short(known.nodes) }),
          t("{seconds} s", { seconds: decimal(known.seconds, 1) }));
      }
    }
    this.toggle.disabled = this.isBarred;
    this.status.textContent = this.app.hidden
      ? t("Computer output is hidden (z shows it).")
      : this.isBarred
      ? sentence(t("analysis of a game between people is available only after the game"))
      : parts.filter(Boolean).join(" · ")
        || t("Turn the engine on to value the moves. Values are in discs for the side to move.");
  }

  /** Show the reasons for and against a move, and for the best move if it is another one. @param {string} move */
  async explain(move) {
    const { view } = this.node;
    if (!view) return;
    const best = this.examined.known(view)?.moves[0]?.move ?? move;
    announce(await explain(this.app, this.reasons, view.text, best === move ? [move] : [move, best]));
  }

  showTools() {
    const { study } = this.examined;
    const onVariation = !study.isMain(study.current);
    fill(this.tools,
      onVariation ? button(t("Make main line"), () => this.alter(() => study.promote(study.current))) : null,
      onVariation ? button(t("Back to the main line"), () => this.backToMain()) : null,
      study.current.parent ? button(t("Delete from here"), () => this.remove()) : null);
  }

  /** Clear the analysis. */
  async clear() {
    if (await this.examined.load({ kind: this.examined.kind })) {
      note(t("The analysis is empty again."), "info", this.examined.back);
    }
  }

  /** Delete a move and all moves after it. */
  remove() {
    const { study } = this.examined;
    const { current } = study;
    const back = study.remove(current);
    this.alter(() => {});
    note(t("{move} and all moves after it are deleted.", { move: current.move }), "info", () => {
      if (this.examined.study !== study) return;
      back();
      this.examined.go(current, { isNew: true });
    });
  }

  /** @param {() => void} change */
  async alter(change) {
    change();
    this.examined.keep();
    this.shownText = "";
    await this.examined.seeAll(); // the main line may have changed
    this.show();
  }

  backToMain() {
    const { study } = this.examined;
    const { line } = this.node;
    this.examined.go(line.findLast((node) => study.isMain(node)) ?? study.root);
  }

  // --- the engine ----------------------------------------------------------------------------------------------------

  /** True in a running game between people. */
  get isBarred() {
    return this.app.isUnderway && Boolean(this.app.modes.play.state?.shared);
  }

  /** Turn the engine on or off, and remember that for the next visit. @param {boolean} on */
  press(on) {
    if (this.isBarred) return; // a key
    set("engine", on);
    this.turn(on);
    announce(on ? t("Engine on.") : t("Engine off."));
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.toggle.setAttribute("aria-pressed", String(on));
    if (on) this.ask();
    else this.stop();
  }

  stop() {
    if (this.stream) {
      this.app.connection.drop(this.stream);
      this.app.connection.request("stop", { what: "analysis" }).then(() => this.explorer.show(true), () => {});
    }
    this.stream = 0;
    this.words = "";
    this.status.classList.remove("busy");
    if (this.app.mode === this && this.node.view) this.draw();
  }

  /** @param {number} top */
  setTop(top) {
    set("top", top);
    if (this.on) this.ask();
    else this.draw();
  }

  /** Let the engine analyse the position on the board.
   * @param {(() => void) | null} [then] @param {number | null} [seconds] */
  ask(then = null, seconds = null) {
    const { view } = this.node;
    if (this.stream) this.app.connection.drop(this.stream);
    if (!view || view.over) {
      this.stop();
      return;
    }
    this.words = t("thinking");
    this.status.classList.add("busy");
    let waiting = false;
    const redraw = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        if (this.app.mode === this && this.node.view) this.draw();
      });
    };
    const how = { top: Math.min(60, settings.top), ...(seconds ? { seconds } : {}) };
    this.stream = this.examined.analyse(view, how, (event) => {
      if (event.waiting) this.words = t("waiting for a free engine");
      if (event.type === "error") {
        const isBarred = event.code === "running"; // true for every position of that game: said in place of the values
        this.words = isBarred ? sentence(event.message) : "";
        if (isBarred) announce(this.words);
        else note(sentence(event.message), "error");
      }
      const found = event.done ?? event.found;
      if (found?.notice) this.words = found.notice;
      else if (found?.moves?.length) this.words = t("thinking");
      if (event.done || event.stopped || event.type === "error") {
        this.stream = 0;
        this.status.classList.remove("busy");
        if (event.done) this.words = t("finished");
        then?.();
        if (event.done && this.on) this.sayBest(view);
        if (event.done) this.explorer.show(true);
      }
      redraw();
    });
    redraw();
  }

  /** @param {View} view */
  sayBest(view) {
    const best = this.examined.known(view)?.moves[0];
    if (best && this.node.view === view && best.value !== null) {
      announce(
        t("Best is {move}, {value}, {basis}.", { move: best.move, value: written(best), basis: basisInWords(best) }),
      );
    }
  }

  /** Play the best known move; analyse for a moment first if none is known. */
  playBest() {
    const { view } = this.node;
    if (!view || view.over) return;
    const play = () => {
      const best = this.examined.known(view)?.moves[0];
      if (best && this.node.view === view) this.examined.play(best.move);
    };
    if ("pass" in view.legal) this.examined.play("pass");
    else if (this.examined.known(view)) play();
    else this.ask(play, 1);
  }

  // --- a person's actions ------------------------------------------------------------------------------------------

  /** @param {string} move */
  choose(move) {
    if (!this.part?.choose(move)) this.examined.play(move);
  }

  /** Play on from the position on the board. @param {string} [opponent]  By default the last game's. */
  playOn(opponent) {
    const { study } = this.examined;
    const { view } = study.current;
    if (!view || view.over) {
      note(t("The game is over here."));
      return;
    }
    this.app.playFrom({ kind: this.examined.kind, start: study.start, moves: study.current.path, turn: view.turn ?? 0 },
      opponent);
  }

  /** @param {string} name */
  key(name) {
    if (name === " ") {
      if (this.node.view && this.examined.known(this.node.view)) this.playBest();
      else this.press(true);
    } else if (name === "g") this.playBest();
    else if (name === "l") this.press(!this.on);
    else if (name === "v") this.toggleLine();
    else if (name === "Backspace") this.examined.step(-1);
    else return this.part?.key(name) ?? false;
    return true;
  }
}

/** The basis of a value, in a word; the depth of an estimate only if the settings show depths.
 * @param {import("../core/protocol.js").MoveValue} found */
function shortBasis(found) {
  if (!settings.depths && !isProven(found)) return "";
  if (found.kind === "book") return t("book");
  const mark = basis(found);
  return mark === "=" ? t("exact") : mark === "±" ? t("proven") : t("d{depth}", { depth: mark });
}
