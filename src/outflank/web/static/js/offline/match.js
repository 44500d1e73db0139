// A game in the browser: its moves, its players, and its state as the server would send it.

import { PLAYERS } from "./players.js";
import { after, moveOf, movesOf, nameOf, signsOf, write } from "./rules.js";
import { chooses, flipsIn, lineOf, mustPass, resultOf, viewOf } from "./views.js";
import { t } from "../core/words.js";

/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("../core/protocol.js").GameState} GameState */
/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */
/** @typedef {"undo" | "redo" | "resign" | "restart" | "pause" | "resume"} Change */

/**
 * A game as this browser stores it.
 * @typedef {KeptGame & {seats: string[], unsent: boolean, pace: number}} OwnGame
 *   `unsent` is true until the server has stored all its moves; `seats` are the names of its players.
 */

export const PERSON = "human";

/** A name for a game that nothing else has, as the server would make it. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** True if a player is a person or plays in the browser. @param {string} player */
export function isHere(player) {
  return player === PERSON || Object.hasOwn(PLAYERS, player);
}

export class LocalMatch {
  /**
   * @param {{id: string, seats: string[], labels: string[], start: string, moves?: string[], resigned?: number | null,
   *   pace?: number, created?: number}} fields  `labels` are the players' names, empty for a person.
   */
  constructor({ id, seats, labels, start, moves = [], resigned = null, pace = 0, created = 0 }) {
    const positions = lineOf(start, moves);
    if (!positions) throw new Error("not a game of Othello");
    this.id = id;
    this.seats = seats;
    this.labels = labels;
    this.positions = positions;
    this.moves = [...moves];
    this.pace = pace;
    this.created = created || Date.now() / 1000;
    this.changed = this.created;
    /** @type {number | null} */
    this.resigned = resigned;
    /** @type {string[]} */
    this.undone = []; // the next to redo is last
    this.revision = 0;
    this.paused = false;
    this.thinking = false;
  }

  /** Read a stored game; null if its rules or players are not those of this browser.
   * @param {OwnGame} game @returns {LocalMatch | null} */
  static of(game) {
    const { id, seats, players: labels, start, moves, result, pace, created } = game;
    if (game.kind !== "othello" || !lineOf(start, moves)) return null;
    const resigned = result?.how === "resigned" ? result.loser : null;
    return new LocalMatch({ id, seats, labels, start, moves, resigned, pace, created });
  }

  /** @returns {Position} */
  get position() {
    return this.positions[this.positions.length - 1];
  }

  /** The seats of people. */
  get persons() {
    return this.seats.flatMap((player, seat) => (player === PERSON ? [seat] : []));
  }

  get isOver() {
    return this.resigned !== null || !movesOf(this.position).length;
  }

  get result() {
    return this.isOver ? resultOf(this.position, this.resigned) : null;
  }

  /** The player to move, if it is a program and may move. */
  get program() {
    const player = this.seats[this.position.turn];
    return this.isOver || this.paused || player === PERSON ? null : player;
  }

  // --- changes -------------------------------------------------------------------------------------------------------

  /** Play a move; false if it is illegal. @param {string} name */
  push(name) {
    const move = this.isOver ? undefined : moveOf(this.position, name);
    if (!move) return false;
    this.moves.push(nameOf(this.position, move));
    this.positions.push(after(this.position, move));
    this.undone = [];
    this.note();
    return true;
  }

  /** Change the game; false if that is impossible. @param {Change} what */
  change(what) {
    const done = { undo: () => this.undo(), redo: () => this.redo(), resign: () => this.resign(),
      restart: () => this.restart(), pause: () => this.pause(true), resume: () => this.pause(false) }[what]();
    if (done) this.note();
    return done;
  }

  undo() {
    if (this.resigned !== null) {
      this.resigned = null;
      return true;
    }
    const { persons } = this;
    let at = this.moves.length - 1;
    while (persons.length && at >= 0 && !chooses(this.positions[at], persons)) at--;
    if (at < 0) return false;
    while (this.moves.length > at) {
      this.undone.push(/** @type {string} */ (this.moves.pop()));
      this.positions.pop();
    }
    if (!persons.length) this.paused = true;
    return true;
  }

  redo() {
    if (!this.undone.length || this.isOver) return false;
    do {
      const { undone } = this;
      this.push(/** @type {string} */ (undone.pop()));
      this.undone = undone;
    } while (this.undone.length && this.persons.length && !chooses(this.position, this.persons));
    return true;
  }

  resign() {
    if (this.isOver) return false;
    this.resigned = this.persons.length === 1 ? this.persons[0] : this.position.turn;
    return true;
  }

  restart() {
    this.positions = this.positions.slice(0, 1);
    Object.assign(this, { moves: [], undone: [], resigned: null, paused: false });
    return true;
  }

  /** @param {boolean} on */
  pause(on) {
    this.paused = on;
    return true;
  }

  note() {
    this.revision++;
    this.changed = Date.now() / 1000;
  }

  // --- messages ------------------------------------------------------------------------------------------------------

  /** The state of the game.
   * @param {boolean} isOwn  False for a game that can only be looked at. @returns {GameState} */
  state(isOwn) {
    const { position, seats } = this;
    return { type: "game", game: this.id, revision: this.revision, kind: "othello", names: [t("Black"), t("White")],
      seats, labels: this.labels.map((label) => label || t("A person")), start: write(this.positions[0]),
      moves: this.moves.map((move, i) => ({ seat: this.positions[i].turn, move, flips: flipsIn(this.positions[i], move),
        skipped: [], seconds: 0, found: null })
      ), opening: "", undone: this.undone.length, view: viewOf(position), must_pass: mustPass(position),
      paused: this.paused, thinking: this.thinking, clock: null, result: this.result, pace: this.pace,
      kept: this.moves.length > 0, shared: false, rated: false, tournament: "", offers: [], next: "", counts: false,
      people: seats.map((player) => player === PERSON ? { name: "", waits: false, here: true } : null), watching: 0,
      you: isOwn ? this.persons : [], part: isOwn, owner: isOwn };
  }

  /** The game as this browser stores it, not yet sent. @returns {OwnGame} */
  stored() {
    const { persons, position } = this;
    return { id: this.id, kind: "othello", players: this.labels, persons, own: persons.length === 1 ? persons[0] : null,
      start: write(this.positions[0]), moves: this.moves, n_moves: this.moves.length, cells: signsOf(position),
      width: position.size, result: this.result, opening: "", created: this.created, changed: this.changed, name: "",
      reviewed: false, part: true, seats: this.seats, unsent: true, pace: this.pace };
  }
}
