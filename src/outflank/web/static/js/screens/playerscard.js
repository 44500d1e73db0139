// The card of a game's players: each seat's player, and a form to change it.

import { announce, note } from "../core/announce.js";
import { button, h, recall, remember } from "../core/dom.js";
import { lastSetup, paceOf } from "../dialogs/newgame.js";
import { playersFor, Seats } from "../dialogs/seats.js";
import { t } from "../core/words.js";

export class PlayersCard {
  /** @param {import("./play.js").Play} play */
  constructor(play) {
    this.play = play;
    this.seats = h("div", { class: "seats" });
    const apply = button(t("Apply to this game"), () => this.apply(), { class: "primary" });
    this.host = h("details", { class: "card drawer" }, h("summary", {}, t("Change the players")), this.seats,
      h("div", { class: "actions" }, apply, button(t("Reset"), () => this.fill(true))),
      h("p", { class: "muted small" }, t("Apply keeps the board; Reset shows the current players.")));
  }

  /** Show the current players. */
  fill(said = false) {
    const { app, state } = this.play;
    if (!state) return;
    const info = app.kinds[state.kind];
    const players = playersFor(info, state.view.width);
    this.chooser = new Seats(this.seats, state.kind, state.names, players, state.seats, info.characters);
    if (said) announce(t("The form shows the current players."));
  }

  async apply() {
    const { app, state } = this.play;
    if (!this.chooser || !state) return;
    const seats = this.chooser.chosen;
    const done = await app.ask("seats", { game: state.game, seats,
      pace: paceOf({ ...lastSetup(app.kinds, state.kind), seats }) });
    if (done) {
      note(t("The players have changed; the board stays."));
      remember("seats", { ...recall("seats", {}), [state.kind]: seats });
    }
  }
}
