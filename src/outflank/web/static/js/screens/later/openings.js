// Openings to learn by heart: the lines of a repertoire, and their drill.

import { announce, note } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { choice } from "../../core/fields.js";
import { thumbnail } from "../../board/thumbnail.js";
import { grouped, LANGUAGE, listed, n, openingName, t } from "../../core/words.js";
import { Exercise } from "./exercise.js";

/** @typedef {import("./practice.js").Line} Line */
/** @typedef {import("./practice.js").Named} Named */
/** @typedef {import("./practice.js").Opening} Opening */
/** @typedef {import("./practice.js").Overview} Overview */

const MOST_OPENINGS = 12; // openings in the short list

export class Openings extends Exercise {
  /** @param {import("./practice.js").Practice} practice */
  constructor(practice) {
    super(practice);
    /** @type {{side: any}} */
    this.wanted = { side: "black" };
    /** @type {Named | null} */
    this.named = null; // the openings with a name
  }

  /** Show the repertoire, with its lines and buttons. */
  repertoire() {
    const { lines, gaps, due } = /** @type {Overview} */ (this.practice.overview);
    const { openings, from_library: isOwn } = /** @type {Named} */ (this.named);
    const { wanted } = this;
    this.view = null;
    const mine = (/** @type {string} */ side) => lines.filter((line) => line.side === side);
    const sides = /** @type {const} */ ([["black", t("Black")], ["white", t("White")]]);
    const add = async (/** @type {object} */ fields) => {
      const found = await this.app.ask("add_line", { side: wanted.side, moves: [], ...fields });
      if (!found) return;
      this.practice.overview = { ...this.practice.overview, ...found };
      this.repertoire();
      note(found.added ? t("The line was added.") : t("That line is there already."));
    };
    const remove = async (/** @type {Line} */ line) => {
      const found = await this.app.ask("remove_line", { number: line.number });
      if (!found) return;
      this.practice.overview = { ...this.practice.overview, ...found };
      this.repertoire();
      this.practice.screen.host.querySelector("h2")?.focus({ preventScroll: true });
    };
    const { study, kind } = this.app.examined;
    const analysed = kind === "othello" && !study.start ? study.current.path : [];
    /** The analysed line, up to the first own move with the sign of a mistake. */
    const learnt = () => {
      const own = wanted.side === "white" ? 1 : 0;
      const wrong = study.current.line.slice(1).find((/** @type {import("../../board/study.js").Node} */ node) =>
        ["?", "??"].includes(node.said.s ?? "") && node.seat === own
      );
      return wrong?.parent ? wrong.parent.path : analysed;
    };
    fill(this.practice.screen.host,
      h("div", { class: "practice-repertoire" },
        h("div", { class: "lesson-top" }, h("a", { href: "#/practice" }, t("Practice")),
          h("h2", { tabindex: -1 }, t("Openings"))),
        h("p", { class: "muted" },
          t("Add the lines that you want to play. The drill asks for your side’s moves and picks the "
            + "other side’s at random, most often the ones you need to repeat.")),
        h("p", {}, h("a", { href: "#/prepare" }, t("Prepare for an opponent"))),
        due.opening ? h("p", {}, n("{count} position is due.", "{count} positions are due.", due.opening)) : null,
        h("div", { class: "actions" },
          ...sides.filter(([side]) => mine(side).length).map(([side, name]) =>
            button(t("Drill {side}’s lines", { side: name }), () => ((wanted.side = side), this.follow(() =>
              this.next()
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
        gaps.length
          ? [h("h3", {}, t("Replies without an answer")), h("ul", { class: "gaps" }, ...gaps.map((gap) =>
            h("li", {}, this.gap(gap))
          ))]
          : null, ...this.offered(openings, isOwn, (opening) => add({ opening }))));
  }

  /** A line of the repertoire, under the name of its opening. @param {Line} line @param {() => void} remove */
  own({ side, moves, name, opening, rest, cells, losses }, remove) {
    const count = n("{count} move", "{count} moves", moves.length / 2);
    const line = rest.join(" ");
    const goesOn = [opening === name ? "" : openingName(opening),
      opening && line ? t("then {moves}", { moves: line }) : line].filter(Boolean).join(" ");
    return h("li", { class: "card" }, thumbnail("othello", cells, 8),
      h("h3", {}, name ? openingName(name) : t("A line without a name")),
      h("p", { class: "muted small" }, `${side === "white" ? t("White") : t("Black")} · ${count}`),
      goesOn ? h("p", { class: "small" }, goesOn) : null,
      ...losses.map(({ ply, move, loss, better }) =>
        h("p", { class: "small line-loses" },
          n("Move {ply}, {move}, loses {count} disc; {better} is better.",
            "Move {ply}, {move}, loses {count} discs; {better} is better.", loss, { ply, move, count: loss, better }))
      ), button(t("Remove"), remove, {
        "aria-label": t("Remove {line}", { line: `${openingName(name)} ${goesOn}`.trim() }),
      }));
  }

  /** A frequent reply without an answer, in words. @param {import("./practice.js").Gap} gap */
  gap({ side, line, move, share }) {
    const percent = Math.round(100 * share);
    const words = line
      ? t("{percent} % play {move} after {line}, and you have no answer.", { percent, move, line })
      : t("{percent} % play {move} at the start, and you have no answer.", { percent, move });
    return side ? `${side === "white" ? t("White") : t("Black")} · ${words}` : words;
  }

  /** The openings with a name in the page's language, most popular first; a short list, then all.
   * @param {Opening[]} openings @param {boolean} isOwn  True if the counts are a library's.
   * @param {(name: string) => void} add */
  offered(openings, isOwn, add) {
    const named = openings.filter(({ language }) => language === "en" || language === LANGUAGE);
    const list = h("ul", { class: "practice-openings" });
    const show = (/** @type {number} */ count) =>
      fill(list, ...named.slice(0, count).map(({ name, moves, cells, games }) =>
        h("li", { class: "card" }, thumbnail("othello", cells, 8), h("h3", {}, openingName(name)),
          h("p", { class: "muted small" }, games
            ? n("{count} game", "{count} games", games, { count: grouped(games) })
            : n("{count} move", "{count} moves", moves.length / 2)),
          h("div", { class: "actions" }, button(t("Add"), () =>
            add(name), { "aria-label": t("Add {name}", { name: openingName(name) }) }), button(t("Play"), () =>
              this.app.playOpening(name), {
              "aria-label": t("Play from {name}", { name: openingName(name) }),
            })))
      ));
    const more = button(t("All {count} openings", { count: named.length }), () => {
      more.remove();
      show(named.length);
      list.querySelectorAll("button")[MOST_OPENINGS]?.focus();
    });
    show(MOST_OPENINGS);
    const order = isOwn
      ? t("The openings played most in the library come first.")
      : t("The openings played most in the games of the WTHOR archive come first.");
    return [h("h3", {}, t("Openings with a name")), h("p", { class: "muted" }, order), list, more];
  }

  async next() {
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

  /** Play a line on to the next question. @param {any} found */
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
    this.beside.textContent = [found.name ? openingName(found.name) : "",
      found.left ? n("{count} position left", "{count} positions left", found.left) : ""].filter(Boolean).join(" · ");
    this.question = found.over
      ? t("That is the end of the line: {moves}", { moves: found.moves.join(" ") })
      : t("{side} to move. Play the move of your repertoire.", { side: this.side });
    this.draw(found.views.at(-1), played.at(-1) ?? null);
    this.redo();
    if (found.gaps.length) note(found.gaps.map((/** @type {any} */ gap) => this.gap(gap)).join(" "));
    announce(this.question);
    if (found.over) this.actions.querySelector(".practice-next")?.focus({ preventScroll: true });
  }

  redo() {
    const lines = button(t("Lines"), () => this.follow(() => this.practice.enter(["openings"])));
    const next = this.nextButton(t("Next line"), t("Another line"));
    if (this.isOver) this.tell(next, lines);
    else this.tell(...this.helps(() => this.giveUp()), next, lines);
  }

  async hint() {
    if (this.isBusy) await this.hurry();
    if (this.isBusy || this.isOver) return;
    this.isHinted = true;
    this.say(t("It is in column {column}.", { column: this.told.column }), true);
    this.redo();
  }

  async giveUp() {
    if (this.isBusy) await this.hurry();
    if (!this.isBusy && !this.isOver) await this.shown(this.judge(null));
  }

  /** Judge a move; null shows the answer. @param {string | null} move */
  async judge(move) {
    const found = await this.ask("drill", { side: this.wanted.side, moves: this.moves, move, hinted: this.isHinted,
      gives_up: move === null });
    if (!found) return;
    const answers = listed(found.answers);
    if (found.right) this.say(t("{move} is right.", { move: move ?? "" }), true);
    else if (move) this.say(t("{move} is not in your repertoire, which has {answers}.", { move, answers }), false);
    else this.say(t("Your repertoire has {answers}.", { answers }), false);
    this.redo();
    await this.goOn(found);
  }
}
