// The home screen: play the last opponent again, continue a game, and links to everything else.

import { button, fill, h } from "../core/dom.js";
import { sides, tag } from "./gamerow.js";
import { dateOf, titleOf } from "../board/kept.js";
import { lastSetup } from "../dialogs/newgame.js";
import { Screen } from "../core/screen.js";
import { calledIn } from "../dialogs/seats.js";
import { icon } from "../board/shapes.js";
import { thumbnail } from "../board/thumbnail.js";
import { listed, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */

const LATEST = 3; // games on the screen

export class Home extends Screen {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    super(app, "home", t("Home"));
    /** @type {KeptGame[]} */
    this.games = [];
    /** @type {KeptGame | undefined} */
    this.last = undefined; // the reader's latest game
    this.continued = h("div", {});
    this.latest = h("div", {});
  }

  async enter() {
    this.app.places.write("#/");
    this.show();
    try {
      const { connection } = this.app;
      const [latest, mine] = await Promise.all([connection.request("games", { most: LATEST }),
        connection.request("games", { mine: true, most: 1 })]);
      this.games = latest.games;
      [this.last] = mine.games;
    } catch {
      return; // the page itself reports a lost connection
    }
    this.showGames();
  }

  show() {
    const { app } = this;
    const setup = lastSetup(app.kinds);
    fill(this.host,
      h("div", { class: "first" },
        h("div", { class: "play-doors" },
          h("button", { type: "button", class: "door play primary", on: { click: () => app.begin(setup) } },
            icon(setup.kind, sideOf(setup)),
            h("span", {}, h("span", { class: "title" }, t("Play")), " ",
              h("span", { class: "words" }, this.against(setup)))),
          button(t("Choose another game or opponent"), () => app.dialogs.newGame(), { class: "link" })),
        this.continued),
      h("div", { class: "doors" },
        app.hasTournament
          ? door(t("Tournament"), t("Boards and table, while it is played"), () => app.turnTo("arena"))
          : null, app.hasClub ? door(t("Lobby"), t("Play people who are here now"), () => app.turnTo("lobby")) : null,
        door(t("Play a friend"), t("By a link, wherever they are"), () => app.dialogs.friend()),
        door(t("Analyse"), t("What is each move worth?"), () => app.turnTo("analyse")),
        door(t("Review"), t("What did my moves lose?"), () => app.reviewLast()),
        door(t("Learn"), t("The rules, and how to play well"), () => app.turnTo("learn")),
        door(t("Practice"), t("Puzzles, endgames, openings"), () => app.turnTo("practice")),
        door(t("Opponents"), t("From a first game to the full engine"), () => app.turnTo("opponents")),
        door(t("My games"), t("Find, review and keep them"), () => app.turnTo("games")),
        door(t("Progress"), t("Which mistakes cost me most?"), () => app.turnTo("progress"))), this.latest);
    this.showGames();
  }

  /** The opponent and the person's side, for the first button. @param {{kind: string, seats: string[]}} setup */
  against({ kind, seats }) {
    const info = this.app.kinds[kind];
    const persons = seats.flatMap((name, seat) => (name === "human" ? [seat] : []));
    const others = seats.filter((name) => name !== "human").map((name) => calledIn(info, name));
    const opponent = listed([...new Set(others)]);
    const words = !others.length
      ? t("together at this screen")
      : persons.length === 1
      ? t("{opponent}, you are {side}", { opponent, side: info.names[persons[0]] })
      : opponent;
    return kind === Object.keys(this.app.kinds)[0] ? words : t("{game}: {words}", { game: info.title, words });
  }

  showGames() {
    fill(this.continued, this.last && !this.last.result ? this.goOn(this.last) : null);
    fill(this.latest,
      this.games.length
        ? h("section", { "aria-label": t("Latest games") }, h("h2", {}, t("Latest games")),
          h("ul", { class: "latest" }, ...this.games.map((game) => h("li", {}, this.latestOf(game)))))
        : null);
  }

  /** @param {KeptGame} game */
  goOn(game) {
    return h("a", { class: "door continue", href: `#/play/${game.id}` }, thumbnail(game.kind, game.cells, game.width),
      h("span", {}, h("span", { class: "title" }, t("Continue")), " ",
        h("span", { class: "words" }, titleOf(game, this.app.kinds[game.kind]))));
  }

  /** @param {KeptGame} game */
  latestOf(game) {
    return h("a", { class: "card", href: `#/play/${game.id}` }, thumbnail(game.kind, game.cells, game.width),
      h("span", { class: "about" }, game.name ? h("bdi", { class: "title" }, game.name) : null,
        sides(game, this.app.kinds[game.kind]), tag(game), h("span", { class: "muted small" }, dateOf(game))));
  }
}

/** The seat of the first person, for the piece on the button. @param {{seats: string[]}} setup */
function sideOf({ seats }) {
  return Math.max(0, seats.indexOf("human"));
}

/** @param {string} title @param {string} words @param {() => void} action */
function door(title, words, action) {
  return h("button", { type: "button", class: "door", on: { click: action } }, h("span", { class: "title" }, title),
    " ", h("span", { class: "words" }, words));
}
