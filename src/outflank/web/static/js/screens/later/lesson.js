// A lesson: a series of boards, each with a question, attempts and answers in words.

import { announce, note, sentence } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { moveForm } from "../../core/fields.js";
import { cellOf } from "../../core/protocol.js";
import { icon } from "../../board/shapes.js";
import { sentences, t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").View} View */

/**
 * @typedef {object} Told  The content of a lesson. The reader is Black and to move on every board.
 * @property {string[]} learnt  A summary, shown at its end.
 * @property {string} [against]  The player to try it against in a game; by default the weakest character.
 * @property {number} [size]  The board size of that game; by default 8.
 * @property {Step[]} steps
 */

/**
 * @typedef {object} Step  A board with a question. Tests check its claims with the rules and the engine.
 * @property {string[]} board  Its rows, from the top: X black, O white, - empty.
 * @property {string} says  The explanation and the question.
 * @property {"move" | "square" | "game"} [asks]  The task: a move (default); a square to choose, without a disc
 *   placed; or a game to win against a player who always turns over the most discs.
 * @property {string[]} [marks]  Squares to mark.
 * @property {string[]} right  All correct moves or squares; for a game, a winning line.
 * @property {string} yes  The response to a correct choice.
 * @property {string[]} [then]  The moves that follow the first of `right`.
 * @property {string} [no]  The response to other legal moves, to other squares, or to a game that is not won.
 * @property {Record<string, Wrong>} [wrong]  Special responses, by move or square.
 */

/**
 * @typedef {object} Wrong
 * @property {string} [says]
 * @property {number} [costs]  The discs that the move costs, if the lesson names its price.
 * @property {string[]} [then]  The replies of the other side.
 */

const LOOK_MS = 1500; // pause between two positions
const TRIES = 2; // failed attempts before the answer is offered

export class Lesson {
  /**
   * @param {import("./learn.js").Lessons} lessons
   * @param {import("./learn.js").Offered} about
   * @param {number} at  The number of the board, from 1.
   */
  constructor(lessons, about, at) {
    this.lessons = lessons;
    this.about = about;
    this.at = at;
    /** @type {Told} */
    this.told = { learnt: [], steps: [] };
    this.number = 0; // number of the current activity; older ones are over
    /** @type {string[]} */
    this.moves = []; // moves so far on this board
    /** @type {View | null} */
    this.view = null;
    /** @type {View | null} */
    this.first = null; // the initial position of this board
    this.tries = 0;
    this.isSolved = false;
    this.isBusy = true;
    this.isMet = lessons.host.contains(document.activeElement); // true if the reader comes from a board or the list
    /** @type {{words: string, isGood: boolean}} */
    this.answer = { words: "", isGood: false };
    /** @type {string | null} */
    this.ring = null;
  }

  /** The board, shared by all lessons. */
  get board() {
    return this.lessons.board;
  }

  /** The question of this board. */
  get task() {
    return this.told.steps[this.at - 1];
  }

  async begin() {
    if (this.task) await this.lay();
    else this.finish();
  }

  end() {
    this.number++;
  }

  // --- drawing ------------------------------------------------------------------------------------------------------

  /** Lay out the board, and show the question. */
  async lay() {
    this.score = h("p", { class: "lesson-score" });
    this.words = h("div", { class: "lesson-words" });
    this.actions = h("div", { class: "actions" });
    fill(this.lessons.host,
      h("div", { class: "lesson" },
        h("div", { class: "lesson-top" }, h("a", { href: "#/learn" }, t("Lessons")), h("h2", {}, this.about.title),
          h("span", { class: "muted small" }, t("{number} of {all}", { number: this.at, all: this.about.boards })),
          this.score), this.lessons.boardHost,
        h("div", { class: "lesson-beside" }, this.words,
          h("div", { class: "lesson-under" }, this.actions, moveForm("lesson-text", (move) => this.choose(move))))));
    this.lessons.boardHost.classList.add("waiting"); // it still has another position
    this.show();
    await this.reset();
    if (!this.view) return;
    this.lessons.boardHost.classList.remove("waiting");
    announce(
      sentences(t("{part}.", { part: this.about.title }),
        t("{part}.", { part: t("{number} of {all}", { number: this.at, all: this.about.boards }) }), this.task.says),
    );
    if (this.isMet) this.board.focus();
  }

  /** Show the initial position; the first time, as soon as the server answers. */
  async reset() {
    const number = ++this.number;
    this.moves = [];
    this.ring = null;
    while (!this.first) {
      const views = await this.look([]);
      if (views) this.first = views[0];
      else await this.pause(number);
      if (number !== this.number) return;
    }
    this.isBusy = false;
    this.draw(this.first, []);
  }

  /**
   * Draw the position after the moves so far.
   * @param {View} view
   * @param {number[]} flips  The flips of the last move.
   */
  draw(view, flips) {
    const { asks, marks = [] } = this.task;
    const last = this.moves.at(-1) ?? null;
    this.view = view;
    this.board.show(view, { kind: "othello", last: last === "pass" ? null : last, flips,
      open: asks !== "square" && !this.isBusy && !this.isSolved && view.turn === 0, ring: this.ring,
      marked: this.moves.length ? [] : marks });
    fill(this.score,
      ...[0, 1].flatMap((
        seat,
      ) => [icon("othello", seat),
        h("span", {}, String(view.counts[seat]),
          h("span", { class: "offscreen" }, seat ? t("white discs") : t("black discs")))]
      ));
    this.show();
  }

  /** Show the words and the buttons. */
  show() {
    const step = this.task;
    const { words, isGood } = this.answer;
    const isLast = this.at === this.about.boards;
    fill(this.words, h("p", {}, step.says),
      words ? h("p", { class: `lesson-answer ${isGood ? "right" : "wrong"}` }, words) : null);
    const mayPass = !this.isBusy && !this.isSolved && this.view && "pass" in this.view.legal;
    fill(this.actions, mayPass ? button(t("Pass"), () => this.choose("pass"), { class: "primary" }) : null,
      !this.isSolved && this.tries >= TRIES ? button(t("Show me"), () => this.reveal()) : null,
      step.asks === "game" && this.moves.length && !this.isSolved ? button(t("Start again"), () => this.again()) : null,
      this.at > 1 ? button(t("Back"), () => this.step(-1)) : null,
      button(isLast ? t("Finish") : t("Next"), () => this.step(1),
        this.isSolved ? { class: "primary lesson-next" } : { class: "lesson-next" }));
  }

  redraw() {
    if (!this.view) return;
    this.board.redraw();
    this.show();
  }

  /** @param {string} words @param {boolean} isGood */
  say(words, isGood) {
    this.answer = { words, isGood };
    this.show();
    announce(words);
  }

  // --- the rules, from the server ----------------------------------------------------------------------------------

  /** The positions from the last move on, through more moves; null if the server does not answer.
   * @param {string[]} more */
  async look(more) {
    const moves = [...this.moves, ...more];
    try {
      const answer = await this.lessons.app.connection.request("look", { kind: "othello",
        start: `${this.task.board.join("")} X`, moves, since: this.moves.length });
      return /** @type {View[]} */ (answer.views);
    } catch (error) {
      const { code, message } = /** @type {import("../../core/connection.js").Refusal} */ (error);
      if (code !== "lost") note(sentence(message), "error"); // the page itself reports a lost connection
      return null;
    }
  }

  /** Make a move. False if that is impossible, or another activity has begun meanwhile. @param {string} move */
  async make(move) {
    const { number } = this;
    const views = await this.look([move]);
    if (!views || number !== this.number) return false;
    this.moves.push(move);
    this.draw(views[1], views[0].legal[move]);
    return true;
  }

  /** Pause to look at the board. False if another activity has begun meanwhile. @param {number} number */
  async pause(number) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    return number === this.number;
  }

  // --- a person's actions ------------------------------------------------------------------------------------------

  /** Answer a click on a square or a typed move. @param {string} move */
  async choose(move) {
    const step = this.task;
    if (!step || !this.view || this.isBusy) return;
    if (this.isSolved) this.say(step.yes, true);
    else if (step.asks === "square") this.judge(move, step.right.includes(move));
    else if (!(move in this.view.legal)) this.refuse(move);
    else if (step.asks === "game") await this.playOn(move);
    else await this.attempt(move);
  }

  /** Judge a square that was chosen without placing a disc. @param {string} square @param {boolean} isRight */
  judge(square, isRight) {
    this.ring = square;
    if (isRight) this.solved();
    else {
      this.tries++;
      this.say(this.task.wrong?.[square]?.says ?? this.task.no ?? "", false);
    }
    this.draw(/** @type {View} */ (this.view), []);
  }

  /** Explain why a move is illegal. @param {string} move */
  refuse(move) {
    this.tries++;
    const said = this.task.wrong?.[move]?.says;
    const view = /** @type {View} */ (this.view);
    const cell = cellOf(move, view.width, view.height);
    if (said) this.say(said, false);
    else if ("pass" in view.legal) {
      this.say(t("There is no square where you may place a disc now. Press “Pass”."), false);
    } else if (move === "pass") this.say(t("You may pass only if you have no move. Here you have one."), false);
    else if (cell < 0) {
      this.say(t("“{text}” is not a square. Type a letter and a number, such as f5.", { text: move }), false);
    } else if (view.cells[cell] !== "-") {
      this.say(t("There is a disc on {square} already. Choose an empty square.", { square: move }), false);
    } else {
      this.say(t("On {square} you would not turn anything over, so you may not play there.", { square: move }), false);
    }
  }

  /** Make a move; answer a wrong one, and take it back. @param {string} move */
  async attempt(move) {
    const step = this.task;
    const { number } = this;
    const isRight = step.right.includes(move);
    const { costs, says = costs ? "" : step.no ?? "", then = [] } = step.wrong?.[move] ?? {};
    const price = costs ? t("{move} costs {count} discs.", { move, count: costs }) : "";
    const follows = isRight ? (move === step.right[0] && step.then) || [] : then;
    this.isBusy = true;
    if (!(await this.make(move))) return this.give(number);
    this.tries += Number(!isRight);
    this.say(isRight ? step.yes : sentences(says, price), isRight);
    for (const reply of follows) {
      if (!(await this.pause(number))) return;
      await this.make(reply);
    }
    if (isRight && number === this.number) this.solved();
    else if (!isRight && (await this.pause(number))) await this.reset();
  }

  /** Make a move of a game; the other side replies until it is Black's turn again or the game is over.
   * @param {string} move */
  async playOn(move) {
    const { number } = this;
    this.isBusy = true;
    this.answer = { words: "", isGood: false };
    if (!(await this.make(move))) return this.give(number);
    while (this.view?.turn === 1 && !this.view.over) {
      if (!(await this.pause(number))) return;
      const played = await this.make(greediest(this.view.legal)); // try once more if the server does not answer
      if (played && this.moves.at(-1) === "pass") {
        this.say(t("White has no move and passes. It is your turn again."), true);
      }
    }
    if (number !== this.number) return;
    this.isBusy = false;
    const view = /** @type {View} */ (this.view);
    if (view.over && view.counts[0] > view.counts[1]) this.solved();
    else if (view.over) {
      this.tries++;
      this.say(this.task.no ?? "", false);
    }
    this.draw(view, []);
  }

  /** Offer another attempt, because the server did not answer. @param {number} number */
  give(number) {
    if (number !== this.number) return;
    this.isBusy = false;
    if (this.view) this.draw(this.view, []);
  }

  solved() {
    this.isBusy = false;
    this.isSolved = true;
    this.lessons.solve(this.about.name, this.at);
    if (this.answer.words !== this.task.yes) this.say(this.task.yes, true);
    if (this.view) this.draw(this.view, []);
    this.actions?.querySelector(".lesson-next")?.focus({ preventScroll: true });
  }

  /** Show the answer. */
  async reveal() {
    const { asks, right } = this.task;
    await this.reset();
    this.tries = 0;
    if (asks === "square") this.judge(right[0], true);
    else if (asks !== "game") await this.attempt(right[0]);
    else {
      this.ring = right[0];
      if (this.view) this.draw(this.view, []);
    }
  }

  async again() {
    this.answer = { words: "", isGood: false };
    this.isBusy = true;
    await this.reset();
  }

  /** Go to another board of the lesson; after the last board, to the end. @param {number} by */
  step(by) {
    const to = Math.max(1, Math.min(this.about.boards + 1, this.at + by));
    if (to !== this.at) location.hash = `#/learn/${this.about.name}/${to > this.about.boards ? "end" : to}`;
  }

  // --- the end ------------------------------------------------------------------------------------------------------

  /** Show the summary of the lesson, or its open boards, and the next steps. */
  finish() {
    const { name, title, boards } = this.about;
    const all = this.lessons.offered;
    const next = all[all.findIndex((each) => each.name === name) + 1];
    const open = this.lessons.open(this.about);
    const isDone = !open.length;
    const words = isDone
      ? t("{lesson}: done", { lesson: title })
      : t("{lesson}: {count} of {all} boards solved", { lesson: title, count: boards - open.length, all: boards });
    const { learnt } = this.told;
    const heading = h("h2", { tabindex: -1 }, words);
    fill(this.lessons.host, heading, h("p", {}, isDone ? t("What you know now:") : t("Still to solve:")),
      isDone
        ? h("ul", { class: "learnt" }, ...learnt.map((each) => h("li", {}, each)))
        : h("div", { class: "actions" }, ...open.map((at, i) =>
          h("a", { class: i ? "button" : "button primary", href: `#/learn/${name}/${at}` },
            t("Board {number}", { number: at }))
        )),
      h("div", { class: "actions" },
        next
          ? h("a", { class: isDone ? "button primary" : "button", href: `#/learn/${next.name}` },
            t("Next lesson: {lesson}", { lesson: next.title }))
          : null, isDone ? this.gameButton(next ? "" : "primary") : null,
        h("a", { class: "button", href: "#/learn" }, t("All lessons"))));
    if (this.isMet) heading.focus({ preventScroll: true });
    announce([words, ...(isDone ? learnt : [])].join(" "));
  }

  /** The button that begins a game to try the lesson in. @param {string} style  Its class. */
  gameButton(style) {
    const { app } = this.lessons;
    const { characters, players } = app.kinds.othello;
    const { against = characters[0].name, size = 8 } = this.told;
    const opponent =
      /** @type {import("../../core/protocol.js").PlayerInfo} */ (players.find((each) =>
        each.name === against.split(":")[0]
      ));
    return button(
      this.told.against
        ? t("Try it in a game against {name}", { name: opponent.label })
        : t("Play a game against the weakest opponent"),
      () => app.begin({ kind: "othello", seats: ["human", against], size }),
      { class: style },
    );
  }
}

/** The move with the most flips, the first of several; a pass if there is no other.
 * @param {Record<string, number[]>} legal */
function greediest(legal) {
  return Object.keys(legal).reduce((best, move) => (legal[move].length > legal[best].length ? move : best));
}
