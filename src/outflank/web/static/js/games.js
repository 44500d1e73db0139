// My games: all that were played, found by words and kinds, opened, reviewed, named, deleted, taken along as a file.

import { announce, note } from "./announce.js";
import { button, download, fill, h } from "./dom.js";
import { choice } from "./fields.js";
import { rowOf } from "./gamerow.js";
import { Screen } from "./screen.js";
import { called, grouped, n, said, sentences, t } from "./words.js";

/** @typedef {import("./protocol.js").KeptGame} KeptGame */

const PAUSE_MS = 200; // after a letter, before it is searched

export class Games extends Screen {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app, "games", t("My games"));
    /** @type {KeptGame[]} */
    this.games = [];
    this.query = { text: "", kind: "", against: "", ending: "" };
    this.asked = 0;
    this.more = false;
    /** @type {HTMLButtonElement} */
    this.moreButton;
    /** @type {HTMLButtonElement} */
    this.importer;
    this.total = -1; // how many there are, negative before that is known
    this.build();
  }

  build() {
    this.search = h("input", { type: "search", maxlength: 200, autocomplete: "off", placeholder: t("Player, opening, name …"), on: { input: () => this.later() } });
    this.filters = h("div", { class: "filters" });
    this.count = h("p", { class: "muted", role: "status" });
    this.list = h("ul", { class: "games", "aria-label": t("Games") });
    this.moreButton = button(t("More games"), () => this.load(true), { hidden: true });
    this.report = h("div", {});
    this.importer = button(t("Import …"), () => this.file.click());
    this.file = h("input", { type: "file", class: "offscreen", tabindex: -1, "aria-hidden": "true", multiple: true, on: { change: () => this.takeFiles([...this.file.files]) } });
    fill(
      this.host,
      h("h2", {}, t("My games")),
      h("div", { class: "finder" }, h("label", { class: "field" }, h("span", {}, t("Search")), this.search), this.filters),
      this.report,
      this.count,
      this.list,
      this.moreButton,
      h(
        "section",
        { class: "card", "aria-label": t("Files") },
        h("h3", {}, t("Take your games along")),
        h("p", { class: "muted" }, t("One file holds all your games with their names and reviews, and can be imported anywhere. GGF is for other programs, and holds games of Othello. What can be imported: such files, and games in GGF, SGF or text.")),
        h(
          "div",
          { class: "actions" },
          button(t("Export all"), () => this.save("json")),
          button(t("Export as GGF"), () => this.save("ggf")),
          this.importer,
          this.file,
        ),
      ),
    );
  }

  enter() {
    this.app.places.write("#/games");
    return this.load();
  }

  // --- what the server has --------------------------------------------------------------------------------------------

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.query.text = this.search.value;
      this.load();
    }, PAUSE_MS);
  }

  /** Ask for the games that are looked for, or for those after the ones that are shown. */
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
    this.show();
    if (more) /** @type {HTMLElement | null} */ (this.list.children[first]?.querySelector("a.button"))?.focus();
  }

  /** @param {string[]} opponents */
  showFilters(opponents) {
    const kinds = Object.entries(this.app.kinds).map(([name, info]) => [name, info.title]);
    /** @type {(name: keyof typeof this.query, label: string, choices: string[][]) => HTMLElement} */
    const select = (name, label, choices) => choice(label, choices, this.query[name], (value) => this.filter(name, value));
    fill(
      this.filters,
      kinds.length > 1 ? select("kind", t("Game"), [["", t("Any game")], ...kinds]) : null,
      select("ending", t("Result"), [["", t("Any result")], ["won", t("Won")], ["lost", t("Lost")], ["drawn", t("Draw")], ["unfinished", t("Unfinished")]]),
      opponents.length ? select("against", t("Against"), [["", t("Anybody")], ...opponents.map((name) => [name, called(name)])]) : null,
    );
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
    const none = this.isFiltered ? t("No game is like that.") : t("There is no game here yet. Each game that you play is kept here from its first move on.");
    this.count.textContent = this.total > 0 ? n("{count} game", "{count} games", this.total) : this.total === 0 ? none : "";
  }

  // --- what a person does to a game -----------------------------------------------------------------------------------

  /** Examine a game, in Analyse or in Review. @param {KeptGame} game @param {"analyse" | "review"} where */
  async examine(game, where) {
    const { kind, start, moves, players, id } = game;
    await this.app.turnTo(where, { takes: false });
    await this.app.examined.load({ kind, start, moves, labels: players, source: id, at: where === "review" ? null : moves.length });
    if (where === "review") await this.app.modes.review.recallKept();
  }

  /** @param {KeptGame} game @param {string} name */
  async rename(game, name) {
    const answer = name === game.name ? null : await this.app.ask("name", { game: game.id, name });
    if (!answer) return;
    game.name = answer.name;
    announce(game.name ? t("The game is called {name}.", { name: game.name }) : t("The game has no name any more."));
  }

  /** @param {KeptGame} game */
  async delete(game) {
    const at = this.games.indexOf(game);
    if (!(await this.app.ask("delete", { game: game.id }))) return;
    this.games = this.games.filter((each) => each !== game);
    this.total--;
    this.show();
    const next = this.list.children[Math.min(at, this.games.length - 1)];
    /** @type {HTMLElement} */ (next?.querySelector(".delete") ?? this.search).focus();
    note(t("The game is deleted."), "info", () => this.restore(game, at));
  }

  /** @param {KeptGame} game @param {number} at */
  async restore(game, at) {
    if (!(await this.app.ask("restore", { game: game.id }))) return;
    this.games.splice(at, 0, game);
    this.total++;
    this.show();
    announce(t("The game is back."));
    /** @type {HTMLElement | null} */ (this.list.children[at]?.querySelector(".delete"))?.focus();
  }

  // --- files ------------------------------------------------------------------------------------------------------------

  /** Save all games as a file. @param {"json" | "ggf"} format */
  async save(format) {
    const answer = await this.app.ask("export", { format });
    if (answer) download(answer.address);
  }

  /** Add the games of some files. @param {File[]} files */
  async takeFiles(files) {
    this.file.value = "";
    const sum = { added: 0, back: 0, known: 0, refused: 0, most: 0, without: 0, bad: /** @type {string[]} */ ([]) };
    const stop = new AbortController();
    this.importer.disabled = true;
    for (const file of files) {
      if (stop.signal.aborted) break;
      const words = t("Reading {file} …", { file: file.name });
      announce(words);
      fill(this.report, h("section", { class: "card", "aria-label": t("Import") }, h("p", {}, words), h("div", { class: "actions" }, button(t("Cancel"), () => stop.abort()))));
      const answer = await this.taken(file, stop.signal);
      for (const key of /** @type {const} */ (["added", "back", "known", "refused"])) sum[key] += answer[key];
      sum.most = answer.most ?? sum.most;
      sum.without += Number(answer.empty ?? !(answer.added + answer.known + answer.refused));
      for (const { place, reason } of answer.bad) sum.bad.push(t("{file}, {place}: {reason}", { file: file.name, place, reason: said(reason) }));
    }
    const hadFocus = this.report.contains(document.activeElement);
    this.importer.disabled = false;
    fill(this.report);
    if (stop.signal.aborted) note(t("The import was stopped. Games that had been read by then are kept."));
    else this.tell(sum, files.length);
    if (hadFocus) this.importer.focus();
    await this.load();
  }

  /**
   * What the server says of the games of a file; `empty` if that is known without an answer about its games.
   * @param {File} file
   * @param {AbortSignal} signal
   */
  async taken(file, signal) {
    const none = { added: 0, back: 0, known: 0, refused: 0 };
    try {
      const { address } = await this.app.connection.request("import");
      const answer = await fetch(address, { method: "POST", body: file, signal });
      if (answer.ok) return await answer.json();
      return { ...none, empty: answer.status === 400, bad: [{ place: t("the whole file"), reason: (await answer.text()).trim() }] };
    } catch (error) {
      return { ...none, empty: false, bad: [{ place: t("the whole file"), reason: /** @type {Error} */ (error).message }] };
    }
  }

  /**
   * Say what became of the games of some files.
   * @param {{added: number, back: number, known: number, refused: number, most: number, without: number, bad: string[]}} sum  `without` counts files with no game in them.
   * @param {number} count  Of the files.
   */
  tell({ added, back, known, refused, most, without, bad }, count) {
    const lines = without === count ? [n("No game was found in the file.", "No game was found in the files.", count)] : [n("{count} game was added.", "{count} games were added.", added)];
    if (back) lines.push(n("{count} of them had been deleted, and is back.", "{count} of them had been deleted, and are back.", back));
    if (most) lines.push(t("At most {most} games can be taken at once; the first {most} were.", { most: grouped(most) }));
    if (known) lines.push(n("{count} game was here already.", "{count} games were here already.", known));
    if (refused) lines.push(n("{count} game could not be taken.", "{count} games could not be taken.", refused));
    note(sentences(...lines), bad.length ? "error" : "info");
    fill(
      this.report,
      bad.length
        ? h(
            "section",
            { class: "card", "aria-label": t("What could not be taken") },
            h("h3", {}, t("What could not be taken")),
            h("ul", { class: "faults" }, ...bad.map((words) => h("li", {}, h("bdi", {}, words)))),
            h("div", { class: "actions" }, button(t("Close"), () => fill(this.report))),
          )
        : null,
    );
  }
}
