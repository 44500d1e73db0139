// The opening explorer: moves played in the position on the board, with results, values and the reader's own results.

import { sentence } from "../../core/announce.js";
import { button, fill, h, recall, remember } from "../../core/dom.js";
import { choice } from "../../core/fields.js";
import { fileField } from "../../core/files.js";
import { basis, basisInWords, signed, written } from "../../board/values.js";
import { decimal, grouped, LANGUAGE, listed, n, sentences, t } from "../../core/words.js";
import { shownRating } from "../../core/ratings.js";

import { playersFor, split } from "../../dialogs/seats.js";
import { Upload } from "./upload.js";

/** @typedef {import("../../core/protocol.js").MoveValue} MoveValue */
/** @typedef {{games: number, won: number, drawn: number, lost: number}} Balance */
/** @typedef {Record<string, string> | null} Opening  Its name by language. */

/**
 * @typedef {object} Move  A move in the position; `alike` are the moves equal to it by symmetry.
 * @property {string} move
 * @property {string[]} alike
 * @property {number} games
 * @property {number} black
 * @property {number} draws
 * @property {number} white
 * @property {number | null} score
 * @property {[number, number] | null} years
 * @property {{player: string, games: number}[]} players
 * @property {Opening} opening
 * @property {MoveValue | null} value
 * @property {Balance | null} own
 * @property {Counts | null} archive  Its results in the WTHOR archive.
 */

/**
 * @typedef {object} Counts  Results of games.
 * @property {number} games
 * @property {number} black
 * @property {number} draws
 * @property {number} white
 * @property {number | null} score
 * @property {[number, number] | null} years
 */

/**
 * @typedef {object} People  Moves of people by rating: the shares of each move are in the order of the ratings.
 * @property {{rating: number, loss: number | null}[]} people
 * @property {{[move: string]: number[]}} moves
 */

/**
 * @typedef {object} Example  A game that reached the position.
 * @property {string} [game]  Its id, if it is one of the reader's own.
 * @property {number | null} [own]  The reader's seat.
 * @property {string[]} players
 * @property {number[]} persons  The seats of people, in the reader's own games.
 * @property {string} place
 * @property {string} date
 * @property {number[] | null} won
 * @property {number | null} score
 * @property {string} start
 * @property {string[]} moves
 */

/**
 * @typedef {object} Explored  The server's answer about a position.
 * @property {"all" | "mine"} source
 * @property {number} total
 * @property {number} archive_total
 * @property {Counts & {ended: number} | null} archive
 * @property {number} turn
 * @property {Opening} opening
 * @property {number} games
 * @property {number} black
 * @property {number} draws
 * @property {number} white
 * @property {number} ended
 * @property {Balance | null} own
 * @property {Move[]} moves
 * @property {Example[]} examples
 * @property {{code: string, message: string} | null} trouble
 * @property {boolean} fills
 */

/** @type {Counts} */
const NO_GAMES = { games: 0, black: 0, draws: 0, white: 0, score: null, years: null };
const KIND = "othello";
const PAUSE_MS = 300; // pause after a keystroke before the search
const MOST_PEOPLE = 100; // positions whose people are remembered
const LEGIBLE = 0.17; // smallest share of a bar that fits its number

/** @param {import("../../core/later.js").Drawer} drawer */
export function build(drawer) {
  return new Explorer(drawer);
}

export class Explorer {
  /** @param {import("../../core/later.js").Drawer} drawer */
  constructor(drawer) {
    this.drawer = drawer;
    this.app = drawer.app;
    /** @type {{source: "all" | "mine", since: string, player: string}} */
    this.query = { source: recall("explorer.source", "all"), since: "", player: "" };
    this.asking = false;
    this.wanted = ""; // the position and query to show
    this.shown = "";
    /** @type {Map<string, People>} The moves of people, by position. */
    this.people = new Map();
    this.upload = new Upload(this);
    this.build();
  }

  build() {
    const source = (/** @type {"all" | "mine"} */ name, /** @type {string} */ words) =>
      button(words, () => this.choose(name), { "aria-pressed": String(this.query.source === name),
        "data-source": name });
    this.sources = h("div", { class: "sources", role: "group", "aria-label": t("Games of") },
      source("all", t("All games")), source("mine", t("My games")));
    const later = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.filter(), PAUSE_MS);
    };
    this.since = h("input", { type: "number", inputmode: "numeric", min: 0, max: 9999, placeholder: "1977",
      on: { input: later } });
    this.player = h("input", { type: "search", maxlength: 200, autocomplete: "off", spellcheck: "false",
      on: { input: later } });
    this.playerLabel = h("span", {});
    this.status = h("p", { class: "muted small", role: "status" });
    this.body = h("div", { class: "explored" });
    this.foot = h("div", { class: "foot" });
    this.report = h("div", {});
    this.preparing = h("a", { class: "small" });
    this.against = this.opponents();
    this.file = fileField((files) => this.upload.take(files), { multiple: true });
    fill(this.drawer.host,
      h("div", { class: "ask" }, this.sources,
        h("label", { class: "field since" }, h("span", {}, t("Since year")), this.since),
        h("label", { class: "field player" }, this.playerLabel, this.player)), this.preparing, this.status, this.body,
      this.report, this.against, this.foot, this.file);
    this.body.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.walk(event));
    this.labelPlayer();
  }

  /** The choice of an opponent for a game from this position. */
  opponents() {
    const players = playersFor(this.app.kinds[KIND], 8);
    const names = players.map(({ name, label }) => [name, label]);
    const last = this.app.lastOpponent(KIND); // with its options
    const [lastName] = split(last);
    const first = players.find(({ name }) => name === lastName) ?? players[0];
    let chosen = first.name;
    return h("div", { class: "against" }, choice(t("Play from here against"), names, first.name, (name) => {
      chosen = name;
    }), button(t("Start game"), () => this.app.modes.analyse.playOn(chosen === lastName ? last : chosen)));
  }

  labelPlayer() {
    const { source, player } = this.query;
    this.preparing.hidden = source === "mine";
    this.preparing.href = player ? `#/prepare/${encodeURIComponent(player)}` : "#/prepare";
    this.preparing.textContent = player ? t("Prepare for {name}", { name: player }) : t("Prepare for an opponent");
    this.playerLabel.textContent = this.query.source === "mine" ? t("Against") : t("Player");
  }

  // --- requests ----------------------------------------------------------------------------------------------------

  /** @param {"all" | "mine"} source */
  choose(source) {
    this.query.source = source;
    remember("explorer.source", source);
    for (const each of this.sources.children) each.setAttribute("aria-pressed", String(each.dataset.source === source));
    this.labelPlayer();
    this.show();
  }

  filter() {
    this.query.since = this.since.value.trim();
    this.query.player = this.player.value.trim();
    this.labelPlayer();
    this.show();
  }

  get isFiltered() {
    return Boolean(this.query.since || this.query.player);
  }

  /** Show the position on the board; refresh the current one only if it `isNew`. */
  show(isNew = false) {
    const { examined } = this.app;
    const { current, start } = examined.study;
    if (!current.view) return;
    if (examined.kind !== KIND || current.view.width !== 8 || current.view.height !== 8) {
      this.wanted = this.shown = "";
      this.say(t("The explorer knows games of Othello on 8 × 8 squares."));
      return;
    }
    const { source, player } = this.query;
    const since = /^\d{1,4}$/.test(this.query.since) ? Number(this.query.since) : null;
    this.wanted = JSON.stringify({ kind: KIND, start, moves: current.path, source, since, player });
    if (isNew) this.shown = "";
    this.ask();
  }

  /** Send one request at a time; quick steps through moves skip all but the last. */
  async ask() {
    if (this.asking || this.wanted === this.shown) return;
    this.asking = true;
    const { wanted } = this;
    const slow = setTimeout(() => (this.status.textContent = t("Looking …")), 400);
    try {
      const answer = await this.app.connection.request("explore", JSON.parse(wanted));
      this.shown = wanted;
      if (wanted === this.wanted) this.draw(answer);
    } catch (error) {
      this.shown = wanted; // requested again after another position, or when more is known
      if (wanted === this.wanted) this.say(sentence(/** @type {Error} */ (error).message));
    } finally {
      clearTimeout(slow);
      this.asking = false;
    }
    if (this.wanted !== this.shown && this.wanted) await this.ask();
  }

  /** Add the moves of people to the table of the position on the board. */
  async askPeople() {
    const { kind, start, moves } = JSON.parse(this.wanted);
    const at = JSON.stringify({ kind, start, moves });
    const { shown } = this;
    if (!this.people.has(at)) {
      try {
        const found = await this.app.connection.request("explore_people", { kind, start, moves });
        if (this.people.size >= MOST_PEOPLE) this.people.clear();
        this.people.set(at, found);
      } catch {
        return; // the table is useful without them
      }
    }
    const found = this.people.get(at);
    if (found && shown === this.shown && shown === this.wanted) this.drawPeople(found);
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  /** Show only a sentence. @param {string} words */
  say(words) {
    this.status.textContent = words;
    this.drawer.aside.textContent = "";
    this.against.hidden = !this.wanted;
    fill(this.body);
    fill(this.foot);
  }

  /** @param {Opening} opening */
  named(opening) {
    if (!opening) return "";
    return opening[LANGUAGE] || opening.en || opening.ja;
  }

  /** @param {Explored} answer */
  draw(answer) {
    const keyed = this.body.contains(document.activeElement);
    const old = this.body.querySelector(":focus")?.getAttribute("data-move");
    this.drawer.aside.textContent = this.named(answer.opening);
    this.against.hidden = false;
    this.status.textContent = this.summary(answer);
    fill(this.body,
      answer.moves.length
        ? h("table", { class: "explorer-moves" }, h("caption", { class: "offscreen" }, t("Moves of this position")),
          h("thead", {}, h("tr", {}, ...[t("Move"), t("Games"), t("Results"), t("Value")].map((words) =>
            h("th", { scope: "col" }, words)
          ))), ...answer.moves.map((move) =>
            this.row(answer, move)
          ))
        : null, h("p", { class: "muted small losses" }),
      answer.examples.length ? this.examples(answer.examples) : null);
    this.drawFoot(answer);
    const isFixed = this.isFromArchive(answer); // the archive's counts are not those of single games
    this.since.disabled = this.player.disabled = isFixed;
    if (answer.moves.length) this.askPeople();
    if (keyed) {
      const buttons = /** @type {HTMLElement[]} */ ([...this.body.querySelectorAll("[data-move]")]);
      (buttons.find((each) => each.dataset.move === old) ?? buttons[0])?.focus({ preventScroll: true });
    }
  }

  /** True if the counts are those of the WTHOR archive, because there is no library. @param {Explored} answer */
  isFromArchive(answer) {
    return answer.source === "all" && answer.trouble?.code === "no library";
  }

  /** @param {People} found */
  drawPeople(found) {
    for (const cell of this.body.querySelectorAll("[data-people]")) {
      const shares = found.moves[cell.dataset.people ?? ""] ?? [];
      const words = found.people.map(({ rating }, i) =>
        t("{percent} % at {rating}", { percent: percent(shares[i] ?? 0), rating: shownRating(rating, "archive") })
      );
      const bars = shares.map((share) => {
        const bar = h("span", {});
        bar.style.setProperty("--share", String(share));
        return bar;
      });
      const shown = shares.map(percent).join(" · ");
      fill(cell, h("span", { class: "bars", "aria-hidden": "true" }, ...bars),
        h("span", { "aria-hidden": "true" }, t("{percent} %", { percent: shown })),
        h("span", { class: "offscreen" }, t("People: {shares}", { shares: listed(words) })));
      cell.title = t("Players who choose this move, by rating: {shares}", { shares: listed(words) });
    }
    const ratings = listed(found.people.map(({ rating }) => String(shownRating(rating, "archive"))));
    const losses = found.people.flatMap(({ loss }) => (loss === null ? [] : [decimal(loss, 1)]));
    fill(/** @type {HTMLElement} */ (this.body.querySelector(".losses")),
      sentences(t("Bars: the share of players rated {ratings} who choose a move.", { ratings }),
        losses.length ? t("They lose {losses} discs here on average.", { losses: listed(losses) }) : ""));
  }

  /** Words for the number of games that reached the position, or for the lack of any. @param {Explored} answer */
  summary(answer) {
    const { own, trouble, total } = answer;
    if (answer.source === "mine") {
      if (!total) {
        return t(
          "You have not finished a game of Othello here yet. Games that you play, or import under My "
            + "games, count.",
        );
      }
      if (!own?.games) {
        return this.isFiltered ? t("None of your games matches.") : t("None of your games reached this position.");
      }
      return this.yours(own);
    }
    if (this.isFromArchive(answer)) return this.archived(answer);
    if (trouble) return sentence(trouble.message);
    if (!answer.games) {
      return this.isFiltered
        ? t("No game in the library matches.")
        : t("No game in the library reached this position.");
    }
    const games = n("{count} of {total} games reached this position.",
      "{count} of {total} games reached this position.", answer.games, {
      count: grouped(answer.games),
      total: grouped(total),
    });
    return sentences(games,
      answer.ended
        ? n("{count} ended here.", "{count} ended here.", answer.ended, { count: grouped(answer.ended) })
        : "", own ? this.yours(own) : "");
  }

  /** The archive's games in a sentence. @param {Explored} answer */
  archived({ archive, archive_total: total, own }) {
    const games = archive
      ? n("{count} of the {total} games of the WTHOR archive reached this position.",
        "{count} of the {total} games of the WTHOR archive reached this position.", archive.games, {
        count: grouped(archive.games),
        total: grouped(total),
      })
      : t("Fewer than ten games of the WTHOR archive reached this position.");
    return sentences(games, own ? this.yours(own) : "");
  }

  /** The reader's own games in a sentence. @param {Balance} own */
  yours(own) {
    const known = own.won + own.drawn + own.lost;
    const count = grouped(own.games);
    if (!known) return n("You: {count} game.", "You: {count} games.", own.games, { count });
    const percent = Math.round((100 * (own.won + own.drawn / 2)) / known);
    return n("You: {count} game, {percent} %.", "You: {count} games, {percent} %.", own.games, { count, percent });
  }

  /** @param {Explored} answer @param {Move} move */
  row(answer, move) {
    const isMine = answer.source === "mine";
    const isArchive = this.isFromArchive(answer);
    const counts = isArchive ? move.archive ?? NO_GAMES : move;
    const games = isMine ? move.own?.games ?? 0 : counts.games;
    const whole = isMine ? answer.own?.games ?? 0 : isArchive ? answer.archive?.games ?? 0 : answer.games;
    const name = this.named(move.opening);
    const share = whole ? games / whole : 0;
    const frequency = h("span", { class: "frequency", "aria-hidden": "true" });
    frequency.style.setProperty("--share", String(share));
    const about = [name ? h("b", {}, name) : null, ...this.facts(answer, move, counts)].filter(Boolean);
    const parts = about.flatMap((part, i) => (i ? [" · ", part] : [part]));
    const { value } = move;
    return h("tbody", {},
      h("tr", {},
        h("th", { scope: "row", rowspan: 2 },
          button(move.move, () => this.play(move), { class: "explorer-move", "data-move": move.move,
            "aria-label": t("Play {move}", { move: move.move }) })),
        h("td", { class: "played" },
          games
            ? [grouped(games), " ",
              h("span", { class: "muted small" }, t("{percent} %", { percent: percent(share) || "< 1" })), frequency]
            : "–"),
        h("td", {},
          this.results(
            isMine
              ? [move.own?.won ?? 0, move.own?.drawn ?? 0, move.own?.lost ?? 0]
              : [counts.black, counts.draws, counts.white],
            isMine,
          )), h("td", { class: "worth" }, value ? this.worth(value) : null)),
      h("tr", {},
        h("td", { colspan: 3, class: "about small" }, h("span", { class: "people", "data-people": move.move }),
          ...parts)));
  }

  /** A value and its basis, in short form. @param {MoveValue} value */
  worth(value) {
    const words = basisInWords(value);
    const rests = value.kind === "book" ? t("book") : basis(value);
    return [h("span", { title: words }, written(value)), " ",
      h("span", { class: "muted small", "aria-hidden": "true", title: words }, rests),
      h("span", { class: "offscreen" }, words)];
  }

  /** Further facts about a move. @param {Explored} answer @param {Move} move @param {Counts} counts */
  facts(answer, move, counts) {
    if (answer.source === "mine") return [];
    const { years } = counts;
    const time = years
      ? (years[0] === years[1] ? String(years[0]) : t("{first}–{last}", { first: years[0], last: years[1] }))
      : "";
    const discs = counts.score === null ? "" : t("{discs} discs for Black", { discs: signed(counts.score) });
    const archive = move.archive && answer.archive && counts !== move.archive
      ? t("WTHOR archive {count} ({percent} %)", { count: grouped(move.archive.games),
        percent: percent(move.archive.games / answer.archive.games) || "< 1" })
      : "";
    const players = this.playersAt(answer, move);
    return [move.own ? h("span", { class: "own" }, this.yours(move.own).replace(/[.。]$/, "")) : "", discs, time,
      players, archive];
  }

  /** The players who chose a move most often, as links to a preparation. @param {Explored} answer @param {Move} move */
  playersAt({ turn }, { players }) {
    const side = turn ? "white" : "black";
    const links = players.slice(0, 2).map(({ player }) =>
      h("a", { href: `#/prepare/${encodeURIComponent(player)}/${side}`,
        title: t("Prepare for {name}", { name: player }) }, player)
    );
    return links.length ? h("span", {}, links[0], links[1] ? ", " : "", links[1] ?? "") : "";
  }

  /** Three shares as one bar. @param {[number, number, number]} parts @param {boolean} isMine */
  results(parts, isMine) {
    const whole = parts[0] + parts[1] + parts[2];
    if (!whole) return null;
    const [first, draws, last] = parts.map((part) => percent(part / whole));
    const words = isMine
      ? t("won {first} %, drawn {draws} %, lost {last} %", { first, draws, last })
      : t("Black {first} %, draws {draws} %, White {last} %", { first, draws, last });
    const names = isMine ? ["won", "drawn", "lost"] : ["black", "drawn", "white"];
    const bar = h("div", { class: "shares", role: "img", "aria-label": words, title: words });
    parts.forEach((part, i) => {
      if (!part) return;
      const piece = h("span", { class: names[i], "aria-hidden": "true" },
        part / whole >= LEGIBLE ? String(percent(part / whole)) : "");
      piece.style.setProperty("--share", String(part / whole));
      bar.append(piece);
    });
    return bar;
  }

  /** @param {Example[]} examples */
  examples(examples) {
    return h("section", { class: "examples" }, h("h3", {}, t("Games")),
      h("ul", {}, ...examples.map((each) => h("li", {}, this.example(each)))));
  }

  /** @param {Example} game */
  example(game) {
    const [black, white] = this.playersOf(game);
    const result = game.score !== null
      ? `${32 + game.score / 2}–${32 - game.score / 2}`
      : game.won
      ? { 0: "1–0", 1: "0–1" }[game.won.join()] ?? "½–½"
      : "";
    const facts = [result, game.date, game.place].filter(Boolean).join(" · ");
    return h("button", { type: "button", class: "example", on: { click: () => this.open(game) } },
      h("bdi", {}, t("{first} – {second}", { first: black, second: white })),
      h("span", { class: "muted small" }, facts));
  }

  /** The players' names for the reader. @param {Example} game */
  playersOf(game) {
    const { names } = this.app.examined;
    return game.players.map((name, seat) => (name ? name : game.game && seat === game.own ? t("You") : names[seat]));
  }

  /** @param {Explored} answer */
  drawFoot(answer) {
    const isEmpty = this.isFromArchive(answer);
    if (answer.source !== "all" || this.upload.running) {
      fill(this.foot);
      return;
    }
    fill(this.foot,
      isEmpty
        ? h("div", { class: "empty" }, h("p", {}, h("b", {}, t("There is no library of games yet."))),
          h("p", { class: "muted" }, answer.fills
            ? t(
              "Import games from files of any format: the WTHOR archive (.wtb, with its .jou and .trn for "
                + "the names), PGN, GGF, SGF, transcripts. Choose all files at once. They stay on this machine.",
            )
            : t("The operator of this server can make one with: outflank library import FILES")))
        : null,
      answer.fills ? button(t("Import games …"), () => this.file.click(), { class: isEmpty ? "primary" : "" }) : null);
  }

  // --- a person's actions ------------------------------------------------------------------------------------------

  /** Walk over the moves with the up and down arrows. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = /** @type {HTMLElement[]} */ ([...this.body.querySelectorAll("[data-move], .example")]);
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))].focus();
  }

  /** @param {Move} move */
  async play(move) {
    const { view } = this.app.examined.study.current;
    if (view && "pass" in view.legal) await this.app.examined.play("pass");
    await this.app.examined.play(move.move);
  }

  /** Examine a game, at the same number of moves as this position. @param {Example} game */
  async open(game) {
    const { examined } = this.app;
    const ply = examined.number(examined.study.current);
    let at = 0;
    for (let count = 0; at < game.moves.length && count < ply; at++) if (game.moves[at] !== "pass") count++;
    const isSame = game.start === examined.study.start || !examined.study.start;
    await examined.load({ kind: KIND, start: game.start, moves: game.moves, at: isSame ? at : 0,
      labels: this.playersOf(game), source: game.game ?? "" });
  }
}

/** A share in whole per cent. @param {number} share */
function percent(share) {
  return Math.round(100 * share);
}
