// Several people in one game: presence and offers, beside the board. The invitation is in later/inviting.js.

import { announce, note } from "../core/announce.js";
import { act } from "../board/act.js";
import { button, fill, h } from "../core/dom.js";
import { builtPart } from "../core/later.js";
import { absent, asked, audience, isolated, isOwn, isWaiting, peopleChanged, wasRefused } from "../board/people.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */

export class Together {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.host = h("div", { class: "together" });
    this.shown = "";
    /** @type {{host: HTMLElement, show(state: GameState): void} | null} */
    this.part = null; // the invitation
    /** @type {Set<number>} */
    this.left = new Set(); // seats of people who have left the game
  }

  /** Draw the panel if it has changed. @param {GameState} state */
  show(state) {
    const shown = JSON.stringify([state.game, state.people, state.offers, state.you, state.part, state.owner,
      state.watching, state.next, Boolean(state.result), Boolean(this.part)]);
    if (shown === this.shown) return;
    this.shown = shown;
    const waiting = isWaiting(state);
    if (waiting && state.owner) this.invite(state);
    fill(
      this.host,
      waiting && state.owner ? this.part?.host ?? null : null,
      waiting && !state.owner ? h("p", { class: "card" }, t("The game begins when everybody is there.")) : null,
      state.part || state.result ? null : h("p", { class: "card" }, this.watching(state)),
      // a rematch is answered in the row of buttons, which stays in sight
      ...state.offers.filter((offer) => offer.what === "undo" || this.isAgreed(state, offer)).map((offer) =>
        this.offer(state, offer)
      ),
      ...absent(state, this.left).map((words) => h("p", { class: "card" }, words)),
      state.next
        ? h("p", { class: "card actions" },
          button(state.part ? t("Go to the next game") : t("Watch the next game"), () => this.app.open(state.next), {
            class: "primary",
          }))
        : null,
      state.watching && state.part ? h("p", { class: "muted small" }, audience(state)) : null,
    );
    this.host.hidden = !this.host.childElementCount;
  }

  /** Show the invitation; load its script first. @param {GameState} state */
  async invite(state) {
    if (this.part) {
      this.part.show(state);
      return;
    }
    const { play } = this.app.modes;
    await builtPart(this, "inviting", () => import("./later/inviting.js"));
    if (this.part && play.state) this.show(play.state);
  }

  /** Announce changes among the people. @param {GameState} before @param {GameState} state */
  tell(before, state) {
    const isOther = before.game !== state.game;
    if (isOther || (state.result && !before.result)) this.app.question.part?.end();
    if (isOther) {
      this.left.clear();
      return;
    }
    const words = peopleChanged(before, state, this.left);
    if (words) announce(words);
    const refused = wasRefused(before, state);
    if (refused) note(refused);
  }

  // --- requests ----------------------------------------------------------------------------------------------------

  /** @param {GameState} state @param {import("../core/protocol.js").Offer} offer */
  offer(state, offer) {
    const isAsker = isOwn(offer, state);
    const isAsked = offer.what === "undo" && !this.isAgreed(state, offer);
    return h("section", { class: "card offer", "aria-label": t("Question") }, h("p", {}, asked(state, offer)),
      h("div", { class: "actions" },
        isAsked ? button(t("Allow it"), () => this.answer(state, offer, true), { class: "primary" }) : null,
        isAsked || isAsker
          ? button(isAsker ? t("Never mind") : t("No"), () => this.answer(state, offer, false))
          : null));
  }

  // --- permitted actions -------------------------------------------------------------------------------------------

  /** True if others take part in the game, so that some actions need their consent. @param {GameState} state */
  rules(state) {
    return state.shared || !state.part;
  }

  /** The buttons of a game with others. @param {GameState} state */
  buttons(state) {
    if (!state.part || state.result || isWaiting(state)) return [];
    const moved = state.moves.some((played) => state.you.includes(played.seat));
    const isAsked = state.offers.some((offer) => offer.what === "undo");
    return [
      state.rated || state.tournament
        ? null
        : act("undo", t("Take back"), () => this.app.ask("undo", { game: this.app.modes.play.id }), {
          disabled: !moved || isAsked,
          title: t("Ask to take your last move back"),
        }),
      state.names.length === 2 ? act("resign", t("Resign"), () => this.resign()) : null,
    ];
  }

  /** Resign, if the person says yes to a question. */
  async resign() {
    const { id } = this.app.modes.play;
    if (await this.app.confirm("resign")) this.app.ask("resign", { game: id });
  }

  /** True if the person may begin another game: no clock runs here, or the person says yes to a question.
   * @param {GameState | null} state */
  async mayLeave(state) {
    const isBound = state?.clock && state.shared && state.part && !state.result && !isWaiting(state);
    return !isBound || this.app.confirm("leave");
  }

  /** Buttons for a rematch after a game with others: to ask for one, or to answer. @param {GameState} state */
  rematchButtons(state) {
    if (!state.part || state.next || state.tournament) return [];
    const offer = state.offers.find(({ what }) => what === "rematch");
    if (!offer) {
      return [act("again", t("Rematch"), () => this.app.ask("rematch", { game: state.game }))];
    }
    return this.isAgreed(state, offer) ? [] : [
      act("again", t("Accept rematch"), () => this.answer(state, offer, true), { class: "primary" }),
      button(t("No"), () => this.answer(state, offer, false)),
    ];
  }

  /** True if the person at this page agrees to a question, or only watches.
   * @param {GameState} state @param {import("../core/protocol.js").Offer} offer */
  isAgreed(state, offer) {
    return !state.part || offer.agreed.some((seat) => state.you.includes(seat));
  }

  /** @param {GameState} state @param {import("../core/protocol.js").Offer} offer @param {boolean} agrees */
  answer(state, { what }, agrees) {
    this.app.ask("answer", { game: state.game, what, agrees });
  }

  /** The reason why a person only watches a running game. @param {GameState} state */
  watching(state) {
    return this.app.connection.local?.waits(state.game) || t("You are watching. Only the players can move.");
  }

  /** The reason against an action; empty if it is possible. @param {GameState} state @param {string} what */
  refuses(state, what) {
    if (!state.part) return this.watching(state);
    if (!state.shared || what === "undo" || what === "resign") return "";
    if (what === "hint") return t("There are no hints in a game between people.");
    return t("In a game with others, you cannot do that alone.");
  }

  /** The reason why the person at this page cannot move in a running game. @param {GameState} state */
  notYours(state) {
    if (!state.part) return this.watching(state);
    if (isWaiting(state)) return t("The game begins when everybody is there.");
    if (state.paused) return t("The game is paused.");
    return t("It is not your turn: {name} is to move.", { name: isolated(state.labels[state.view.turn ?? 0]) });
  }
}
