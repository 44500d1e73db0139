// Playing: the server's state of the game, a person's actions, and words about both.

import { act } from "../board/act.js";
import { announce, announceToo, capital, forgetUndo, note } from "../core/announce.js";
import { button, by, fill, h } from "../core/dom.js";
import { Ending } from "./ending.js";
import { GameClock } from "../board/gameclock.js";
import { Hints } from "./hints.js";
import { builtPart } from "../core/later.js";
import { fillMoves, movesHost, numbers } from "../board/movelist.js";
import { isWaiting, isYours, labelsOf } from "../board/people.js";
import { PlayersCard } from "./playerscard.js";
import { notify } from "../core/notify.js";
import { set, settings } from "../core/settings.js";
import { Together } from "./together.js";
import { spoken } from "../board/speech.js";
import { happened, moved, standing } from "../board/wording.js";
import { Why } from "./why.js";
import { listed, openingName, t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").GameState} GameState */
/** @typedef {import("../core/protocol.js").View} View */

const BUBBLE_MS = 7000; // duration of a character's words
const REFUSAL_MS = 4000; // duration of a refusal's reason on screen

/** The last of some moves that is not a pass. @param {import("../core/protocol.js").Played[]} moves */
const lastPiece = (moves) => moves.findLast(({ move }) => move !== "pass");

export class Play {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.name = "play";
    /** @type {GameState | null} */
    this.state = null;
    /** @type {number | null} */
    this.at = null; // the ply on the board; null for the current position
    /** @type {Map<string, View>} */
    this.views = new Map();
    this.returns = false; // true if the game was begun from an analysis
    this.isCut = false; // true while a game of the server has no connection
    this.part = null; // the watch on the connection
    this.last = ""; // the id of the latest unfinished game
    /** @type {Map<string, GameState>} */
    this.arrived = new Map(); // latest events of other games; the next game is one of them
    this.together = new Together(app);
    this.clock = new GameClock(this);
    this.hints = new Hints(this);
    this.why = new Why(this);
    this.ending = new Ending(this);
    this.card = new PlayersCard(this);
    /** @type {GameState | null} */
    this.moving = null; // the position in which a move is on its way to the server
    document.addEventListener("visibilitychange", () => app.entitle());
    this.build();
  }

  build() {
    this.panel = by("panel-play");
    this.actions = h("div", { class: "actions acts", role: "group", "aria-label": t("Game") });
    this.moves = movesHost();
    this.opening = h("span", { class: "muted" });
    fill(this.panel, this.together.host, this.actions, this.ending.host, this.hints.host,
      h("div", { class: "card" }, h("h2", {}, t("Moves"), " ", this.opening), this.moves, this.why.host),
      this.card.host);
  }

  // --- messages of the server --------------------------------------------------------------------------------------

  /** @param {any} event */
  hear(event) {
    if (event.type === "game" && event.game === this.id) this.take(event);
    else if (event.type === "game") this.arrived.set(event.game, event);
    if (event.type === "people" && event.game === this.id) this.meet(event);
    if (event.type === "notice" && event.game === this.id && this.app.mode === this) {
      this.app.stage.showStatus(t("{words} …", { words: capital(event.message) }), true);
    }
    if (event.type === "error" && event.game === this.id) this.app.refused(event);
  }

  /** Update the people after somebody has come or left. @param {Pick<GameState, "people" | "watching">} event */
  meet({ people, watching }) {
    const before = this.game;
    this.state = { ...before, people, watching };
    this.together.tell(before, this.state);
    this.show();
  }

  /** @param {GameState} state */
  take(state) {
    const before = this.state;
    const was = before?.game === state.game ? before : null; // the same game before
    state.labels = labelsOf(state);
    if (was && state.revision < was.revision) return;
    if (before && !was) {
      this.returns = false;
      this.views.clear();
    }
    this.state = state;
    this.clock.begin();
    if (state.clock || state.shared) builtPart(this, "pulse", () => import("./later/pulse.js"));
    if (state.clock && isYours(state)) this.app.connection.tell("seen", { game: state.game, ply: state.moves.length });
    this.app.entitle();
    if (this.isAwaited && (was?.revision ?? -1) < state.revision) this.notifyTurn();
    this.views.set(this.prefix(state.moves.length), state.view);
    const grew = was && state.moves.length > was.moves.length;
    if (was?.moves.length !== state.moves.length) {
      this.at = null;
      this.why.close();
    }
    if (was?.revision !== state.revision) this.hints.forget();
    if (was?.seats.join() !== state.seats.join()) this.card.fill();
    if (before && was?.revision !== state.revision) forgetUndo();
    if (!was) this.findLast();
    const words = happened(before, state);
    if (words) announce(words);
    this.ending.tell(before, state);
    this.speak(was, state);
    if (before) this.together.tell(before, state);
    this.app.warn();
    if (this.app.mode === this) {
      this.readdress();
      this.show(grew ? lastPiece(state.moves.slice(was.moves.length))?.flips : []);
      if (!was || (isWaiting(was) && !isWaiting(state))) scrollTo(0, 0); // bring the board into view
      if (was && state.next && !was.next) this.app.open(state.next);
    }
  }

  /** Freeze a game of the server while there is no connection. @param {boolean} isLost */
  freeze(isLost) {
    const { state, app } = this;
    const isCut = isLost && state !== null && !state.result && !app.connection.local?.has(state.game);
    if (isCut === this.isCut) return;
    this.isCut = isCut;
    by("scores").classList.toggle("cut", isCut);
    if (isCut) announce(t("No connection, trying again …"));
    this.show();
  }

  /** Show the words of a character for a while. @param {GameState | null} was @param {GameState} state */
  speak(was, state) {
    const said = settings.talk ? spoken(this.app.kinds[state.kind], was, state) : null;
    const { stage } = this.app;
    if (!was) stage.bubble = null;
    if (!said) return;
    stage.bubble = said;
    announceToo(t("{name}: {words}", { name: state.labels[said.seat], words: said.words }));
    setTimeout(() => {
      if (stage.bubble !== said) return;
      stage.bubble = null;
      if (this.app.mode === this && this.state) this.show();
    }, BUBBLE_MS);
  }

  /** True if it is the person's turn against others while the page is hidden. */
  get isAwaited() {
    return document.hidden && this.mayMove && this.game.you.length < this.game.seats.length;
  }

  /** Notify the person in the background that it is their turn. */
  notifyTurn() {
    const last = this.game.moves.at(-1);
    const others = this.game.labels.filter((_, seat) => !this.game.you.includes(seat));
    notify(t("Your turn"), last ? moved(this.game, last) : listed(others), this.id);
  }

  readdress() {
    this.app.places.write(this.game.kept ? `#/play/${this.id}` : "#/play");
  }

  /** Find the latest unfinished game, to offer it in place of a game without moves. */
  async findLast() {
    const state = this.game;
    if (state.moves.length || this.together.rules(state)) return;
    const answer = await this.app.connection.request("games", { ending: "unfinished", mine: true, most: 2 }).catch(() =>
      null
    );
    const last = answer?.games.find((/** @type {{id: string}} */ game) => game.id !== state.game)?.id ?? "";
    if (last === this.last || state !== this.state) return;
    this.last = last;
    this.show();
  }

  /** The key of a position of the game: its start and moves. @param {number} ply */
  prefix(ply) {
    return `${this.game.start}/${this.game.moves.slice(0, ply).map((played) => played.move).join(" ")}`;
  }

  /** The id of the game; empty if there is none. */
  get id() {
    return this.state?.game ?? "";
  }

  /** The game, which must exist. @returns {GameState} */
  get game() {
    if (!this.state) throw new Error("there is no game");
    return this.state;
  }

  get mayMove() {
    return isYours(this.state);
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  enter() {
    this.show();
    if (this.state) this.readdress();
  }

  leave() {
    by("move-form").hidden = false;
  }

  get ply() {
    return this.at ?? this.game.moves.length;
  }

  /** The numbers of the moves. */
  get numbers() {
    return numbers(this.game.moves.map((played) => played.move));
  }

  /** @param {number[]} [flips] */
  async show(flips = []) {
    const state = this.state;
    if (!state || this.app.mode !== this) return;
    const ply = this.ply;
    const known = this.views.get(this.prefix(ply));
    const view = known ?? (await this.viewAt(ply));
    if (!view || (!known && (state !== this.state || this.ply !== ply))) return;
    const live = this.at === null;
    const hint = this.hints.known(live);
    this.app.board.show(view, { kind: state.kind, last: lastPiece(state.moves.slice(0, ply))?.move ?? null, flips,
      open: live && this.mayMove, ring: hint?.isShown ? hint.found.moves[0].move : null,
      marked: hint && !hint.isShown ? hint.among : [] });
    this.showScores(view, live);
    this.showStatus(live);
    this.showMoves();
    this.why.draw();
    this.showActions(live);
    this.together.show(state);
    this.card.host.hidden = this.together.rules(state);
    by("move-form").hidden = !state.part || Boolean(state.result);
    this.app.stage.showNavigation(ply, state.moves.length);
    this.ending.celebrate(live);
  }

  /** The position after some moves, from the server if necessary; null if the game has changed meanwhile.
   * @param {number} ply @returns {Promise<View | null>} */
  async viewAt(ply) {
    const state = this.game;
    if (!this.views.has(this.prefix(ply))) {
      const moves = state.moves.slice(0, ply).map((played) => played.move);
      const answer = await this.app.ask("look", { kind: state.kind, start: state.start, moves, since: 0 });
      if (!answer || state !== this.state) return null;
      answer.views.forEach((/** @type {View} */ each, /** @type {number} */ i) => this.views.set(this.prefix(i), each));
    }
    return this.views.get(this.prefix(ply)) ?? null;
  }

  /** @param {View} view @param {boolean} live */
  showScores(view, live) {
    const state = this.game;
    this.app.stage.showScores(state.kind,
      state.names.map((name, seat) => ({ name,
        player: state.shared && state.you.includes(seat)
          ? t("{name} (you)", { name: state.labels[seat] })
          : state.labels[seat],
        here: state.shared && state.people[seat]?.waits === false ? state.people[seat].here : null,
        count: view.counts[seat], turn: !state.result && live && view.turn === seat,
        won: Boolean(
          state.result && state.result.winners.includes(seat) && state.result.winners.length < state.names.length,
        ), clock: state.clock ? this.clock.left(seat) : null, isPerson: state.seats[seat] === "human",
        rating: this.ending.part?.ratings(state)[seat] })
      ), this.below);
  }

  /** The side whose bar is below the board: the person's own, if there is one. */
  get below() {
    const { you, seats } = this.game;
    return you[0] ?? Math.max(0, seats.indexOf("human"));
  }

  /** @param {boolean} live */
  showStatus(live) {
    const state = this.game;
    const words = !live
      ? t("Looking at move {number} of {all}", { number: this.numbers[this.ply - 1] ?? 0,
        all: this.numbers.at(-1) ?? 0 })
      : this.isCut
      ? t("No connection, trying again …")
      : standing(state);
    const isBusy = this.isCut || (live && (state.thinking || this.hints.search !== null));
    const hint = this.isCut ? "" : this.hints.words(live);
    this.app.stage.showStatus(hint || words, isBusy, live && Boolean(state.result));
  }

  showMoves() {
    const state = this.game;
    this.opening.textContent = openingName(state.opening);
    fillMoves(this.moves,
      state.moves.map((played, i) => ({ move: played.move, seat: played.seat, number: this.numbers[i],
        current: i === this.ply - 1, go: () => this.go(i + 1) })
      ), state.names);
  }

  /** @param {boolean} live */
  showActions(live) {
    const state = this.game;
    if (this.together.rules(state)) this.fillShared(live);
    else this.fillActions(live);
    this.hints.draw(live);
    this.ending.draw();
    this.app.stage.showPass(live && this.mayMove && state.must_pass);
  }

  /** Show the buttons of a game with others. @param {boolean} live */
  fillShared(live) {
    this.offer(...this.together.buttons(this.game), ...this.ending.buttons(),
      live ? null : button(t("Back to the game"), () => this.go(null), { class: "primary" }),
      this.game.part ? this.helpButton() : null);
  }

  /** A button for legal moves, in Tribolo. */
  helpButton() {
    if (this.game.kind !== "tribolo") return null;
    return button(t("Help"), () => set("dots", !settings.dots), { "aria-pressed": String(settings.dots),
      title: t("Show where you may move") });
  }

  /** @param {boolean} live */
  fillActions(live) {
    const state = this.game;
    const computers = !state.seats.includes("human");
    const over = Boolean(state.result);
    const isBegun = state.moves.length > 0;
    this.offer(...this.ending.buttons(),
      act("undo", t("Undo"), () => this.change("undo"), { disabled: !isBegun && !over }), ...(over ? [] : [
        act("redo", t("Redo"), () => this.change("redo"), { disabled: !state.undone }),
        act("hint", t("Hint"), () => this.hints.ask(), { disabled: !this.mayMove || state.must_pass }),
        act("again", t("Restart"), () => this.restart(), { disabled: !isBegun }),
        state.names.length === 2
          ? act("resign", t("Resign"), () => this.change("resign"), { disabled: !isBegun || computers })
          : null,
        this.helpButton(),
      ]),
      (computers || state.paused) && !over
        ? button(state.paused ? t("Go on") : t("Pause"), () => this.change(state.paused ? "resume" : "pause"))
        : null,
      this.returns ? button(t("Return to the analysis"), () => this.app.turnTo("analyse", { takes: false })) : null,
      this.last && !state.moves.length ? button(t("Continue the last game"), () => this.app.open(this.last)) : null,
      !live ? button(t("Back to the game"), () => this.go(null), { class: "primary" }) : null);
  }

  /** Show buttons. Unchanged ones stay, so that a press reaches them although a move arrives meanwhile.
   * @param {(HTMLElement | null)[]} buttons */
  offer(...buttons) {
    const isSame = this.actions.innerHTML === buttons.map((each) => each?.outerHTML ?? "").join("");
    if (!isSame) fill(this.actions, ...buttons);
  }

  // --- a person's actions ------------------------------------------------------------------------------------------

  /** Play a chosen cell or a typed move. @param {string} move */
  async choose(move) {
    const state = this.state;
    if (!state) return;
    if (this.at !== null) {
      note(t("You are looking at an earlier position. Go back to the game to move."));
      return;
    }
    if (state.result) note(t("The game is over. Begin a new one, or take moves back."));
    else if (this.isCut) note(t("No connection: your move was not sent."));
    else if (!this.mayMove) note(this.together.notYours(state));
    else await this.move(state, move);
  }

  /** Make a move; show the reason against an illegal one below the board for a while.
   * @param {GameState} state @param {string} move */
  async move(state, move) {
    if (this.moving === state) return; // pressed twice
    this.moving = state;
    try {
      await this.app.connection.request("play", { game: state.game, ply: state.moves.length, move });
    } catch (error) {
      const refusal = /** @type {import("../core/connection.js").Refusal} */ (error);
      const words = capital(refusal.message);
      if (refusal.code === "not your turn") note(this.together.notYours(this.state ?? state)); // names the mover
      else if (refusal.code !== "refused" || state !== this.state) this.app.refused(refusal);
      else {
        this.app.stage.showStatus(words, false);
        announce(words);
        setTimeout(() => state === this.state && this.app.mode === this && this.showStatus(this.at === null),
          REFUSAL_MS);
      }
    } finally {
      this.moving = null;
    }
  }

  /** @param {import("../core/wire.js").Change["type"]} what */
  async change(what) {
    if (!this.state) return;
    const refused = this.together.refuses(this.state, what);
    if (refused) note(refused);
    else await this.app.connection.request(what, { game: this.state.game }).catch((error) => this.app.refused(error));
  }

  /** Begin the same game again; a note offers the way back to this one. */
  async restart() {
    const { id } = this;
    if (await this.again()) note(t("The game begins again."), "info", () => this.app.open(id));
  }

  async again() {
    if (!this.state) return false;
    return this.app.begin({ ...this.setup(), start: this.game.start });
  }

  /** The game's own set-up, for another game like it. */
  setup() {
    const { kind, seats, clock, pace } = this.game;
    return { kind, seats, pace, clock: clock ? clock.control : "" };
  }

  /** Look at an earlier position; null for the current one. @param {number | null} ply */
  go(ply) {
    const { state } = this;
    if (!state) return;
    const last = state.moves.length;
    this.at = ply === null || ply >= last ? null : Math.max(0, ply);
    this.show();
    if (this.at !== null) {
      announce(this.at ? t("After {move}", { move: moved(state, state.moves[this.at - 1]) }) : t("The start."));
    } else announce(t("The current position."));
  }

  /** @param {number} by_ */
  step(by_) {
    if (this.state) this.go(this.ply + by_);
  }

  /** @param {boolean} first */
  ends(first) {
    this.go(first ? 0 : null);
  }

  /** Handle the keys of this part, in addition to the page's own. @param {string} name */
  key(name) {
    if (!this.state) return false;
    if (name === "Backspace") this.change("undo");
    else if (name === " " || name === "g") this.hints.ask(true);
    else if (name === "a") this.hints.ask();
    else if (name === "l" && !this.state.result) this.change(this.state.paused ? "resume" : "pause");
    else return false;
    return true;
  }

  /** The transcript, for the clipboard. */
  get transcript() {
    return this.state
      ? this.state.moves.map((played) => played.move).filter((move) => move !== "pass").join(
        this.state.view.width < 10 ? "" : " ",
      )
      : "";
  }

  /** The game up to the position on the board: start and moves; null without a game. */
  get record() {
    if (!this.state) return null;
    const { kind, start, moves, labels } = this.state;
    return { kind, start, moves: moves.slice(0, this.ply).map((played) => played.move), players: labels };
  }
}
