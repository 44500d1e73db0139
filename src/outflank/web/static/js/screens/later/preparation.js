// The report about a player: the tree with a board, the best tries, the way out of the book, and costly moves.

import { Board } from "../../board/board.js";
import { thumbnail } from "../../board/thumbnail.js";
import { signed } from "../../board/values.js";
import { note, sentence } from "../../core/announce.js";
import { button, fill, h, plainTable, s } from "../../core/dom.js";
import { choice } from "../../core/fields.js";
import { cellOf } from "../../core/protocol.js";
import { decimal, grouped, n, openingName, sentences, t } from "../../core/words.js";
import { lastSetup } from "../../dialogs/newgame.js";
import { bar, gainWords, lossStep, lossWords, movesOf, NOTABLE, percent, shareOf, tail } from "./figures.js";
import { Lines } from "./lines.js";
import { explore } from "./links.js";
import { shownRating } from "../../core/ratings.js";

/** @typedef {import("./figures.js").Balance} Balance */
/** @typedef {Balance & {move: string, opening: string, value: number | null, loss: number | null}} Move */
/** @typedef {Balance & {line: string, to_move: "player" | "opponent", moves: Move[]}} Place */
/** @typedef {Balance & {line: string, cells: string, move: string, loss: number | null, best: string}} Costly */
/**
 * @typedef {object} Try
 * @property {string} line
 * @property {string} cells
 * @property {number} games
 * @property {number} chance
 * @property {number} cost
 * @property {number} loss
 * @property {number} gain
 * @property {string} opening
 * @property {{best: string, finds: number, trap: {move: string, share: number, loss: number} | null}} difficulty
 */

const ROWS = 8; // of a short list

/** The orders of the tries. @type {Record<string, (one: Try, other: Try) => number>} */
const ORDERS = { gain: (one, other) => other.gain - one.gain,
  hard: (one, other) => one.difficulty.finds - other.difficulty.finds, cheap: (one, other) => one.cost - other.cost,
  often: (one, other) => other.chance - one.chance };

export class Preparation {
  /** @param {import("./prepare.js").Prepare} screen @param {any} report */
  constructor(screen, report) {
    this.screen = screen;
    this.app = screen.app;
    this.report = report;
    /** @type {Map<string, Place>} */
    this.places = new Map(report.positions.map((/** @type {Place} */ place) => [place.line, place]));
    /** @type {string[]} */
    this.line = [];
    /** @type {import("../../core/protocol.js").View | null} */
    this.view = null;
    this.asked = 0;
    this.order = "gain";
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((move) => this.choose(move), this.boardHost);
    this.path = h("p", { class: "prepare-path" });
    this.moves = h("div", {});
    this.ways = h("div", { class: "actions" });
    this.tries = h("div", {});
    this.lines = new Lines(this);
  }

  get side() {
    return this.report.as === "white" ? 1 : 0;
  }

  /** The parts of the report. */
  get elements() {
    const { report } = this;
    if (!report.positions.length) return [this.head(), this.nothing()];
    this.listTries();
    return [this.head(),
      h("div", { class: "prepare-columns" },
        h("section", { class: "card prepare-board", "aria-label": t("The line on the board") }, this.boardHost,
          this.path, this.moves, this.ways),
        h("div", { class: "prepare-lists" },
          report.tries.length
            ? h("section", { class: "card", "aria-label": t("Best tries") }, h("h3", {}, t("Best tries")),
              h("p", { class: "muted small" }, this.strength), this.tries)
            : null,
          h("section", { class: "card", "aria-label": t("Lines") }, h("h3", {}, t("Lines")),
            h("p", { class: "muted small" },
              t("The most frequent lines, with {name}’s results. Moves by {name} are bold.", {
                name: report.player,
              })), this.lines.host, this.lines.more), this.book(), this.costly(), this.openings()))];
  }

  // --- parts -------------------------------------------------------------------------------------------------------

  head() {
    const { report } = this;
    const { rating, years, games } = report;
    const time = years
      ? (years[0] === years[1] ? String(years[0]) : t("{first}–{last}", { first: years[0], last: years[1] }))
      : "";
    const facts = [n("{count} game", "{count} games", games, { count: grouped(games) }), time,
      rating
        ? t("rating {rating} ± {error}", { rating: shownRating(rating.rating, "archive"), error: rating.error_95 })
        : "", this.meanLoss];
    return h("section", { class: "card prepare-head", "aria-label": t("Summary") },
      h("p", {}, facts.filter(Boolean).join(" · ")), bar(report),
      ...report.doubts.map((/** @type {string} */ doubt) => h("p", { class: "prepare-doubt" }, sentence(doubt))));
  }

  /** The mean loss of the player's moves in the tree, in words. */
  get meanLoss() {
    let [games, lost] = [0, 0];
    for (const { to_move: side, moves } of this.places.values()) {
      for (const { loss, games: count } of side === "player" ? moves : []) {
        if (loss === null) continue;
        games += count;
        lost += count * loss;
      }
    }
    return games ? t("{discs} discs lost per move in the opening", { discs: decimal(lost / games, 2) }) : "";
  }

  nothing() {
    return h("section", { class: "card" },
      h("p", {},
        this.report.games
          ? t("No game begins from the usual start, so there is no tree of openings.")
          : t(
            "The library has no such games. Try the other colour, earlier years, games with programs, or other starts.",
          )));
  }

  get strength() {
    const { model_rating: assumed, player } = this.report;
    if (!assumed) return "";
    const values = { name: player, rating: shownRating(assumed.rating, "archive") };
    return assumed.basis === "moves"
      ? t("Lines to positions that are hard for a player of strength {rating}, which is estimated from {name}’s moves.",
        values)
      : t("Lines to positions that are hard for a player of {name}’s strength ({rating}).", values);
  }

  listTries() {
    const tries = /** @type {Try[]} */ ([...this.report.tries]).sort(ORDERS[this.order]);
    fill(this.tries,
      choice(t("Order"), [["gain", t("Most discs to gain")], ["hard", t("Hardest first")], ["cheap",
        t("Cheapest first")], ["often", t("Most often reached")]], this.order, (order) => {
        this.order = order;
        this.listTries();
        this.tries.querySelector("select")?.focus();
      }), h("ol", { class: "prepare-tries" }, ...tries.map((each) => h("li", {}, this.tryOf(each)))));
  }

  /** @param {Try} each */
  tryOf({ line, cells, games, chance, cost, loss, gain, opening, difficulty: { best, finds, trap } }) {
    const words = sentences(
      t("You get there in {percent} % of the games", { percent: percent(chance) })
        + (cost >= NOTABLE ? t(", at a cost of {discs} discs.", { discs: decimal(cost, 1) }) : t(", at no cost.")),
      games ? "" : t("This is new to {name}.", { name: this.report.player }),
      t("{percent} % find {move}; the mean loss is {discs} discs.", { percent: percent(finds), move: best,
        discs: decimal(loss, 1) }),
      trap
        ? t("{move} is a trap: {percent} % play it, and it loses {discs}.", { move: trap.move,
          percent: percent(trap.share), discs: decimal(trap.loss, 1) })
        : "",
    );
    return this.row(line, [thumbnail("othello", cells, 8),
      h("span", { class: "words" }, h("b", {}, opening ? openingName(opening) : tail(line)),
        h("span", { class: "small" }, words), opening ? h("span", { class: "muted small" }, tail(line)) : null),
      h("span", { class: "gain", title: t("Discs to gain in a game") }, gainWords(gain))]);
  }

  /** A row that shows a line on the board. @param {string} line @param {any[]} children */
  row(line, children) {
    return h("button", { type: "button", class: "prepare-row", "data-line": line,
      on: { click: () => this.go(movesOf(line), false, true) } }, ...children);
  }

  book() {
    const { book, player } = this.report;
    const games = (/** @type {Balance} */ balance) =>
      n("{count} game", "{count} games", balance.games, { count: grouped(balance.games) });
    const points = (/** @type {Balance} */ balance) => percent(shareOf(balance));
    return h("section", { class: "card", "aria-label": t("Out of the book") }, h("h3", {}, t("Out of the book")),
      h("p", { class: "muted small" },
        t("A game leaves the book at the first position that fewer than {count} other games reach.", {
          count: book.known,
        })),
      h("p", {},
        sentences(
          t("{name} leaves it first in {games} and scores {percent} % there.", { name: player,
            games: games(book.player), percent: points(book.player) }),
          t("The opponent does in {games}; then {name} scores {percent} %.", { name: player,
            games: games(book.opponent), percent: points(book.opponent) }),
          book.ply === null ? "" : t("This happens after {count} moves on average.", { count: Math.round(book.ply) }),
        )), this.listed(book.moves));
  }

  costly() {
    const { costly } = this.report;
    return costly.length
      ? h("section", { class: "card", "aria-label": t("Costly habits") }, h("h3", {}, t("Costly habits")),
        h("p", { class: "muted small" },
          t("The moves that cost {name} the most discs over all games.", { name: this.report.player })),
        this.listed(costly))
      : null;
  }

  /** @param {Costly[]} moves */
  listed(moves) {
    return h("ul", { class: "prepare-tries" }, ...moves.map(({ line, cells, move, games, loss, best, ...rest }) => {
      const cost = loss === null
        ? ""
        : loss >= 0.5
        ? t("It loses {discs} discs; {best} is better.", { discs: loss, best })
        : t("It loses nothing.");
      const count = n("{count} game", "{count} games", games, { count: grouped(games) });
      return h("li", {},
        this.row(line, [thumbnail("othello", cells, 8),
          h("span", { class: "words" },
            h("b", {},
              line ? t("{move} after {line}", { move, line: tail(line) }) : t("{move} at the start", { move })),
            h("span", { class: "small" },
              sentences(t("{games}, {percent} %.", { games: count, percent: percent(shareOf({ games, ...rest })) }),
                cost)))]));
    }));
  }

  openings() {
    const rows = this.report.openings.map((/** @type {Balance & {opening: string}} */ each) => [
      each.opening ? openingName(each.opening) : t("No name"),
      grouped(each.games),
      `${percent(shareOf(each))} %`,
      signed(each.score),
    ]);
    const headings = [t("Opening"), t("Games"), t("Points"), t("Discs")];
    const rest = rows.slice(ROWS);
    return h("section", { class: "card", "aria-label": t("Openings") }, h("h3", {}, t("Openings")),
      plainTable(headings, rows.slice(0, ROWS)),
      rest.length
        ? h("details", {}, h("summary", {}, n("{count} more", "{count} more", rest.length)), plainTable(headings, rest))
        : null);
  }

  // --- the board ---------------------------------------------------------------------------------------------------

  /**
   * Show a line on the board.
   * @param {string[]} moves
   * @param {boolean} [isFirst]  True for the line in the address of a new report.
   * @param {boolean} [looks]  True to bring the board into view.
   */
  async go(moves, isFirst = false, looks = false) {
    if (!this.places.size) return;
    const number = ++this.asked;
    try {
      const answer = await this.app.connection.request("look", { moves, since: moves.length });
      if (number !== this.asked) return;
      this.line = moves;
      this.view = answer.views.at(-1);
    } catch (error) {
      note(sentence(/** @type {Error} */ (error).message), "error");
      if (isFirst && moves.length) await this.go([]);
      return;
    }
    this.screen.walk(moves);
    this.draw();
    if (looks) {
      const { top, bottom } = this.boardHost.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) this.boardHost.scrollIntoView({ block: "start" });
    }
  }

  get place() {
    return this.places.get(this.line.join(""));
  }

  /** Draw the board and its moves. */
  draw() {
    const { view, line, place } = this;
    if (!view) return;
    const moves = place?.moves ?? [];
    const whole = moves.reduce((sum, { games }) => sum + games, 0);
    this.board.show(view, { kind: "othello", last: line.at(-1) ?? null, open: true,
      over: { shapes: () => moves.flatMap((move) => this.mark(move, whole)),
        words: Object.fromEntries(
          moves.map((
            { move, games },
          ) => [move, [n("{count} game", "{count} games", games, { count: grouped(games) })]]),
        ) } });
    fill(this.path, button(t("Start"), () => this.go([]), { class: "link" }),
      ...line.map((move, i) =>
        button(move, () => this.go(line.slice(0, i + 1)), { class: "link",
          "aria-current": String(i === line.length - 1) })
      ));
    fill(this.moves,
      place
        ? this.table(place, whole)
        : h("p", { class: "muted" },
          t("Too few of {name}’s games reach this position.", { name: this.report.player })));
    fill(this.ways, ...this.buttons(view));
    for (const row of this.screen.body.querySelectorAll("[data-line]")) {
      row.setAttribute("aria-current", String(row.getAttribute("data-line") === line.join("")));
    }
  }

  /** The share of a move on its square. @param {Move} move @param {number} whole */
  mark({ move, games, loss }, whole) {
    const cell = cellOf(move, 8, 8);
    const text = String(percent(games / whole) || "<1");
    return [
      s("g", { transform: `translate(${this.board.x(cell)} ${this.board.y(cell)})` },
        s("rect", { x: -45, y: -45, width: 90, height: 90, rx: 16, class: "plate" }),
        s("text", { y: 13, class: `value loss-${lossStep(loss ?? 0)}`, "font-size": 38 }, text)),
    ];
  }

  /** The moves of a position. @param {Place} place @param {number} whole */
  table({ to_move: side, moves }, whole) {
    const isOwn = side === "player";
    const words = isOwn
      ? t("{name} to move", { name: this.report.player })
      : t("Your move, with {name}’s results", { name: this.report.player });
    return h("div", {}, h("p", { class: "small muted" }, words),
      h("ul", { class: "prepare-moves" },
        ...moves.slice(0, ROWS).map((move) =>
          h("li", {}, button(move.move, () =>
            this.choose(move.move), { class: "square", "aria-label": t("Play {move}", { move: move.move }) }),
            h("span", { class: "often" }, grouped(move.games), " ",
              h("span", { class: "muted small" }, t("{percent} %", { percent: percent(move.games / whole) || "< 1" }))),
            bar(move),
            h("span", { class: `lost loss-${lossStep(move.loss ?? 0)}`, title: t("Discs that the move loses") },
              move.loss === null ? "" : lossWords(move.loss)),
            move.opening ? h("span", { class: "muted small name" }, openingName(move.opening)) : null)
        )));
  }

  /** @param {import("../../core/protocol.js").View} view */
  buttons(view) {
    const line = this.line.join("");
    const { opponent } = this.report;
    const like = this.app.kinds.othello.players.find(({ name }) => name === opponent);
    return [
      like && !view.over
        ? button(t("Play against {name}", { name: like.label }), () => this.play(opponent), { class: "primary",
          title: t("The character whose strength is closest to that of {name}", { name: this.report.player }) })
        : null,
      h("a", { class: "button", href: line ? `#/analyse?moves=${line}` : "#/analyse" }, t("Analyse")),
      button(t("Explorer"), () => explore(this.app, line)),
    ];
  }

  /** Play on from the board against a character, who takes the player's colour. @param {string} opponent */
  play(opponent) {
    const seats = ["human", "human"];
    seats[this.side] = opponent;
    return this.app.begin({ ...lastSetup(this.app.kinds, "othello"), kind: "othello", start: "", moves: this.line,
      seats, clock: "", size: 8, mirrored: false });
  }

  /** @param {string} move */
  choose(move) {
    if (this.view && move in this.view.legal) this.go([...this.line, move]);
  }

  /** Step through the tree with the arrows. True if the key has a meaning. @param {string} key */
  key(key) {
    const [most] = this.place?.moves ?? [];
    if (key === "ArrowLeft" || key === "k") {
      if (this.line.length) this.go(this.line.slice(0, -1));
    } else if (key === "ArrowRight" || key === "j") {
      if (most) this.go([...this.line, most.move]);
    } else return false;
    return true;
  }
}
