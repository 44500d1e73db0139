// Several people in one game: invitation, presence and offers, beside the board.

import { announce, note } from "../core/announce.js";
import { act } from "../board/act.js";
import { button, copyText, fill, h } from "../core/dom.js";
import { copyRow } from "../core/fields.js";
import { absent, asked, audience, isolated, isOwn, isWaiting, peopleChanged, waitingFor,
  wasRefused } from "../board/people.js";
import { reached, reachWarning } from "../core/reach.js";
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
    this.asked = ""; // the latest request for links
    this.isSure = false; // true if the next press resigns
    this.resigner = act("resign", t("Resign"), () => this.resign());
    this.resigner.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
    /** @type {{seat: number, address: string, qr: string}[]} */
    this.links = [];
    /** @type {Set<number>} */
    this.left = new Set(); // seats of people who have left the game
  }

  /** Draw the panel if it has changed. @param {GameState} state */
  show(state) {
    const shown = JSON.stringify([state.game, state.people, state.offers, state.you, state.part, state.owner,
      state.watching, state.next, Boolean(state.result), this.links.map((link) => link.address)]);
    if (shown === this.shown) return;
    this.shown = shown;
    const waiting = isWaiting(state);
    if (waiting && state.owner) this.askLinks(state);
    fill(this.host, waiting && state.owner ? this.invitation(state) : null,
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

  // --- the invitation --------------------------------------------------------------------------------------------

  /** @param {GameState} state */
  async askLinks(state) {
    const { base } = reached(this.app);
    const key = JSON.stringify([state.game, state.people.map((person) => person?.waits), base]);
    if (key === this.asked) return;
    this.asked = key;
    const answer = await this.app.ask("invite", { game: state.game, base });
    if (key !== this.asked) return;
    if (!answer) {
      this.asked = this.shown = ""; // the next state requests them again
      return;
    }
    this.links = answer.links;
    const { play } = this.app.modes;
    if (play.state?.game === state.game) this.show(play.state);
  }

  /** @param {GameState} state */
  invitation(state) {
    return h("section", { class: "card invitation", "aria-label": t("Invitation") }, h("h2", {}, waitingFor(state)),
      h("p", {}, t("The first person to open a link plays with you. The game begins when everybody is there.")),
      ...this.links.map((link) => this.link(state, link)), reachWarning(this.app),
      h("div", { class: "actions" }, button(t("Withdraw the invitation"), () => this.withdraw(state))));
  }

  /** @param {GameState} state @param {{seat: number, address: string, qr: string}} link */
  link(state, { seat, address, qr }) {
    const side = state.names[seat];
    const picture = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`;
    return h("div", { class: "invite-link" },
      copyRow(t("Link to play {side}", { side }), address, t("Copy the link to play {side}", { side }),
        () => this.copy(address)),
      h("div", { class: "actions" },
        "share" in navigator ? button(t("Send …"), () => this.send(address), { class: "primary" }) : null),
      h("img", { class: "qr", src: picture, alt: t("QR code of the link to play {side}", { side }), width: 200,
        height: 200 }));
  }

  /** @param {string} address */
  async copy(address) {
    if (await copyText(address)) note(t("The link is copied. Send it to your friend."));
    else note(t("The browser does not let this page copy; select the link instead."), "error");
  }

  /** @param {string} address */
  async send(address) {
    try {
      await navigator.share({ title: "Outflank", text: t("Play a game of Othello with me:"), url: address });
    } catch {
      // the person closed the share menu
    }
  }

  /** @param {GameState} state */
  async withdraw(state) {
    if (!(await this.app.ask("withdraw", { game: state.game }))) return;
    await this.app.turnTo("home");
    note(t("The invitation is withdrawn."));
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
