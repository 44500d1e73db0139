// My games: search, open, review, name, delete, export.

import { PICTURES } from "../../board/pictures.js";
import { thumbnail } from "../../board/thumbnail.js";
import { announce, note } from "../../core/announce.js";
import { button, download, fill, h } from "../../core/dom.js";
import { choice, titleOf } from "../../core/fields.js";
import { fileField, fillFaults, sent } from "../../core/files.js";
import { rowOf } from "./gamerow.js";
import { grouped, n, sentences, t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").KeptGame} KeptGame */

const PAUSE_MS = 200; // pause after a keystroke before the search

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  return new Games(screen);
}

export class Games {
  /** @param {import("../../core/later.js").FetchedScreen} screen */
  constructor(screen) {
    this.app = screen.app;
    this.host = screen.host;
    /** @type {KeptGame[]} */
    this.games = [];
    /** @type {{text: string, kind: string, against: string, ending: any}} */
    this.query = { text: "", kind: "", against: "", ending: "" };
    this.asked = 0;
    this.more = false;
    /** @type {HTMLButtonElement} */
    this.moreButton;
    /** @type {HTMLButtonElement} */
    this.importer;
    this.total = -1; // number of games, negative before it is known
    this.build();
  }

  build() {
    this.search = h("input", { type: "search", maxlength: 200, autocomplete: "off",
      placeholder: t("Player, opening, name …"), on: { input: () => this.later() } });
    this.filters = h("div", { class: "filters" });
    this.count = h("p", { class: "muted", role: "status" });
    this.list = h("ul", { class: "games", "aria-label": t("Games") });
    this.moreButton = button(t("More games"), () => this.load(true), { hidden: true });
    this.report = h("div", { class: "report" });
    this.exports = h("span", { class: "actions" });
    this.importer = button(t("Import …"), () => this.file.click());
    this.file = fileField((files) => this.takeFiles(files), { multiple: true });
    this.finder = h("div", { class: "finder" }, h("label", { class: "field" }, h("span", {}, t("Search")), this.search),
      h("details", { class: "filters-host", open: matchMedia("(min-width: 561px)").matches },
        h("summary", {}, t("Filter")), this.filters));
    this.none = h("div", { class: "report" });
    fill(this.host,
      h("div", { class: "games-head" }, h("h2", {}, t("My games")),
        h("div", { class: "actions" }, h("a", { class: "button", href: "#/study" }, t("Studies")),
          h("a", { class: "button", href: "#/progress" }, t("Progress")))), this.finder, this.report, this.count,
      this.none, this.list, this.moreButton,
      h("details", { class: "card" }, h("summary", {}, t("Take your games along")),
        h("p", { class: "muted" },
          t("One file holds all your games with their names and reviews, and can be imported anywhere. "
            + "The other formats are for other programs and hold Othello games only. You can import all of "
            + "these files, and games in GGF, SGF, PGN, WTHOR, Othello Quest’s JSON or text.")),
        h("div", { class: "actions" }, button(t("Export all"), () => this.save("json")), this.exports, this.importer,
          this.file)));
  }

  enter() {
    this.app.places.write("#/games");
    return this.load();
  }

  // --- the list ----------------------------------------------------------------------------------------------------

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.query.text = this.search.value;
      this.load();
    }, PAUSE_MS);
  }

  /** Request the matching games; with `more`, the ones after those on screen. */
  async load(more = false) {
    const number = ++this.asked;
    const { text, kind, against, ending } = this.query;
    const after = more ? this.games.at(-1)?.id : null;
    const answer = await this.app.ask("games", { text, kind, against, ending: ending || null, after });
    if (!answer || number !== this.asked) return;
    const first = more ? this.games.length : 0;
    this.games = more ? [...this.games, ...answer.games] : answer.games;
    this.more = answer.more;
    if (!more) this.total = answer.count;
    if (answer.opponents) this.showFilters(answer.opponents);
    this.showExports();
    this.show();
    if (more) /** @type {HTMLElement | null} */ (this.list.children[first]?.querySelector("a.button"))?.focus();
  }

  showExports() {
    const others = this.app.exports.filter((name) => name !== "json");
    if (others.length === this.exports.children.length) return;
    fill(this.exports,
      ...others.map((name) => button(t("Export as {format}", { format: titleOf(name) }), () => this.save(name))));
  }

  /** @param {{name: string, label: string}[]} opponents  Names as stored with games, and their labels. */
  showFilters(opponents) {
    const kinds = Object.entries(this.app.kinds).map(([name, info]) => [name, info.title]);
    /** @type {(name: keyof typeof this.query, label: string, choices: string[][]) => HTMLElement} */
    const select = (name, label, choices) =>
      choice(label, choices, this.query[name], (value) => this.filter(name, value));
    fill(this.filters, kinds.length > 1 ? select("kind", t("Game"), [["", t("Any game")], ...kinds]) : null,
      select("ending", t("Result"), [["", t("Any result")], ["won", t("Won")], ["lost", t("Lost")], ["drawn",
        t("Draw")], ["unfinished", t("Unfinished")]]),
      opponents.length
        ? select("against", t("Against"), [["", t("Anybody")], ...opponents.map(({ name, label }) => [name, label])])
        : null);
  }

  /** @param {"text" | "kind" | "against" | "ending"} name @param {string} value */
  filter(name, value) {
    this.query[name] = value;
    this.load();
  }

  get isFiltered() {
    return Object.values(this.query).some(Boolean);
  }

  show() {
    fill(this.list, ...this.games.map((game) => rowOf(this, game)));
    this.moreButton.hidden = !this.more;
    const isEmpty = !this.isFiltered && this.total === 0;
    this.finder.hidden = isEmpty;
    fill(this.none,
      isEmpty
        ? h("section", { class: "nothing-yet" }, thumbnail("othello", PICTURES.games, 8),
          h("p", {}, t("You have no games yet. Every game is saved here from its first move on.")),
          button(t("Play a game"), () => this.app.beginAgain(), { class: "primary" }))
        : null);
    this.count.textContent = this.total > 0
      ? n("{count} game", "{count} games", this.total)
      : this.total === 0 && this.isFiltered
      ? t("No game matches.")
      : "";
  }

  // --- a person's actions on a game --------------------------------------------------------------------------------

  /** @param {KeptGame} game @param {string} name */
  async rename(game, name) {
    const answer = await this.app.ask("name", { game: game.id, name });
    if (!answer) return;
    game.name = answer.name;
    announce(game.name ? t("The game is called {name}.", { name: game.name }) : t("The game’s name is removed."));
  }

  /** @param {KeptGame} game */
  async delete(game) {
    const at = this.games.indexOf(game);
    if (!(await this.app.ask("delete", { game: game.id }))) return;
    this.games = this.games.filter((each) => each !== game);
    this.total--;
    this.show();
    const next = this.list.children[Math.min(at, this.games.length - 1)];
    /** @type {HTMLElement} */ (next?.querySelector("a.button") ?? this.search).focus();
    note(t("The game is deleted."), "info", () => this.restore(game, at));
  }

  /** @param {KeptGame} game @param {number} at */
  async restore(game, at) {
    if (!(await this.app.ask("restore", { game: game.id }))) return;
    this.games.splice(at, 0, game);
    this.total++;
    this.show();
    announce(t("The game is back."));
    /** @type {HTMLElement | null} */ (this.list.children[at]?.querySelector("a.button"))?.focus();
  }

  // --- files -------------------------------------------------------------------------------------------------------

  /** Save all games as a file. @param {string} format */
  async save(format) {
    const answer = await this.app.ask("export", { format });
    if (answer) download(answer.address);
  }

  /** Import the games of some files. @param {File[]} files */
  async takeFiles(files) {
    const sum = { added: 0, back: 0, known: 0, refused: 0, studies: 0, most: 0, without: 0,
      faults: /** @type {string[]} */ ([]) };
    const stop = new AbortController();
    this.importer.disabled = true;
    for (const file of files) {
      if (stop.signal.aborted) break;
      const words = t("Reading {file} …", { file: file.name });
      announce(words);
      fill(this.report,
        h("section", { class: "card", "aria-label": t("Import") }, h("p", {}, words),
          h("div", { class: "actions" }, button(t("Cancel"), () => stop.abort()))));
      const answer = await sent(this.app, "import", file, stop.signal);
      for (const key of /** @type {const} */ (["added", "back", "known", "refused", "studies"])) {
        sum[key] += answer[key] ?? 0;
      }
      sum.most = answer.most ?? sum.most;
      sum.without += Number(answer.empty ?? !(answer.added + answer.known + answer.refused));
      sum.faults.push(...answer.faults);
    }
    const hadFocus = this.report.contains(document.activeElement);
    this.importer.disabled = false;
    fill(this.report);
    if (stop.signal.aborted) note(t("The import was stopped. The games read so far are saved."));
    else this.tell(sum, files.length);
    if (hadFocus) this.importer.focus();
    await this.load();
  }

  /**
   * Report the result of an import.
   * @param {{added: number, back: number, known: number, refused: number, studies: number, most: number, without:
   *   number, faults: string[]}} sum  `without` counts files without a game.
   * @param {number} count  The number of files.
   */
  tell({ added, back, known, refused, studies, most, without, faults }, count) {
    const lines = without === count
      ? [n("No game was found in the file.", "No game was found in the files.", count)]
      : [n("{count} game was added.", "{count} games were added.", added)];
    if (back) {
      lines.push(
        n("{count} of them had been deleted, and is back.", "{count} of them had been deleted, and are back.", back),
      );
    }
    if (most) {
      lines.push(
        t("At most {most} games can be imported at once; the first {most} were imported.", { most: grouped(most) }),
      );
    }
    if (known) lines.push(n("{count} game was here already.", "{count} games were here already.", known));
    if (studies) {
      lines.push(
        n("{count} has variations or comments, and is among your studies.",
          "{count} have variations or comments, and are among your studies.", studies),
      );
    }
    if (refused) lines.push(n("{count} game could not be imported.", "{count} games could not be imported.", refused));
    note(sentences(...lines), faults.length ? "error" : "info");
    fillFaults(this.report, faults, refused);
  }
}
