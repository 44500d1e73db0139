// Several people in one game: presence and offers, beside the board. The invitation is in later/inviting.js.

import { announce, note } from "../core/announce.js";
import { act } from "../board/act.js";
import { button, fill, h } from "../core/dom.js";
import { builtPart } from "../core/later.js";
import { absent, asked, audience, isolated, isOwn, isWaiting, peopleChanged, wasRefused } from "../board/people.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */

const SURE_MS = 4000; // time for a second press to resign
const DOUBLE_MS = 300; // a press this soon is half of a double click

export class Together {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.host = h("div", { class: "together" });
    this.shown = "";
    /** @type {{host: HTMLElement, show(state: GameState): void} | null} */
    this.part = null; // the invitation
    this.isSure = false; // true if the next press resigns
    this.resigner = act("resign", t("Resign"), () => this.resign());
    this.resigner.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
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
    fill(this.host, waiting && state.owner ? this.part?.host ?? null : null,
      waiting && !state.owner ? h("p", { class: "card" }, t("The game begins when everybody is there.")) : null,
      state.part ? null : h("p", { class: "card" }, t("You are watching. Only the players can move.")),
      ...state.offers.map((offer) => this.offer(state, offer)),
      ...absent(state).map((words) => h("p", { class: "card" }, words)),
      state.next
        ? h("p", { class: "card actions" },
          button(state.part ? t("Go to the next game") : t("Watch the next game"), () => this.app.open(state.next), {
            class: "primary",
          }))
        : null, state.watching && state.part ? h("p", { class: "muted small" }, audience(state)) : null);
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
    if (before.game !== state.game) {
      this.doubt(false);
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
    const own = !state.part || offer.agreed.some((seat) => state.you.includes(seat));
    const isAsker = isOwn(offer, state);
    const answer = (/** @type {boolean} */ agrees) => () =>
      this.app.ask("answer", { game: state.game, what: offer.what, agrees });
    return h("section", { class: "card offer", "aria-label": t("Question") }, h("p", {}, asked(state, offer)),
      h("div", { class: "actions" },
        own
          ? null
          : button(offer.what === "undo" ? t("Allow it") : t("Play again"), answer(true), { class: "primary" }),
        own && !isAsker ? null : button(isAsker ? t("Never mind") : t("No"), answer(false))));
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
      state.names.length === 2 ? this.resigner : null,
    ];
  }

  /** Resign on the second press; a double click or a held key counts once. */
  resign() {
    if (this.resigner.ariaDisabled) return;
    if (this.isSure) this.app.ask("resign", { game: this.app.modes.play.id });
    this.doubt(!this.isSure);
    if (this.isSure) announce(t("Press again to resign."));
  }

  /** Let the next press resign, for a while, or cancel that. @param {boolean} isSure */
  doubt(isSure) {
    const { resigner } = this;
    this.isSure = isSure;
    /** @type {Node} */ (resigner.lastChild).textContent = isSure ? t("Really resign?") : t("Resign");
    // a finger that presses twice sends the same clicks as a double click: only the time between them tells
    resigner.ariaDisabled = isSure ? "true" : null;
    clearTimeout(this.opens);
    clearTimeout(this.forgets);
    if (!isSure) return;
    this.opens = setTimeout(() => (resigner.ariaDisabled = null), DOUBLE_MS);
    this.forgets = setTimeout(() => this.doubt(false), SURE_MS);
  }

  /** A button for a rematch after a game with others; hidden while an offer is open. @param {GameState} state */
  rematchButton(state) {
    if (!state.part || state.next || state.tournament || state.offers.some((offer) => offer.what === "rematch")) {
      return null;
    }
    return act("again", t("Rematch"), () => this.app.ask("rematch", { game: this.app.modes.play.id }));
  }

  /** The reason against an action; empty if it is possible. @param {GameState} state @param {string} what */
  refuses(state, what) {
    if (!state.part) return t("You are watching this game.");
    if (!state.shared || what === "undo" || what === "resign") return "";
    if (what === "hint") return t("There are no hints in a game between people.");
    return t("In a game with others, you cannot do that alone.");
  }

  /** The reason why the person at this page cannot move in a running game. @param {GameState} state */
  notYours(state) {
    if (!state.part) return t("You are watching this game.");
    if (isWaiting(state)) return t("The game begins when everybody is there.");
    if (state.paused) return t("The game is paused.");
    return t("It is not your turn: {name} is to move.", { name: isolated(state.labels[state.view.turn ?? 0]) });
  }
}
