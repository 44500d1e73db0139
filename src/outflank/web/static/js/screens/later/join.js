// An open invitation, `#/join/GAME/SECRET`: describe the game, and take the seat.

import { note, sentence } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { nameField, nameIn } from "../../dialogs/friend.js";
import { clockInWords } from "../../dialogs/newgame.js";
import { isolated, isWaiting } from "../../board/people.js";
import { icon } from "../../board/shapes.js";
import { t } from "../../core/words.js";

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  return new Join(screen);
}

class Join {
  /** @param {import("../../core/later.js").FetchedScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.app = screen.app;
    this.host = screen.host;
  }

  /** @param {string[]} rest */
  async enter([game = "", secret = ""]) {
    this.app.places.write(`#/join/${game}/${secret}`);
    fill(this.host, h("h2", {}, t("You are invited")));
    try {
      const said = await this.app.connection.request("invited", { game, secret });
      if (said.seated) await this.comeBack(game);
      else this.offer(game, secret, said);
    } catch (error) {
      this.refused(game, error);
    }
  }

  /** Open the game at once for a person who has a seat. @param {string} game */
  async comeBack(game) {
    if (!(await this.app.open(game))) return;
    const { state } = this.app.modes.play;
    if (state?.owner && isWaiting(state)) note(t("This is your own invitation: send the link to your friend."));
  }

  /** @param {string} game @param {string} secret @param {any} said  The server's description of the game. */
  offer(game, secret, said) {
    const { kinds } = this.app;
    const info = kinds[said.kind];
    const host =
      said.labels.find((/** @type {string} */ _, /** @type {number} */ seat) =>
        seat !== said.seat && said.people[seat] && !said.people[seat].waits
      ) ?? t("Guest");
    const form = h("form", { class: "card", on: { submit: (event) => {
      event.preventDefault();
      this.join(game, secret, form);
    } } },
      h("p", { class: "invited" },
        t("{name} invites you to a game of {game}.", { name: isolated(host), game: info.title })),
      h("p", {}, icon(said.kind, said.seat), " ", t("You play {side}.", { side: said.names[said.seat] }), " ",
        said.clock ? t("Clock: {clock}.", { clock: clockInWords(said.clock) }) : t("There is no clock.")),
      nameField(t("Your name, if you like")),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("Play")),
        button(t("Only watch"), () => this.app.open(game))));
    fill(this.host, h("h2", {}, t("You are invited")), form);
  }

  /** @param {string} game @param {string} secret @param {HTMLFormElement} form */
  async join(game, secret, form) {
    if (await this.app.replaceGame("join", { game, secret, name: nameIn(form) })) await this.app.turnTo("play");
    else if (this.app.mode === this.screen) await this.enter([game, secret]);
  }

  /** @param {string} game @param {any} error */
  refused(game, error) {
    const taken = error.code === "taken";
    const broken = error.code === "message"; // no server wrote this address
    const words = taken
      ? t("This seat is taken, or the invitation was withdrawn. You can watch.")
      : broken
      ? t("The link is incomplete. Ask for it again.")
      : sentence(error.message);
    fill(this.host, h("h2", {}, t("This invitation is not open")), h("p", {}, words),
      h("div", { class: "actions" }, taken ? button(t("Watch"), () => this.app.open(game), { class: "primary" }) : null,
        button(t("Home"), () => this.app.turnTo("home"))));
  }
}
