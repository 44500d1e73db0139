// Practice: puzzles, endgames against perfect play, and openings learnt by heart. What is right, the server says.

import { announce, note } from "../../core/announce.js";
import { Board } from "../../board/board.js";
import { button, fill, h } from "../../core/dom.js";
import { choice, moveForm } from "../../core/fields.js";
import { thumbnail } from "../../board/thumbnail.js";
import { signed } from "../../board/values.js";
import { LANGUAGE, listed, n, sentences, t } from "../../core/words.js";
import { OwnPuzzles } from "./ownpuzzles.js";

/** @typedef {import("../../core/protocol.js").View} View */
/** @typedef {{number: number, side: "black" | "white", moves: string, name: string, opening: string, rest: string[],
 * cells: string}} Line  `rest` are its moves after the opening. */
/**
 * @typedef {object} Overview  What was practised, and what is due.
 * @property {Record<string, {answers: number, right: number, lost: number}>} all
 * @property {Record<string, number>} due
 * @property {number} streak
 * @property {Line[]} lines
 * @property {number} own  Puzzles of one's own games.
 * @property {number} unsearched  Own games in which nobody looked for puzzles.
 * @property {string[]} themes
 * @property {number[]} levels
 * @property {Opening[]} openings
 */
/** @typedef {{name: string, english: boolean, moves: string, cells: string, games: number}} Opening */

const LOOK_MS = 1100; // for which a position is shown that the next one follows
const MOST_OPENINGS = 12; // that are shown at first
const SHOWN = 4; // moves that are shown after a wrong one

/** @param {any} screen */
export function build(screen) {
  return new Practice(screen);
}

class Practice {
  /** @param {any} screen */
  constructor(screen) {
    this.screen = screen;
    this.ownPuzzles = new OwnPuzzles(screen.app);
    this.app = screen.app;
    this.boardHost = h("div", { class: "board" });
    this.board = new Board((name) => this.choose(name), this.boardHost);
    this.number = 0; // of what is going on; what was begun under another number is over
    this.part = "";
    /** @type {View | null} */
    this.view = null;
    /** @type {View | null} */
    this.first = null; // what a puzzle begins with
    this.isBusy = true;
    /** @type {Promise<void> | null} */
    this.showing = null; // what is being shown of an answer
    this.isHurried = false; // whether it is shown without pauses
    this.wake = () => {};
    this.isOver = false;
    this.isFirst = true; // whether the next answer is the first to a puzzle
    this.isHinted = false;
    this.hints = 0;
    /** @type {any} */
    this.told = null; // what the server said of what is asked
    /** @type {string[]} */
    this.moves = []; // that were made in an endgame or a line
    this.lost = 0;
    /** @type {string[]} */
    this.asked = []; // puzzles of this visit
    this.question = "";
    this.answer = { words: "", isGood: false };
    this.wanted = { theme: "", level: 0, mine: false, empties: 10, want: "any", side: "black" };
    /** @type {Overview | null} */
    this.overview = null;
  }

  /** @param {string[]} rest */
  async enter([part = ""]) {
    this.number++;
    this.ownPuzzles.leave();
    const { app } = this;
    this.part = ["puzzles", "endgames", "openings"].includes(part) ? part : "";
    if (part && !this.part) app.places.miss(`practice/${part}`);
    app.places.write(`#/practice${this.part ? `/${this.part}` : ""}`);
    if (this.part === "openings" || !this.part || !this.overview) {
      const number = this.number;
      const overview = await app.ask("practice");
      if (!overview || number !== this.number) return;
      this.overview = overview;
    }
    if (this.part === "puzzles") await this.nextPuzzle();
    else if (this.part === "endgames") await this.nextEndgame();
    else if (this.part === "openings") this.repertoire();
    else this.list();
  }

  leave() {
    this.number++;
    this.ownPuzzles.leave();
    fill(this.screen.host);
  }

  show() {
    if (this.view && this.screen.host.contains(this.boardHost)) this.board.redraw();
  }

  /** The keys of a game mean nothing here. @param {string} key */
  key(key) {
    if (key === "n" && this.part) this.screen.host.querySelector(".practice-next")?.click();
    if (key === "h" && this.part) this.screen.host.querySelector(".practice-hint")?.click();
    return ["a", "b", "h", "i", "l", "m", "n", "r", "z"].includes(key);
  }

  // --- the list -----------------------------------------------------------------------------------------------------

  list() {
    const { due, streak, all, lines } = /** @type {Overview} */ (this.overview);
    const state = (/** @type {string} */ kind, /** @type {number} */ count) =>
      count
        ? n("{count} due now", "{count} due now", count)
        : all[kind].answers
        ? n("{count} answer so far", "{count} answers so far", all[kind].answers)
        : "";
    const lost = all.endgame.answers
      ? t("{discs} discs given away in {count} endgames", { discs: all.endgame.lost, count: all.endgame.answers })
      : "";
    fill(this.screen.host, h("h2", { tabindex: -1 }, t("Practice")),
      h("p", { class: "muted" },
        t("What you know comes again at ever longer intervals, what you missed comes again soon.")),
      streak > 1
        ? h("p", { class: "practice-streak" }, t("You have practised on {count} days in a row.", { count: streak }))
        : null,
      h("ul", { class: "lesson-list" },
        this.door("puzzles", t("Puzzles"), t("Find the one move that is clearly best."), state("puzzle", due.puzzle)),
        this.door("endgames", t("Endgames"),
          t("Play the last moves against perfect play. Each disc that you give away is counted."), lost),
        this.door("openings", t("Openings"),
          lines.length
            ? n("Your repertoire has {count} line.", "Your repertoire has {count} lines.", lines.length)
            : t("Learn your own lines by heart."), state("opening", due.opening))),
      this.ownPuzzles.section(/** @type {Overview} */ (this.overview), () => {
        Object.assign(this.wanted, { mine: true, theme: "", level: 0 });
        location.hash = "#/practice/puzzles";
      }));
  }

  /** @param {string} name @param {string} title @param {string} about @param {string} state */
  door(name, title, about, state) {
    const words = state ? h("span", { class: "lesson-state" }, state) : null;
    return h("li", {},
      h("a", { class: "door lesson-door", href: `#/practice/${name}` }, h("strong", {}, title),
        h("span", { class: "muted" }, about), words));
  }

  // --- a board and words beside it -----------------------------------------------------------------------------------

  /** Lay out the board, with what can be chosen below the words. @param {string} title @param {...any} choices */
  lay(title, ...choices) {
    this.words = h("div", { class: "lesson-words" });
    this.actions = h("div", { class: "actions" });
    this.beside = h("span", { class: "muted small" });
    fill(this.screen.host,
      h("div", { class: "lesson practice" },
        h("div", { class: "lesson-top" }, h("a", { href: "#/practice" }, t("Practice")), h("h2", {}, title),
          this.beside), this.boardHost,
        h("div", { class: "lesson-beside" }, this.words,
          h("div", { class: "lesson-under" }, this.actions, moveForm("practice-text", (move) => this.choose(move))),
          choices.length ? h("div", { class: "fields" }, ...choices) : null)));
    this.boardHost.classList.toggle("waiting", !this.view);
  }

  /** @param {View} view @param {string | null} [last] @param {number[]} [flips] */
  draw(view, last = null, flips = []) {
    this.view = view;
    this.boardHost.classList.remove("waiting");
    this.board.show(view, { kind: "othello", last: last === "pass" ? null : last, flips,
      open: !this.isBusy && !this.isOver });
  }

  /** Show moves one after the other; false if something else has begun meanwhile.
   * @param {View[]} views @param {string[]} moves @param {number} most */
  async walk(views, moves, most = moves.length) {
    const { number } = this;
    for (let i = 0; i < Math.min(most, moves.length); i++) {
      if (i) await this.pause();
      if (number !== this.number) return false;
      this.draw(views[i + 1], moves[i], views[i].legal[moves[i]] ?? []);
    }
    return true;
  }

  async pause() {
    if (this.isHurried) return;
    await new Promise((resolve) => {
      this.wake = () => resolve(undefined);
      setTimeout(resolve, LOOK_MS);
    });
  }

  /** Answer a move, and show what comes of it. @param {Promise<void>} answered */
  async shown(answered) {
    this.showing = answered;
    await answered;
    if (this.showing === answered) this.showing = null;
  }

  /** Come to the end of what is being shown, so that nothing that is asked meanwhile is swallowed. */
  async hurry() {
    this.isHurried = true;
    this.wake();
    await this.showing;
    this.isHurried = false;
  }

  /** Show the question, what was answered, and what can be done. @param {...any} actions */
  tell(...actions) {
    const { words, isGood } = this.answer;
    fill(this.words, h("p", {}, this.question),
      words ? h("p", { class: `lesson-answer ${isGood ? "right" : "wrong"}` }, words) : null);
    fill(this.actions, ...actions);
  }

  /** @param {string} words @param {boolean} isGood */
  say(words, isGood) {
    this.answer = { words, isGood };
    announce(words);
  }

  get side() {
    return this.view?.turn === 1 ? t("White") : t("Black");
  }

  /** A square was touched, or a move typed. @param {string} move */
  async choose(move) {
    if (this.isBusy) await this.hurry(); // the board showed another position: the move was not meant for this one
    else if (!this.isOver && this.view) await this.shown(this.answered(move, this.view));
  }

  /** @param {string} move @param {View} view */
  async answered(move, view) {
    if (!(move in view.legal)) {
      this.say(t("{side} cannot move to {square}.", { side: this.side, square: move }), false);
      this.redo();
      return;
    }
    if (this.part === "puzzles") await this.solve(move);
    else if (this.part === "endgames") await this.play(move);
    else if (this.part === "openings") await this.drill(move);
  }

  /** Show the words again, with what can be done now. */
  redo() {
    if (this.part === "puzzles") this.tellPuzzle();
    else if (this.part === "endgames") this.tellEndgame();
    else this.tellDrill();
  }

  /** Ask the server while nothing else can be done.
   * @param {string} type @param {object} fields @returns {Promise<any>} */
  async ask(type, fields) {
    const { number } = this;
    this.isBusy = true;
    const found = await this.app.ask(type, fields);
    if (number !== this.number) return null;
    this.isBusy = false;
    return found;
  }

  /** Look for the focus where it was before the page was laid out anew. */
  refocus() {
    if (document.activeElement === document.body) this.board.focus();
  }

  // --- puzzles ------------------------------------------------------------------------------------------------------

  async nextPuzzle() {
    const { number, wanted } = this;
    const { themes, levels, own } = /** @type {Overview} */ (this.overview);
    const again = () => {
      this.number++;
      this.nextPuzzle();
    };
    const called = themeNames();
    this.lay(t("Puzzles"),
      choice(t("Theme"), [["", t("any theme")], ...themes.map((name) => [name, called[name] ?? name])], wanted.theme,
        (value) => ((wanted.theme = value), again())),
      choice(t("Level"), [[0, t("as it fits")], ...levels.map((level) => [level, String(level)])], wanted.level,
        (value) => ((wanted.level = Number(value)), again())),
      own
        ? choice(t("Puzzles of"), [["", t("all games")], ["mine", t("your own games")]], wanted.mine ? "mine" : "",
          (value) => ((wanted.mine = value === "mine"), again()))
        : null);
    this.answer = { words: "", isGood: false };
    this.question = "";
    const found = await this.ask("puzzle", { theme: wanted.theme, level: wanted.level, mine: wanted.mine,
      without: this.asked.slice(-200) });
    if (!found || number !== this.number) return;
    this.told = found.puzzle;
    if (!this.told) {
      this.view = null;
      this.boardHost.classList.add("waiting");
      this.question = t("There are no more puzzles like these for now.");
      this.tell();
      announce(this.question);
      return;
    }
    this.asked.push(this.told.key);
    Object.assign(this, { isFirst: true, isHinted: false, hints: 0, isOver: false, isBusy: false,
      first: this.told.view });
    this.draw(this.told.view);
    const due = this.told.due ? t("due again") : "";
    this.beside.textContent = [t("Level {level}", { level: this.told.level }), due].filter(Boolean).join(" · ");
    this.question = t("{side} to move. Which move is clearly the best?", { side: this.side });
    this.tellPuzzle();
    announce(sentences(t("Level {level}.", { level: this.told.level }), this.question));
    this.refocus();
  }

  tellPuzzle() {
    const next = button(this.isOver ? t("Next puzzle") : t("Skip"), () => this.follow(() => this.nextPuzzle()), {
      class: this.isOver ? "primary practice-next" : "practice-next",
    });
    if (this.isOver) this.tell(next, ...this.afterwards(() => this.puzzleAgain(), /** @type {View} */ (this.first)));
    else {
      this.tell(button(t("Hint"), () => this.hint(), { class: "practice-hint" }), button(t("Show the answer"), () =>
        this.follow(() => this.solve(null))), next);
    }
  }

  /** The same puzzle once more, which does not count. */
  puzzleAgain() {
    this.begin(this.first);
    this.tellPuzzle();
    this.board.focus();
  }

  /** The position from which something is asked once more. @param {View | null} view */
  begin(view) {
    this.number++;
    Object.assign(this, { isOver: false, isBusy: false, isHurried: false, hints: 0,
      answer: { words: "", isGood: false } });
    if (view) this.draw(view);
  }

  /** What can be done with a position when all of it is answered. @param {() => void} again @param {View} from */
  afterwards(again, { text }) {
    return [button(t("Try again"), again), button(t("Analyse this"), () => this.analyse(text))];
  }

  /** @param {string} start */
  async analyse(start) {
    await this.app.turnTo("analyse", { takes: false });
    await this.app.examined.load({ kind: "othello", start });
  }

  /** @param {() => any} begin */
  follow(begin) {
    this.number++;
    return begin();
  }

  async hint() {
    if (this.isBusy) await this.hurry();
    if (this.isBusy || this.isOver) return;
    if (this.part === "openings") {
      this.isHinted = true;
      this.say(t("It is in column {column}.", { column: this.told.column }), true);
      this.redo();
      return;
    }
    const found = await this.ask("puzzle_hint", { key: this.told.key });
    if (!found) return;
    this.isHinted = true;
    const about = themeWords()[found.theme];
    const worth = t("With it {side} stands at {value}.", { side: this.side, value: signed(found.value) });
    const hints = [...(about ? [about] : []), worth, t("It is in column {column}.", { column: found.column })];
    this.say(hints[Math.min(this.hints++, hints.length - 1)], true);
    this.tellPuzzle();
  }

  /** A move, or none to be shown the answer. @param {string | null} move */
  async solve(move) {
    const found = await this.ask("solve", { key: this.told.key, move, first: this.isFirst, hinted: this.isHinted });
    if (!found) return;
    const wasFirst = this.isFirst;
    this.isFirst = false;
    if (!("margin" in found)) {
      const [, ...line] = found.line;
      const lost = n("{move} loses {count} disc.", "{move} loses {count} discs.", found.loss, { move: found.line[0] });
      this.say(
        sentences(lost, line.length ? t("It goes on {line}.", { line: line.slice(0, SHOWN).join(" ") }) : "",
          t("Try again.")),
        false,
      );
      this.isBusy = true;
      this.tellPuzzle();
      const { number } = this;
      if (!(await this.walk(found.views, found.line, 1 + SHOWN))) return;
      await this.pause();
      if (number !== this.number) return;
      this.isBusy = false;
      this.draw(/** @type {View} */ (this.first));
      return;
    }
    const [best, ...line] = found.line;
    const called = themeNames();
    const isRight = found.right && wasFirst;
    const head = found.right
      ? (isRight && !this.isHinted ? t("Right at once.") : t("Right."))
      : t("The best move is {move}.", { move: best });
    const margin = found.proven
      ? n("{move} is {count} disc better than {second}, proven.",
        "{move} is {count} discs better than {second}, proven.", found.margin, { move: best, second: found.second })
      : n("{move} is about {count} disc better than {second}.", "{move} is about {count} discs better than {second}.",
        found.margin, { move: best, second: found.second });
    const themes = found.themes.length
      ? t("Themes: {themes}.", {
        themes: found.themes.map((/** @type {string} */ name) => called[name] ?? name).join(", "),
      })
      : "";
    this.isOver = true;
    this.draw(found.views[0]);
    this.say(
      sentences(head, margin, t("Value: {value}.", { value: signed(found.value) }),
        line.length ? t("It goes on {line}.", { line: line.join(" ") }) : "", themes),
      found.right,
    );
    this.draw(found.views[1], best, found.views[0].legal[best] ?? []);
    this.tellPuzzle();
    this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  // --- endgames -----------------------------------------------------------------------------------------------------

  async nextEndgame() {
    const { number, wanted } = this;
    const shown = h("span", {}, String(wanted.empties));
    const again = () => this.follow(() => this.nextEndgame());
    const slider = h("input", { type: "range", min: 6, max: 20, value: wanted.empties, "aria-label": t("Empty squares"),
      on: { input: (/** @type {any} */ event) => (shown.textContent = event.target.value),
        change: (/** @type {any} */ event) => ((wanted.empties = Number(event.target.value)), again()) } });
    this.lay(t("Endgames"), h("label", { class: "field" }, h("span", {}, t("Empty squares"), ": ", shown), slider),
      choice(t("Position"), [["any", t("any position")], ["even", t("even")], ["winning", t("to be won")]], wanted.want,
        (value) => ((wanted.want = value), again())));
    this.answer = { words: "", isGood: false };
    this.question = t("Looking for an endgame …");
    this.isOver = false;
    this.moves = [];
    this.lost = 0;
    this.tell();
    const found = await this.ask("endgame", { empties: wanted.empties, want: wanted.want });
    if (!found || number !== this.number) return;
    this.told = found;
    this.draw(found.view);
    this.seat = found.view.turn;
    this.question = sentences(t("You are {side}.", { side: this.side }), this.best());
    this.tellEndgame();
    announce(this.question);
    this.refocus();
  }

  best() {
    const { best } = this.told;
    return best > 0
      ? t("With perfect play you win by {count}.", { count: best })
      : best < 0
      ? t("With perfect play you lose by {count}.", { count: -best })
      : t("With perfect play it is a draw.");
  }

  tellEndgame() {
    this.beside.textContent = this.lost
      ? n("{count} disc given away", "{count} discs given away", this.lost)
      : this.moves.length
      ? t("perfect so far")
      : "";
    const next = button(this.isOver ? t("Next endgame") : t("Another endgame"),
      () => this.follow(() => this.nextEndgame()), { class: this.isOver ? "primary practice-next" : "practice-next" });
    this.tell(next, ...(this.isOver ? this.afterwards(() => this.endgameAgain(), this.told.view) : []));
  }

  endgameAgain() {
    this.moves = [];
    this.lost = 0;
    this.begin(this.told.view);
    this.tellEndgame();
    this.board.focus();
  }

  /** @param {string} move */
  async play(move) {
    const { number } = this;
    const before = /** @type {View} */ (this.view);
    const flips = before.legal[move];
    const found = await this.ask("endgame_move", { start: this.told.start, moves: this.moves, move, lost: this.lost });
    if (!found) return;
    this.moves.push(...found.played);
    this.lost = found.lost;
    const judged = found.loss
      ? n("{move} gives away {count} disc; {best} was best.", "{move} gives away {count} discs; {best} was best.",
        found.loss, { move, best: found.best_move })
      : t("{move} is best.", { move });
    const passes = found.played.slice(1).includes("pass") ? t("A side without a move passes.") : "";
    this.say(sentences(judged, passes), !found.loss);
    this.isBusy = true;
    this.draw(found.views[1], move, flips);
    this.tellEndgame();
    for (let i = 1; i < found.played.length; i++) {
      await this.pause();
      if (number !== this.number) return;
      this.draw(found.views[i + 1], found.played[i], found.views[i].legal[found.played[i]] ?? []);
    }
    if (number !== this.number) return;
    this.isBusy = false;
    if (found.over) {
      this.isOver = true;
      const last = found.views.at(-1);
      const own = last.result.scores[this.seat];
      const result = own > 0
        ? t("You win by {count}.", { count: own })
        : own < 0
        ? t("You lose by {count}.", { count: -own })
        : t("A draw.");
      const lost = this.lost
        ? n("You gave away {count} disc.", "You gave away {count} discs.", this.lost)
        : t("That was perfect play.");
      this.say(sentences(judged, result, lost), !this.lost);
    }
    this.draw(found.views.at(-1), found.played.at(-1));
    this.tellEndgame();
    if (this.isOver) this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  // --- openings -----------------------------------------------------------------------------------------------------

  /** The lines, and what can be done with them. */
  repertoire() {
    const { lines, openings, due } = /** @type {Overview} */ (this.overview);
    const { wanted } = this;
    this.view = null;
    const mine = (/** @type {string} */ side) => lines.filter((line) => line.side === side);
    const sides = /** @type {const} */ ([["black", t("Black")], ["white", t("White")]]);
    const add = async (/** @type {object} */ fields) => {
      const found = await this.app.ask("add_line", { side: wanted.side, moves: [], ...fields });
      if (!found) return;
      this.overview = { ...this.overview, ...found };
      this.repertoire();
      note(found.added ? t("The line was added.") : t("That line is there already."));
    };
    const remove = async (/** @type {Line} */ line) => {
      const found = await this.app.ask("remove_line", { number: line.number });
      if (!found) return;
      this.overview = { ...this.overview, ...found };
      this.repertoire();
      this.screen.host.querySelector("h2")?.focus({ preventScroll: true });
    };
    const { study, kind } = this.app.examined;
    const analysed = kind === "othello" && !study.start ? study.current.path : [];
    /** The line that is analysed, up to the first move that is marked as a mistake of one's own. */
    const learnt = () => {
      const own = wanted.side === "white" ? 1 : 0;
      const wrong = study.current.line.slice(1).find((/** @type {import("../../board/study.js").Node} */ node) =>
        ["?", "??"].includes(node.said.s ?? "") && node.seat === own
      );
      return wrong?.parent ? wrong.parent.path : analysed;
    };
    fill(this.screen.host,
      h("div", { class: "practice-repertoire" }, h("a", { href: "#/practice" }, t("Practice")),
        h("h2", { tabindex: -1 }, t("Openings")),
        h("p", { class: "muted" },
          t("Add the lines that you want to play. Then you are asked for your side’s moves; the other side’s come by "
            + "chance, those most often that you have to repeat.")),
        due.opening ? h("p", {}, n("{count} position is due.", "{count} positions are due.", due.opening)) : null,
        h("div", { class: "actions" },
          ...sides.filter(([side]) => mine(side).length).map(([side, name]) =>
            button(t("Drill {side}’s lines", { side: name }), () => ((wanted.side = side), this.follow(() =>
              this.beginDrill()
            )), { class: "primary" })
          )),
        h("div", { class: "fields" },
          choice(t("Your side"), sides.map(([side, name]) => [side, name]), wanted.side,
            (value) => (wanted.side = value))),
        analysed.length
          ? h("div", { class: "actions" }, button(t("Add the line on the board of Analyse"), () =>
            add({ moves: learnt() })))
          : null,
        lines.length
          ? h("ul", { class: "practice-openings" }, ...lines.map((line) => this.own(line, () => remove(line))))
          : h("p", { class: "muted" }, t("There are no lines yet.")),
        ...this.offered(openings, (opening) => add({ opening }))));
  }

  /** A line of the repertoire, by the opening that it begins with. @param {Line} line @param {() => void} remove */
  own({ side, moves, name, opening, rest, cells }, remove) {
    const count = n("{count} move", "{count} moves", moves.length / 2);
    const line = rest.join(" ");
    const goesOn = [opening === name ? "" : t(opening), opening && line ? t("then {moves}", { moves: line }) : line]
      .filter(Boolean).join(" ");
    return h("li", { class: "card" }, thumbnail("othello", cells, 8),
      h("h3", {}, name ? t(name) : t("A line without a name")),
      h("p", { class: "muted small" }, `${side === "white" ? t("White") : t("Black")} · ${count}`),
      goesOn ? h("p", { class: "small" }, goesOn) : null,
      button(t("Remove"), remove, { "aria-label": t("Remove {line}", { line: `${t(name)} ${goesOn}`.trim() }) }));
  }

  /** The openings that have a name in the language of the page, the most popular first; some at first, then all.
   * @param {Opening[]} openings @param {(name: string) => void} add */
  offered(openings, add) {
    const named = openings.filter(({ english }) => english || LANGUAGE.startsWith("ja"));
    const list = h("ul", { class: "practice-openings" });
    const show = (/** @type {number} */ count) =>
      fill(list, ...named.slice(0, count).map(({ name, moves, cells, games }) =>
        h("li", { class: "card" }, thumbnail("othello", cells, 8), h("h3", {}, t(name)),
          h("p", { class: "muted small" },
            games ? n("{count} game", "{count} games", games) : n("{count} move", "{count} moves", moves.length / 2)),
          button(t("Add"), () =>
            add(name), { "aria-label": t("Add {name}", { name: t(name) }) }))
      ));
    const more = button(t("All {count} openings", { count: named.length }), () => {
      more.remove();
      show(named.length);
      list.querySelectorAll("button")[MOST_OPENINGS]?.focus();
    });
    show(MOST_OPENINGS);
    const order = openings[0]?.games
      ? t("Those that are played most in the library of games come first.")
      : t("There is no library of games to count in: the shortest come first.");
    return [h("h3", {}, t("Openings with a name")), h("p", { class: "muted" }, order), list, more];
  }

  async beginDrill() {
    const { number } = this;
    this.view = null;
    this.lay(t("Openings"));
    Object.assign(this, { moves: [], isOver: false, isHinted: false, answer: { words: "", isGood: false },
      question: t("Your side: {side}.", { side: this.wanted.side === "white" ? t("White") : t("Black") }) });
    const found = await this.ask("drill", { side: this.wanted.side, moves: [] });
    if (!found || number !== this.number) return;
    await this.goOn(found);
    this.refocus();
  }

  /** Show how a line goes on, up to what is asked. @param {any} found */
  async goOn(found) {
    const played = found.moves.slice(this.moves.length);
    this.told = found;
    this.moves = found.moves;
    this.isHinted = false;
    this.isOver = found.over;
    this.isBusy = true;
    if (!played.length) this.draw(found.views[0]);
    if (!(await this.walk(found.views, played))) return;
    this.isBusy = false;
    this.beside.textContent = [found.name ? t(found.name) : "",
      found.left ? n("{count} position left", "{count} positions left", found.left) : ""].filter(Boolean).join(" · ");
    this.question = found.over
      ? t("That is the end of the line: {moves}", { moves: found.moves.join(" ") })
      : t("{side} to move. What does your repertoire have?", { side: this.side });
    this.draw(found.views.at(-1), played.at(-1) ?? null);
    this.tellDrill();
    announce(this.question);
    if (found.over) this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  tellDrill() {
    const lines = button(t("Lines"), () => this.follow(() => this.enter(["openings"])));
    const next = button(this.isOver ? t("Next line") : t("Another line"), () => this.follow(() => this.beginDrill()), {
      class: this.isOver ? "primary practice-next" : "practice-next",
    });
    if (this.isOver) this.tell(next, lines);
    else {
      this.tell(button(t("Hint"), () => this.hint(), { class: "practice-hint" }), button(t("Show the answer"), () =>
        this.giveUp()), next, lines);
    }
  }

  async giveUp() {
    if (this.isBusy) await this.hurry();
    if (!this.isBusy && !this.isOver) await this.shown(this.drill(null));
  }

  /** An answer, or none to be shown it. @param {string | null} move */
  async drill(move) {
    const found = await this.ask("drill", { side: this.wanted.side, moves: this.moves, move, hinted: this.isHinted,
      gives_up: move === null });
    if (!found) return;
    const answers = listed(found.answers);
    if (found.right) this.say(t("{move} is right.", { move: move ?? "" }), true);
    else if (move) this.say(t("{move} is not in your repertoire, which has {answers}.", { move, answers }), false);
    else this.say(t("Your repertoire has {answers}.", { answers }), false);
    this.tellDrill();
    await this.goOn(found);
  }
}

/** What themes are called. @returns {Record<string, string>} */
function themeNames() {
  return { "wipe-out": t("wipe-out"), pass: t("pass"), "x-square": t("X-square"), "c-square": t("C-square"),
    sacrifice: t("sacrifice of a corner"), corner: t("corner"), defence: t("defence of a corner"), parity: t("parity"),
    quiet: t("quiet move"), mobility: t("mobility"), win: t("the only win"), endgame: t("endgame") };
}

/** What the best move of a puzzle of a theme does. @returns {Record<string, string>} */
function themeWords() {
  return { "wipe-out": t("The best move leads to a board without discs of the other side."),
    pass: t("The best move leaves the other side without a move."),
    "x-square": t("The best move is on the X-square of an empty corner."),
    "c-square": t("The best move is on the C-square of an empty corner."),
    sacrifice: t("The best move lets the other side take a corner."), corner: t("The best move takes a corner."),
    defence: t("The best move keeps the other side from a corner."),
    parity: t("The best move enters an odd region of empty squares."),
    quiet: t("The best move turns over only discs that touch no empty square."),
    mobility: t("The best move leaves the other side the fewest moves."), win: t("Only the best move wins."),
    endgame: t("This can be counted to the end.") };
}
