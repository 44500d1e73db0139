// The home: a living board, the opponent's invitation, today's tasks, the latest games, and ways to every other place.

import { button, fill, h, recall, remember } from "../core/dom.js";
import { LATEST, MINE } from "../core/homeasks.js";
import { HomeBoard } from "./homeboard.js";
import { Invitation } from "./invitation.js";
import { sides, tag } from "./gamesides.js";
import { dateOf } from "../board/kept.js";
import { lastSetup } from "../dialogs/newgame.js";
import { Screen } from "../core/screen.js";
import { PICTURES } from "../board/pictures.js";
import { thumbnail } from "../board/thumbnail.js";
import { boardsSolved, Today } from "./today.js";
import { results } from "./results.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */

const BEGUN = "begun"; // true after the person's first move in a game

export class Home extends Screen {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "home", t("Home"));
    /** @type {KeptGame[]} */
    this.games = [];
    this.board = new HomeBoard(app);
    this.invitation = new Invitation(app, () => this.show());
    this.today = new Today(app);
    this.welcome = h("section", { class: "card" });
    this.latest = h("div", {});
    this.isHere = false; // true if only the browser's own players can play
  }

  async enter() {
    this.app.places.write("#/");
    this.show();
    this.today.ask();
    try {
      const { connection } = this.app;
      const [latest, mine] = await Promise.all([connection.request("games", LATEST),
        connection.request("games", MINE)]);
      this.games = latest.games;
      this.board.last = mine.games[0] ?? null;
      this.today.last = mine.games[0] ?? null;
    } catch {
      return; // the page itself reports a lost connection
    }
    if (this.app.mode !== this) return;
    if (this.board.last) remember(BEGUN, true);
    this.greet();
    this.today.draw();
    await this.board.turnTo();
    this.showGames();
  }

  leave() {
    this.board.end();
  }

  /** The set-up of the next game. Without the server, its opponent is one that plays in the browser. */
  setup() {
    const { app } = this;
    const setup = lastSetup(app.kinds);
    const players = app.connection.here?.players;
    this.isHere = Boolean(players);
    if (!players) return setup;
    const { first } = app.kinds.othello;
    const usual = players.includes(first) ? first : players[0];
    const known = ["human", ...players];
    const seats = setup.kind === "othello"
      ? setup.seats.map((/** @type {string} */ seat) => (known.includes(seat) ? seat : usual))
      : ["human", usual];
    return { ...setup, kind: "othello", size: 8, clock: "", seats };
  }

  /** Follow the connection: offer the opponents that can play now. */
  follow() {
    if (this.isHere !== Boolean(this.app.connection.here)) this.show();
  }

  show() {
    const { app } = this;
    const setup = this.setup();
    this.board.invite(setup);
    this.greet();
    fill(this.host, h("h2", { class: "offscreen" }, t("Home")), this.welcome,
      h("div", { class: "hearth" }, this.board.element,
        h("div", { class: "hearth-side" }, this.invitation.card(setup), this.today.host)), this.latest,
      h("div", { class: "doors" },
        app.hasTournament
          ? door("arena", t("Tournament"), t("Boards and table, while it is played"), () => app.turnTo("arena"))
          : null,
        app.hasClub ? door("practice", t("Lobby"), t("Play people who are here now"), () => app.turnTo("lobby")) : null,
        door("friend", t("Play a friend"), t("By a link, wherever they are"), () => app.dialogs.friend()),
        door("analyse", t("Analyse"), t("What is each move worth?"), () => app.turnTo("analyse")),
        door("review", t("Review"), t("What did my moves lose?"), () => app.reviewLast()),
        door("learn", t("Learn"), t("The rules, and how to play well"), () => app.turnTo("learn")),
        door("practice", t("Practice"), t("Puzzles, endgames, openings"), () => app.turnTo("practice")),
        door("opponents", t("Opponents"), t("From a first game to the full engine"), () => app.turnTo("opponents")),
        door("games", t("My games"), t("Find, review and keep them"), () => app.turnTo("games")),
        door("progress", t("Progress"), t("Which mistakes cost me most?"), () => app.turnTo("progress"))));
    this.showGames();
  }

  /** Tell those who have played nothing yet the name of the game, its idea and where to start. */
  greet() {
    this.welcome.hidden = recall(BEGUN, false) || boardsSolved() > 0 || Object.keys(results()).length > 0;
    fill(this.welcome,
      h("p", { class: "small" },
        t("This is Othello (Reversi): trap the other side’s discs between yours to turn them over. Most discs win."),
        " ", h("a", { href: "#/learn/rules" }, t("New here? Start with lesson one"))));
  }

  showGames() {
    fill(this.latest,
      this.games.length
        ? h("section", { "aria-label": t("Latest games") }, h("h2", {}, t("Latest games")),
          h("ul", { class: "latest" }, ...this.games.map((game) => h("li", {}, this.latestOf(game)))))
        : null);
  }

  /** @param {KeptGame} game */
  latestOf(game) {
    return h("a", { class: "card", href: `#/play/${game.id}` }, thumbnail(game.kind, game.cells, game.width),
      h("span", { class: "about" }, game.name ? h("bdi", { class: "title" }, game.name) : null,
        sides(game, this.app.kinds[game.kind]), tag(game), h("span", { class: "muted small" }, dateOf(game))));
  }
}

/** @param {string} picture @param {string} title @param {string} words @param {() => void} action */
function door(picture, title, words, action) {
  const view = button("", action, { class: "door" });
  fill(view, thumbnail("othello", PICTURES[picture], 8),
    h("span", {}, h("span", { class: "title" }, title), " ", h("span", { class: "words" }, words)));
  return view;
}
