// The board at home: the game to continue, the puzzle of the day, or the start of a game; a move on it counts.

import { announce } from "../core/announce.js";
import { Board } from "../board/board.js";
import { lookAtStart } from "../core/homeasks.js";
import { fill, h } from "../core/dom.js";
import { dateOf, titleOf } from "../board/kept.js";
import { characterCalled, characterOf, faceOf, isProgram } from "../board/faces.js";
import { results } from "./results.js";
import { keepSolving, solvingOf } from "../core/solving.js";
import { n, sentences, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */
/** @typedef {import("../core/protocol.js").View} View */

export class HomeBoard {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    /** @type {KeptGame | null} */
    this.last = null; // the person's latest game
    /** @type {any} */
    this.setup = null; // of the game that a move on the start position begins
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((move) => this.choose(move), this.boardHost);
    this.top = h("div", { class: "hearth-top" });
    this.words = h("p", { class: "hearth-words", role: "status" });
    this.element = h("section", { class: "hearth-board", "aria-label": t("Board") }, this.top, this.boardHost,
      this.words);
    /** @type {{key: string, view: View} | null} */
    this.puzzle = null;
    this.isFirst = true; // true before the first answer to the puzzle
    this.what = ""; // "start", "continue" or "puzzle"
    this.number = 0; // of the latest change
  }

  /** Show the start of a game with a set-up, unless there is something better. @param {any} setup */
  invite(setup) {
    this.setup = setup;
    if (this.what === "start") this.start();
  }

  /** Show the best thing to do: an unfinished game, the puzzle of the day, or for a first visitor the start. */
  async turnTo() {
    const { last } = this;
    if (last && !last.result && last.part) await this.continue(last);
    else if (last || Object.keys(results()).length) await this.day();
    else await this.start();
  }

  /** The board is cleared, so that the page has one board at a time. */
  end() {
    this.number++;
    this.what = "";
    fill(this.boardHost);
    this.board.shape = "";
  }

  /** @param {{kind: string, start: string, moves: string[], since: number}} fields @returns {Promise<View | null>} */
  async view(fields) {
    const number = ++this.number;
    const answer = await this.app.connection.request("look", fields).catch(() => null);
    return number === this.number && answer ? answer.views.at(-1) : null;
  }

  // --- the three boards ---------------------------------------------------------------------------------------------

  async start() {
    this.what = "start";
    const { kind, seats, size, mirrored } = this.setup;
    const info = this.app.kinds[kind];
    const isUsual = info.names.length === 2 && size === info.sizes[0] && !mirrored; // begins as the server shows it
    const shown = isUsual ? kind : Object.keys(this.app.kinds)[0];
    const view = await this.view(lookAtStart(shown));
    if (!view) return;
    const opponent = seats.find((/** @type {string} */ seat) => seat !== "human") ?? "";
    fill(this.top, faceOf(characterOf(info, opponent), !opponent),
      h("strong", {}, info.players.find((each) => each.name === opponent)?.label ?? t("Your board")));
    const open = isUsual && seats[0] === "human";
    this.words.textContent = open ? t("Press a dot to begin.") : t("Press Play to begin.");
    this.board.show(view, { kind: shown, open });
  }

  /** @param {KeptGame} game */
  async continue(game) {
    const { kind, start, moves } = game;
    const view = await this.view({ kind, start, moves, since: moves.length });
    if (!view) return this.start();
    this.what = "continue";
    const info = this.app.kinds[game.kind];
    const last = game.moves.at(-1) ?? null;
    const isYours = view.turn !== null
      && (game.own === null ? game.persons.includes(view.turn) : game.own === view.turn);
    fill(this.top,
      h("a", { class: "continue", href: `#/play/${game.id}` },
        faceOf(characterIn(game, info), !game.players.some((label) => isProgram(info, label))),
        h("span", {}, h("strong", {}, t("Continue")), " ", h("span", { class: "muted" }, titleOf(game, info)))));
    this.words.textContent = t("Your game of {date} goes on here.", { date: dateOf(game) });
    this.board.show(view, { kind: game.kind, last: last === "pass" ? null : last, open: isYours });
  }

  /** Show the puzzle of the day. */
  async day() {
    const number = ++this.number;
    const answer = await this.app.connection.request("daily").catch(() => null);
    if (number !== this.number) return;
    if (!answer?.puzzle) return this.start();
    this.what = "puzzle";
    this.puzzle = answer.puzzle;
    this.isFirst = answer.right === null;
    const { key, view } = answer.puzzle;
    const isSolved = answer.right || solvingOf(key)?.isOver;
    const side = [t("Black"), t("White")][view.turn];
    fill(this.top, h("strong", {}, t("Puzzle of the day")), h("a", { href: "#/practice/puzzles" }, t("More puzzles")));
    this.words.textContent = isSolved
      ? t("You have solved it. The next one comes tomorrow.")
      : t("{side} to move. Which move is clearly the best?", { side });
    this.board.show(view, { kind: "othello", open: !isSolved });
  }

  // --- a move -------------------------------------------------------------------------------------------------------

  /** @param {string} move */
  async choose(move) {
    const { app, what } = this;
    if (!this.board.shown.open || !(move in (this.board.view?.legal ?? {}))) return;
    if (what === "puzzle") {
      await this.solve(move);
      return;
    }
    const isOpen = what === "continue" && this.last ? await app.open(this.last.id) : await app.begin(this.setup);
    if (isOpen && app.mode === app.modes.play) await app.modes.play.choose(move);
  }

  /** Judge an answer to the puzzle of the day. @param {string} move */
  async solve(move) {
    const { puzzle, app } = this;
    if (!puzzle) return;
    const found = await app.ask("solve", { key: puzzle.key, move, first: this.isFirst, hinted: false });
    if (!found || puzzle !== this.puzzle || this.what !== "puzzle") return;
    this.isFirst = false;
    const isRight = "margin" in found;
    keepSolving(puzzle.key, { isFirst: false, isHinted: false, isOver: isRight, isRight });
    const [played] = found.line;
    this.board.show(found.views[1], { kind: "othello", last: played, flips: found.views[0].legal[played] ?? [],
      open: false });
    this.words.textContent = isRight
      ? sentences(t("Right."), t("{move} is the best move.", { move: played }))
      : sentences(n("{move} loses {count} disc.", "{move} loses {count} discs.", found.loss, { move }),
        t("Try again."));
    announce(this.words.textContent);
    if (!isRight) {
      setTimeout(() => this.what === "puzzle" && this.board.show(puzzle.view, { kind: "othello", open: true }), 1400);
    }
  }
}

/** The first character among the players of a stored game.
 * @param {KeptGame} game @param {import("../core/protocol.js").KindInfo} info */
function characterIn(game, info) {
  return game.players.map((label) => characterCalled(info, label)).find(Boolean) ?? null;
}
