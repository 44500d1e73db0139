// The examined game, for analysis and review: a study, the current node, and the known values of its positions.

import { announce, forgetUndo, note } from "../core/announce.js";
import { recallHere, rememberHere } from "../core/dom.js";
import { badgeOf, numbers } from "./movelist.js";
import { outcome } from "./outcome.js";
import { movesIn, queryOf, Study, USUAL } from "./study.js";
import { basisInWords } from "./values.js";
import { n, sentences, t } from "../core/words.js";

/** @typedef {import("./study.js").Node} Node */
/** @typedef {import("../core/protocol.js").View} View */
/** @typedef {import("../core/protocol.js").Analysis} Analysis */

const KEPT_AS = "examined";
const KEPT_AT = "examined.at"; // the moves to the current node
const MOST_SHOWN = 600; // moves in the list

/** @typedef {{id: string, title: string, revision: number, shared?: boolean, secret?: string}} Card  `shared` is true
 * if several people edit the study, and `secret` is a part of the link that led to it. */

/** Of a game that is no study: without an id the server stores none. @type {Card} */
const NO_CARD = { id: "", title: "", revision: 0 };

export class ExaminedGame {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.kind = USUAL;
    this.study = new Study();
    /** @type {Map<string, Analysis>} */
    this.found = new Map(); // the server's latest analysis of each position
    /** @type {string[]} */
    this.labels = ["", ""]; // the players, if known
    this.source = ""; // the id of the game, if this server played it
    /** @type {Card} */
    this.card = { ...NO_CARD };
    /** @type {Map<Node, {who: number, name: string}[]>} */
    this.present = new Map(); // the other people of a shared study, by their positions
    /** @type {(() => void) | null} */
    this.back = null; // restores the game examined before
    const kept = recallHere(KEPT_AS, null);
    if (kept) {
      this.study = Study.from({ ...kept, at: recallHere(KEPT_AT, []) });
      this.kind = kept.kind ?? this.kind;
      this.labels = kept.labels ?? this.labels;
      this.source = kept.source ?? "";
      this.card = kept.card ?? this.card;
    }
  }

  /** The server's description of this kind of game. */
  get info() {
    return this.app.kinds[this.kind] ?? this.app.kinds[USUAL];
  }

  /** The names of the sides. */
  get names() {
    return this.info.names;
  }

  /** The analysis of a position, if known. @param {View} view @returns {Analysis | undefined} */
  known(view) {
    return this.found.get(`${this.kind} ${view.text}`);
  }

  /** Store the server's analysis of a position.
   * @param {string} kind @param {string} position @param {Analysis} found */
  take(kind, position, found) {
    this.found.set(`${kind} ${position}`, found);
  }

  /**
   * Analyse a position; store its values before the callback gets them.
   * @param {View} view
   * @param {{top: number, seconds?: number}} how
   * @param {(event: any) => void} hear  As in `Connection.stream`.
   */
  analyse(view, how, hear) {
    const { kind } = this;
    const fields = { kind, position: view.text, known: this.known(view) ?? null, ...how };
    return this.app.connection.stream("analyse", fields, (event) => {
      const found = event.done ?? event.found;
      if (found?.moves?.length) this.take(kind, view.text, found);
      hear(event);
    });
  }

  get isEmpty() {
    return !this.study.start && !this.study.root.children.length;
  }

  /** True if there is more than the moves of a game: variations, a review or notes. */
  get hasWork() {
    return Boolean(this.card.id)
      || this.study.nodes.some((node) => node.children.length > 1 || node.judged || node.isNoted);
  }

  /** True if this is exactly that game, with the same number of moves.
   * @param {string} source @param {string} start @param {string[]} moves */
  isGame(source, start, moves) {
    const line = this.study.mainLine.slice(1);
    return this.source === source && this.study.start === start && line.length === moves.length
      && line.every((node, i) => node.move === moves[i]);
  }

  /** Add the new moves of a game that has gone on, and follow them if the last move was on the board.
   * @param {string[]} moves */
  async goOn(moves) {
    const { study } = this;
    const line = study.mainLine;
    const known = line.slice(1).map((node) => node.move);
    if (known.length >= moves.length || known.some((move, i) => move !== moves[i])) return;
    const end = line[line.length - 1];
    const last = study.extend(end, moves.slice(known.length));
    if (study.current === end) study.current = last;
    await this.see(last);
    this.keep();
  }

  /** The node at ply `at` of a line of this game; null for another game or unknown moves.
   * @param {{kind: string, start: string, moves: string[], at: number | null}} where */
  find({ kind, start, moves, at }) {
    if (kind !== this.kind || start !== this.study.start) return null;
    let node = this.study.root;
    const line = [node];
    for (const move of moves) {
      const next = node.child(move);
      if (!next) return null;
      line.push(node = next);
    }
    return line[at ?? moves.length] ?? null;
  }

  /**
   * Examine another game at ply `at`, or at its end. `back` restores the game examined before; a note offers this if
   * that game held work or exists nowhere else.
   * @param {{kind?: string, start?: string, moves?: string[], tree?: string, at?: number | null, labels?: string[],
   *   source?: string, card?: Card, views?: View[] | null}} given  `views` are the positions on the way, if
   *   the server has sent them already. `tree` is the game with its variations in the server's form, `card` its study.
   */
  async load(
    { kind = USUAL, start = "", moves = [], tree = "", at = null, labels = ["", ""], source = "", card = NO_CARD,
      views = null },
  ) {
    const back = this.isEmpty ? null : this.restorer;
    const isMissed = !this.isEmpty && !this.card.id && (!this.source || this.hasWork);
    const study = new Study(start);
    if (tree) study.grow(JSON.parse(tree));
    if (tree) moves = study.mainLine.slice(1).map((node) => node.move);
    const answer = views ? { moves, views } : await this.app.ask("look", { kind, start, moves, since: 0 });
    if (!answer) {
      await this.app.mode.enter?.();
      return false;
    }
    study.extend(study.root, answer.moves);
    this.app.modes.review.drop();
    this.kind = kind;
    this.study = study;
    this.labels = labels;
    this.source = source;
    this.card = { ...card };
    const line = study.mainLine;
    answer.views.forEach((/** @type {View} */ view, /** @type {number} */ i) => (line[i].view = view));
    this.learn(line);
    study.current = line[at ?? line.length - 1] ?? line[line.length - 1];
    this.back = back;
    this.keep();
    await this.app.mode.show?.();
    if (isMissed) note(t("Another game is open now."), "info", back);
    return true;
  }

  /** A function that restores the currently examined game. */
  get restorer() {
    const { kind, study, labels, source, card } = this;
    return async () => {
      this.app.modes.review.drop();
      Object.assign(this, { kind, study, labels, source, card });
      this.keep();
      await this.seeAll();
      await this.app.mode.show?.();
    };
  }

  /** Fetch the missing views on the way to a node. False if the server does not answer. @param {Node} node */
  async see(node) {
    const line = node.line;
    const since = line.findIndex((each) => !each.view);
    if (since < 0) return true;
    const answer = await this.app.ask("look", { kind: this.kind, start: this.study.start, moves: node.path, since });
    if (!answer) return false;
    answer.views.forEach((/** @type {View} */ view, /** @type {number} */ i) => (line[since + i].view = view));
    this.learn(line);
    return true;
  }

  /** Merge the stored values of a study's line into the known ones. @param {Node[]} line */
  learn(line) {
    for (const { view, said } of line) {
      if (view && said.a) this.take(this.kind, view.text, joined(this.known(view), said.a));
    }
  }

  /** Fetch the views to draw: the main line, for the graph and the review, and the way to the current node. */
  async seeAll() {
    const { current, mainLine } = this.study;
    await this.see(mainLine[mainLine.length - 1]);
    await this.see(current);
  }

  /**
   * Make a node the current one.
   * @param {Node} node
   * @param {{flips?: number[], quiet?: boolean, isNew?: boolean}} [how]  `flips` are the cells that its move turned
   *   over; `quiet` announces nothing; `isNew` marks a node that was not in the study before.
   */
  async go(node, { flips = [], quiet = false, isNew = false } = {}) {
    if (!(await this.see(node))) return false;
    this.study.current = node;
    this.keep({ isStep: !isNew });
    await this.app.mode.show?.(flips);
    if (!quiet) {
      announce(
        sentences(this.inWords(node), this.app.mode === this.app.modes.review ? this.app.modes.review.verdict : ""),
      );
    }
    return true;
  }

  /** Describe the board at a node that has its view. @param {Node} node */
  inWords(node) {
    const { move, parent, seat, view } = node;
    if (!parent || !view) return t("The start.");
    const next = view.over ? this.outcome(view) : t("{name} to move.", { name: this.names[view.turn ?? 0] });
    const name = this.names[seat];
    if (move === "pass") return sentences(t("{name} passes.", { name }), next);
    const flips = parent.view?.legal[move]?.length ?? 0;
    return sentences(n("{name} {move}, flips {count}.", "{name} {move}, flips {count}.", flips, { name, move }), next);
  }

  /** The score of a position. @param {View} view @returns {import("./stage.js").Score[]} */
  scores({ counts, turn }) {
    return this.names.map((name, seat) => ({ name, player: this.labels[seat], count: counts[seat], turn: turn === seat,
      won: false, clock: null })
    );
  }

  /** Words for the result of a finished game, to the person who has just played it. @param {View} view */
  outcome(view) {
    const { state } = this.app.modes.play;
    const [you = null, ...more] = state?.game === this.source ? state?.you ?? [] : [];
    return t("Game over: {result}.", { result: outcome(this.names, view, view.result, more.length ? null : you) });
  }

  /** Play a move from the current position; add a variation if it is new. Forced passes follow.
   * @param {string} move @returns {Promise<boolean>} */
  async play(move) {
    const from = this.study.current;
    const name = move.trim().toLowerCase();
    if (!from.view || !(name in from.view.legal)) {
      const { moves, rest } = movesIn(name);
      if (moves.length > 1 && !rest) return this.playAll(moves);
      await this.app.ask("look", { kind: this.kind, start: this.study.start, moves: [...from.path, name],
        since: from.ply });
      return false; // the server has shown the error
    }
    const flips = from.view.legal[name];
    const isNew = !from.child(name);
    const node = this.study.add(from, name);
    if (!(await this.go(node, { flips, isNew }))) {
      if (isNew) this.study.remove(node);
      return false;
    }
    forgetUndo(); // it would cover the name of the side to move
    if (node.view && "pass" in node.view.legal) await this.go(this.study.add(node, "pass"), { isNew: true });
    return true;
  }

  /** @param {string[]} moves */
  async playAll(moves) {
    for (const move of moves) {
      const isForced = move === "pass" && this.study.current.move === "pass"; // the move before included it
      if (!isForced && !(await this.play(move))) return false;
    }
    return true;
  }

  /** @param {number} by */
  step(by) {
    const { current } = this.study;
    const line = this.study.shownLine;
    const target = line[Math.max(0, Math.min(line.length - 1, current.ply + by))];
    if (target !== current) this.go(target, { flips: by === 1 ? current.view?.legal[target.move] ?? [] : [] });
  }

  /** Go to a ply of the current line, or of the main line beyond its end. @param {number} ply */
  goTo(ply) {
    const { shownLine, mainLine } = this.study;
    const node = shownLine[ply] ?? mainLine[ply];
    if (node) this.go(node);
  }

  /** @param {boolean} first */
  ends(first) {
    const line = this.study.shownLine;
    this.go(first ? line[0] : line[line.length - 1]);
  }

  /** The number of a node's move. @param {Node} node */
  number(node) {
    return numbers(node.path).at(-1) ?? 0;
  }

  /** The entries of the list of moves: the main line with its variations. @param {(node: Node) => void} go */
  entries(go) {
    /** @type {(node: Node) => import("./movelist.js").Entry} */
    const entry = (node) => ({ move: node.move, seat: node.seat, number: this.number(node),
      current: node === this.study.current, badge: badgeOf(node.judged), sign: node.said.s, comment: node.said.c,
      go: () => go(node), people: this.present.get(node), variations: [] });
    const isLarge = this.study.nodes.length > MOST_SHOWN; // then only the variation on the board is unfolded
    const here = this.study.current.line;
    /** @type {(node: Node) => import("./movelist.js").Entry[]} */
    const line = (node) => {
      if (isLarge && node.children.length && !here.includes(node) && !this.study.isMain(node)) {
        return [{ ...entry(node), comment: "…" }];
      }
      const entries = [];
      for (let at = node; at; at = at.children[0]) {
        const made = entry(at);
        if (at.parent?.children[0] === at) made.variations = at.parent.children.slice(1).map(line);
        entries.push(made);
      }
      return entries;
    };
    return this.study.root.children.length ? line(this.study.root.children[0]) : [];
  }

  /** The value of a node in Black's view; null if unknown.
   * @param {Node} node @returns {{value: number, found: import("./values.js").Rest} | null} */
  value(node) {
    const view = node.view;
    if (!view) return null;
    if (view.result) {
      return { value: view.result.scores[0], found: { kind: "exact", selectivity: 100, depth: 0 } };
    }
    const sign = view.turn === 0 ? 1 : -1;
    const own = this.known(view)?.moves[0];
    if (own && own.value !== null) return { value: sign * own.value, found: own };
    if (node.judged) return { value: node.judged.value_for_black, found: node.judged.played };
    const said = node.said.v;
    return said && said.value !== null ? { value: node.seat ? -said.value : said.value, found: said } : null;
  }

  /** The arguments of `Graph.show`: the main line, the current ply, and the current variation.
   * @returns {[import("./graph.js").Point[], number, import("./graph.js").Point[]]} */
  graph() {
    const { current, mainLine, shownLine } = this.study;
    const from = shownLine.findIndex((node, ply) => node !== mainLine[ply]);
    return [this.points(mainLine), current.ply, from < 0 ? [] : this.points(shownLine).slice(from - 1)];
  }

  /** The points of the graph along a line. @param {Node[]} line @returns {import("./graph.js").Point[]} */
  points(line) {
    const lost = [0, 0];
    const reviewed = line.some((node) => node.judged);
    const numbered = numbers(line.slice(1).map(({ move }) => move));
    return line.map((node, ply) => {
      const known = this.value(node);
      if (node.judged) lost[node.seat] += node.judged.loss;
      const found = known?.found;
      const stretch = !found
        ? "midgame"
        : found.kind === "book"
        ? "book"
        : found.selectivity < 100
        ? "selective"
        : found.kind === "heuristic"
        ? "midgame"
        : "exact";
      return { ply, number: numbered[ply - 1] ?? 0, move: node.move, value: known ? known.value : null, stretch,
        basis: found ? basisInWords(found) : "", lost: reviewed ? [...lost] : null, badge: badgeOf(node.judged) };
    });
  }

  /** Store the game for this tab, and a study on the server; for a step, store only the current node. */
  keep({ isStep = false } = {}) {
    const { study, kind, labels, source, card } = this;
    if (!isStep) rememberHere(KEPT_AS, { ...study.toJSON(), kind, labels, source, card });
    rememberHere(KEPT_AT, study.current.path);
    this.app.mode?.readdress?.();
    if (!isStep) this.app.modes?.analyse.part?.changed();
  }

  /** Examine the same game without its study. */
  leaveStudy() {
    if (!this.card.id) return;
    this.card = { ...NO_CARD, title: this.card.title };
    this.keep();
  }

  /** The current place, for the address of the page. */
  get query() {
    const { start, shownLine, current } = this.study;
    return queryOf(this.kind, start, shownLine.slice(1).map((node) => node.move), current.ply);
  }

  /** The address of this place in one part of the page. @param {string} part */
  addressIn(part) {
    const { query } = this;
    const { id, secret } = this.card;
    if (id && part === "analyse") return `#/study/${id}${secret ? `/${secret}` : ""}`;
    return query ? `#/${part}?${query}` : `#/${part}`;
  }

  get transcript() {
    return this.study.shownLine.map((node) => node.move).filter((move) => move && move !== "pass").join("");
  }

  /** The game up to the position on the board: start and moves. */
  get record() {
    const { start, current } = this.study;
    return { kind: this.kind, start, moves: current.path, players: this.labels };
  }
}

/** The deeper of two analyses of a position, with the missing moves added from the other; the first if they are equal.
 * @param {Analysis | undefined} known @param {Analysis} found @returns {Analysis} */
function joined(known, found) {
  if (!known) return found;
  const isMore = (found.depth - known.depth || found.selectivity - known.selectivity) > 0;
  const [more, less] = isMore ? [found, known] : [known, found];
  const missing = less.moves.filter(({ move }) => more.moves.every((each) => each.move !== move));
  return missing.length ? { ...more, moves: [...more.moves, ...missing] } : more;
}
