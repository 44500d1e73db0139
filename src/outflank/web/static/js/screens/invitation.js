// The invitation of the opponent: one large button to play, and the faces of others to choose instead.

import { button, h } from "../core/dom.js";
import { characterOf, faceOf } from "../board/faces.js";
import { rememberSetup } from "../dialogs/newgame.js";
import { calledIn, playersFor } from "../dialogs/seats.js";
import { listed, t } from "../core/words.js";
import { shownRating } from "../core/ratings.js";

/** @typedef {{kind: string, seats: string[]}} Setup */

const NEIGHBOURS = 6; // faces of other characters

export class Invitation {
  /** @param {import("../main.js").App} app @param {() => void} onChange  Called after another opponent is chosen. */
  constructor(app, onChange) {
    this.app = app;
    this.onChange = onChange;
  }

  /** @param {any} setup  The set-up of the game that the button begins. */
  card(setup) {
    const { app } = this;
    const info = app.kinds[setup.kind];
    const opponent = setup.seats.find((/** @type {string} */ seat) => seat !== "human");
    const character = characterOf(info, opponent ?? "");
    const promise = opponent ? info.players.find((each) => each.name === opponent)?.promise : null;
    return h("section", { class: "card invitation-card", "aria-label": t("Play") },
      h("button", { type: "button", class: "door play primary", on: { click: () => app.begin(setup) } },
        faceOf(character, !opponent),
        h("span", {}, h("span", { class: "title" }, t("Play")), " ",
          h("span", { class: "words" }, this.against(setup)))), promise ? h("p", { class: "promise" }, promise) : null,
      this.others(setup, opponent ?? ""),
      h("div", {}, button(t("Choose another game or opponent"), () => app.dialogs.newGame(), { class: "link" })));
  }

  /** The faces of the characters near the opponent on the ladder.
   * @param {any} setup @param {string} opponent */
  others(setup, opponent) {
    const info = this.app.kinds[setup.kind];
    const here = this.app.connection.here?.players;
    const offered = here ?? playersFor(info, setup.size).map(({ name }) => name);
    const characters = info.characters.filter(({ name }) => offered.includes(name));
    if (!characters.length || setup.seats.length !== 2) return null;
    const at = Math.max(0, characters.findIndex((each) => each.name === opponent));
    const first = Math.max(0, Math.min(at - 2, characters.length - NEIGHBOURS));
    const choose = (/** @type {string} */ name) => {
      const seats = setup.seats.includes("human")
        ? setup.seats.map((/** @type {string} */ seat) => (seat === "human" ? seat : name))
        : ["human", name];
      if (!seats.includes(name)) seats[1] = name;
      rememberSetup({ ...setup, seats });
      this.onChange();
    };
    return h("div", { class: "faces", role: "group", "aria-label": t("Choose an opponent") },
      ...characters.slice(first, first + NEIGHBOURS).map((each) => {
        const label = calledIn(info, each.name);
        const face = button("", () => choose(each.name), { "aria-pressed": String(each.name === opponent),
          "aria-label": each.rating
            ? t("{name}, rating {rating}", { name: label, rating: shownRating(each.rating.rating, "ladder") })
            : label, title: label });
        face.append(faceOf(each), h("span", {}, label));
        return face;
      }));
  }

  /** The opponent and the person's side, for the large button. @param {Setup} setup */
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
}
