// The opponents: the ladder of characters, and the published players with their stories.

import { button, fill, h, remember } from "../../core/dom.js";
import { pills } from "../../core/fields.js";
import { playAgainst, seatsAgainst, sideChosen } from "../against.js";
import { askRating, ratingWords } from "../ownrating.js";
import { portrait } from "../../board/portraits.js";
import { results, tally } from "../results.js";
import { t } from "../../core/words.js";
import { shownRating } from "../../core/ratings.js";

/** @typedef {import("../../core/protocol.js").KindInfo} KindInfo */
/** @typedef {import("../../core/protocol.js").PlayerInfo} PlayerInfo */
/** @typedef {import("../../core/protocol.js").StoryInfo} StoryInfo */

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  return new Opponents(screen);
}

class Opponents {
  /** @param {import("../../core/later.js").FetchedScreen} screen */
  constructor(screen) {
    this.app = screen.app;
    this.host = screen.host;
    this.published = h("div", {});
    this.telling = Promise.resolve(); // settles when the published programs are shown
  }

  enter() {
    this.app.places.write("#/opponents");
    this.show();
  }

  show() {
    const { kinds } = this.app;
    const [kind, info] = Object.entries(kinds).find(([, each]) => each.characters.length) ?? ["", null];
    const all = results();
    const own = h("div", { class: "own-rating" });
    fill(this.host, h("h2", {}, t("Opponents")),
      h("div", { class: "bar" }, sides(),
        h("div", { class: "actions" },
          button(t("The five published programs"), () => this.showPublished(), { class: "link" }),
          button(t("All options …"), () => this.app.dialogs.newGame()))), own,
      info ? h("ol", { class: "ladder" }, ...info.characters.map((each) => this.rung(kind, info, each, all))) : null,
      info ? measured() : null, this.published);
    if (info) this.rate(own, kind, info);
    this.telling = this.tell();
  }

  /** Show the published programs, once the server has sent them. */
  async tell() {
    const { stories, approaches = {} } = (await this.app.ask("stories")) ?? {};
    if (!stories?.length) return;
    for (const place of this.host.querySelectorAll("details[data-approach]")) {
      const approach = approaches[place.dataset.approach];
      place.hidden = !approach;
      fill(place.querySelector("p"), approach);
    }
    fill(this.published, h("h2", { class: "gallery-title", tabindex: "-1" }, t("The five published programs")),
      h("p", { class: "muted" },
        t("Outflank began with these. Each plays as its document describes it, and lists the changes.")),
      h("div", { class: "gallery" }, ...stories.map((/** @type {StoryInfo} */ story) => this.story(story))));
  }

  /** Show the person's rating, and a button for the opponent that is just hard enough.
   * @param {HTMLElement} host @param {string} kind @param {KindInfo} info */
  async rate(host, kind, info) {
    const own = await askRating(this.app);
    if (!own) return;
    const { label, name } = playerNamed(info, own.opponent);
    fill(host, h("p", {}, ratingWords(own)),
      h("p", { class: "advice" }, t("Just hard enough for you:"),
        button(t("Play against {name}", { name: label }), () => playAgainst(this.app, kind, name))));
  }

  /** The card of a character on the ladder.
   * @param {string} kind @param {KindInfo} info @param {import("../../core/protocol.js").CharacterInfo} character
   * @param {import("../results.js").Results} all */
  rung(kind, info, character, all) {
    const player = playerNamed(info, character.name);
    const { won, drawn, lost } = tally(all, character.name);
    return h("li", { class: "rung card", "data-character": character.name }, portrait(character.animal, player.label),
      h("div", { class: "rung-words" }, h("h3", {}, player.label), h("p", {}, player.promise),
        h("p", { class: "muted small" },
          character.rating
            ? h("span", { class: "rating" }, h("b", {}, character.rating.strength), " · ",
              t("Ladder rating {rating}", { rating: shownRating(character.rating.rating, "ladder") }))
            : null,
          won + drawn + lost
            ? h("span", {}, t("Your games: {won} won, {drawn} drawn, {lost} lost", { won, drawn, lost }))
            : null)), this.playButton(kind, player),
      h("details", { class: "small", "data-approach": character.name, hidden: true },
        h("summary", {}, t("How it chooses its moves")), h("p", { class: "muted" })));
  }

  async showPublished() {
    await this.telling;
    const title = this.published.querySelector("h2");
    title?.scrollIntoView({ block: "start" });
    title?.focus({ preventScroll: true });
  }

  /** The card of a publication, with its players. @param {StoryInfo} story */
  story({ kind, title, source, text, document, published, press, members, words, mends, file, command }) {
    const info = this.app.kinds[kind];
    return h("article", { class: "card" }, h("h3", {}, title), h("p", { class: "muted small" }, source),
      document ? h("p", { class: "muted small" }, h("cite", { lang: "en" }, document), ". ", published, ".") : null,
      h("p", {}, text), h("ul", { class: "published" }, ...members.map((name) => {
        const player = playerNamed(info, name);
        return h("li", {},
          h("span", {}, h("strong", {}, player.label), " ", h("span", { class: "muted small" }, player.promise)),
          h("span", { class: "ways" }, this.optionsButton(kind, player), this.playButton(kind, player)));
      })), press ? h("p", { class: "small" }, press) : null,
      command ? h("p", { class: "small" }, t("In a terminal:"), " ", h("code", {}, command)) : null,
      words.length
        ? h("details", { class: "small" }, h("summary", {}, t("Its terms, and their places in Outflank")),
          this.wordsOf(info, file, words))
        : null,
      mends.length
        ? h("details", { class: "small" }, h("summary", {}, t("Changes from the published program")),
          h("ul", { class: "mends" }, ...mends.map((each) => h("li", {}, each))))
        : null);
  }

  /** The terms of a publication in the order of its story.
   * @param {KindInfo} info @param {string} file @param {import("../../core/wire.js").WordFields[]} words */
  wordsOf(info, file, words) {
    const named = (/** @type {string} */ name) => info.players.find((player) => player.name === name)?.label ?? "";
    return h("dl", { class: "words" }, h("dt", {}, t("The program")), h("dd", {}, h("code", {}, file)),
      ...words.flatMap(({ word, here, player }) => [
        h("dt", { lang: "en" }, word),
        h("dd", {}, named(player) ? h("strong", {}, named(player), " ") : null, h("code", {}, here)),
      ]));
  }

  /** @param {string} kind @param {PlayerInfo} player */
  optionsButton(kind, player) {
    const open = () =>
      this.app.dialogs.newGame({ kind, seats: seatsAgainst(this.app.kinds[kind], player.name), size: 8, mirrored: false,
        clock: "" });
    return button(t("Options …"), open, { "aria-label": t("Options … of {name}", { name: player.label }) });
  }

  /** @param {string} kind @param {PlayerInfo} player */
  playButton(kind, player) {
    return button(t("Play"), () => playAgainst(this.app, kind, player.name), { class: "primary",
      "aria-label": t("Play against {name}", { name: player.label }) });
  }
}

/** The choice of side: Black, White, or either. */
function sides() {
  return pills(t("You play"), "side", [["black", t("Black")], ["white", t("White")], ["either", t("Either")]],
    sideChosen(), (side) => remember("side", side));
}

/** A player by name, which must exist. @param {KindInfo} info @param {string} name @returns {PlayerInfo} */
function playerNamed(info, name) {
  return /** @type {PlayerInfo} */ (info.players.find((player) => player.name === name));
}

function measured() {
  return h("details", { class: "small measured" }, h("summary", {}, t("About the ratings")),
    h("p", {},
      t("The characters played matches against each other, every opening with both colours. A player "
        + "of random moves has 100. A character rated 200 points above another wins about three games "
        + "out of four against it.")),
    h("p", {},
      t("Your own ladder rating is on the same scale. Every finished game against a character counts, from the usual "
        + "start and without hints, analysis or taking moves back.")));
}
