// The page: the state that its parts share, and the choice of the visible part.

import { announce, announcePlace, note, placeNotes, sentence } from "./core/announce.js";
import { Analyse } from "./screens/analyse.js";
import { Board } from "./board/board.js";
import { Connection } from "./core/connection.js";
import "./screens/clubwords.js"; // shared by screens that are loaded later
import { connectControls, WITH_BOARD } from "./controls.js";
import { Dialogs } from "./dialogs/dialogs.js";
import { button, by, forget, h, recall, recallHere, rememberHere } from "./core/dom.js";
import "./core/files.js"; // shared by screens that are loaded later, as are the names
import "./core/naming.js";
import "./board/trend.js";
import { ExaminedGame } from "./board/examined.js";
import { builtPart, fetched, FetchedScreen } from "./core/later.js";
import { once } from "./core/once.js";
import { install, offerReload, onRenewed } from "./core/installed.js";
import { Home } from "./screens/home.js";
import { lastSetup, paceOf } from "./dialogs/newgame.js";
import { Places } from "./places.js";
import { Play } from "./screens/play.js";
import { Reading } from "./screens/reading.js";
import { Review } from "./screens/review.js";
import { Screen } from "./core/screen.js";
import { available } from "./dialogs/seats.js";
import { dress, IN_SETTINGS, set, settings } from "./core/settings.js";
import { Stage } from "./board/stage.js";
import { listed, restOfWords, t } from "./core/words.js";

const QUIET_MS = 2000; // leaves the line to a person who begins a game

const CLUB = ["home", "lobby", "tournament", "member", "account"]; // a game that begins takes the place of these

const ARRIVING_MS = 1000; // a place asks for its content in this time

export class App {
  constructor() {
    /** @type {Record<string, import("./core/protocol.js").KindInfo>} */
    this.kinds = {};
    /** @type {Record<string, string>} */
    this.languages = {}; // names of languages by code
    /** @type {string[]} */
    this.exports = []; // formats for an export of all games
    this.hasTournament = false; // true if the server shows a tournament
    this.isInstallable = false; // true if the server offers the service worker
    this.hasClub = false; // true if people can play each other in a club
    this.hidden = false; // true if computer output is hidden
    this.user = ""; // the person whom the operator's proxy has signed in; without sign-in, the key tells the person
    this.reach = ""; // the public address of this server, if known
    this.asked = 0; // number of requests for a game
    this.lost = ""; // the reason for a lost connection
    /** @type {Map<string, string>} */
    this.unsaved = new Map(); // reasons why games cannot be saved, by id
    this.stage = new Stage(this);
    this.places = new Places(this);
    this.board = new Board((move) => this.mode.choose(move));
    this.examined = new ExaminedGame(this);
    this.modes = { play: new Play(this), analyse: new Analyse(this), review: new Review(this), home: new Home(this),
      games: new FetchedScreen(this, "games", t("My games"), () => import("./screens/later/games.js")),
      opponents: new FetchedScreen(this, "opponents", t("Opponents"), () => import("./screens/later/opponents.js")),
      learn: new FetchedScreen(this, "learn", t("Lessons"), () => import("./screens/later/learn.js")),
      practice: new FetchedScreen(this, "practice", t("Practice"), () => import("./screens/later/practice.js")),
      rules: new Reading(this, "rules", t("The rules"), () => import("./texts/rules.js")),
      help: new Reading(this, "help", t("Help"), () => import("./texts/help.js")),
      join: new FetchedScreen(this, "join", t("Invitation"), () => import("./screens/later/join.js")),
      progress: new FetchedScreen(this, "progress", t("Progress"), () => import("./screens/later/progress.js")),
      arena: new FetchedScreen(this, "arena", t("Tournament"), () => import("./screens/later/arena.js")),
      study: new FetchedScreen(this, "study", t("Studies"), () => import("./screens/later/study.js")),
      lobby: this.clubScreen("lobby", t("Lobby"), () => import("./screens/later/lobby.js")),
      member: this.clubScreen("member", t("Members"), () => import("./screens/later/member.js")),
      tournament: this.clubScreen("tournament", t("Club tournament"), () => import("./screens/later/tournament.js")),
      account: this.clubScreen("account", t("Name and key"), () => import("./screens/later/account.js")),
      prepare: new FetchedScreen(this, "prepare", t("Preparation"), () => import("./screens/later/prepare.js")) };
    /** @type {any} */
    this.mode = this.modes.home;
    this.arrived = false; // true after the first welcome
    /** @type {(() => void) | null} */
    this.wish = null; // of a button that was pressed earlier
    /** @type {Promise<void>} */
    this.arriving = Promise.resolve(); // settles when the first place is shown
    this.place = ""; // the visible part, with the rest of its address
    this.dialogs = new Dialogs(this);
    /** @type {{app: App, part: any}} */
    this.elsewhere = { app: this, part: null }; // the line about a running clock, once loaded
    /** @type {{app: App, part: any}} */
    this.question = { app: this, part: null }; // the dialog of `confirm`, once loaded
    this.turnedAt = 0; // when the page turned to its place
    this.missed = ""; // the place that lacks an answer of the server
    this.isSettled = false; // true once the page is installed and stores games
    /** @type {() => void} */
    this.quiet = () => {};
    /** @type {Promise<void>} */
    this.quieted = new Promise((resolve) => this.quiet = resolve); // a while after the page is usable
    this.connection = new Connection((event) => this.hear(event), (state, words) => this.connected(state, words),
      () => this.loadLocal());
    connectControls(this);
    onRenewed(offerReload); // the worker may find a new version before the page is usable
  }

  // --- the server --------------------------------------------------------------------------------------------------

  /** @param {any} event */
  hear(event) {
    if (event.type === "welcome") {
      this.kinds = event.kinds;
      this.reach = event.reach;
      this.languages = event.languages;
      this.exports = event.exports ?? [];
      this.hasTournament = event.tournament;
      this.isInstallable = event.installable;
      this.hasClub = event.club;
      by("place-lobby").hidden = !event.club;
      this.user = event.user ?? "";
      this.arrive(Boolean(event.offline));
    } else if (event.type === "kinds") {
      this.kinds = event.kinds; // with all words
      if (this.mode === this.modes.play && this.modes.play.state) this.mode.show();
    } else if (event.type === "error" && !event.re && !event.game) this.refused(event);
    else if (event.type === "paired") this.hearPaired(event);
    else if (event.type === "elsewhere") this.hearElsewhere(event);
    else if (event.type.startsWith("study-")) this.modes.analyse.part?.hear(event);
    else if (this.modes[/** @type {keyof App["modes"]} */ (event.type)] === this.mode) this.mode.part?.hear?.(event);
    else this.modes.play.hear(event);
    if (event.type === "storage") this.warn();
    if (event.type === "saving") {
      this.unsaved.set(event.game, event.why);
      this.warn();
    }
  }

  /** A screen of the club, or words in its place on a server without one.
   * @param {string} name @param {string} title @param {() => Promise<any>} load */
  clubScreen(name, title, load) {
    return new FetchedScreen(this, name, title, () => this.hasClub ? load() : import("./texts/noclub.js"));
  }

  /** @param {"open" | "lost"} state @param {string} words */
  connected(state, words) {
    this.lost = state === "open" ? "" : words;
    if (state === "open") this.unsaved.clear(); // the current state follows
    else if (this.modes.analyse.on) this.modes.analyse.words = "";
    if (this.arrived && this.mode === this.modes.home) this.modes.home.follow();
    if (this.lost) this.modes.play.freeze(true);
    this.warn();
  }

  /** Ask for running clocks and questions, and show the first one that is not on screen. */
  async askAwaited() {
    const { games = [] } = await this.connection.request("awaited").catch(() => ({}));
    if (games.length || this.elsewhere.part) (await this.lineElsewhere())?.take(games);
  }

  /** Open a game of the club that has begun, unless the person is busy with something else. @param {any} event */
  hearPaired(event) {
    const isFree = this.mode === this.modes.play ? this.mode.state?.result : CLUB.includes(this.mode.name);
    if (isFree) this.open(event.game);
    else this.hearElsewhere(event);
  }

  /** @param {any} event  A game of the person has begun or ended. */
  async hearElsewhere(event) {
    if (this.mode !== this.modes.play || this.modes.play.id !== event.game) (await this.lineElsewhere())?.hear(event);
  }

  /** Ask a question in a dialog; true if the person says yes. @param {"resign" | "leave" | "hint"} what */
  confirm(what) {
    return once(what, async () => {
      const part = await builtPart(this.question, "question", () => import("./screens/later/question.js"));
      return Boolean(await part?.ask(what));
    });
  }

  lineElsewhere() {
    return builtPart(this.elsewhere, "elsewhere", () => import("./screens/later/elsewhere.js"));
  }

  /** Report a lost connection or an unsaved game until it is resolved. */
  warn() {
    const why = this.unsaved.get(this.modes.play.id);
    let words = "";
    const here = this.lost ? this.connection?.local?.words(this.mode.name, this.modes.play.id) ?? "" : "";
    if (here) words = here;
    else if (this.lost && why) words = t("No connection to the server ({why}). Trying again …", { why: this.lost });
    else if (this.lost && !(this.modes.play.isCut && this.mode === this.modes.play)) { // the game says it
      words = t("No connection to the server ({why}). Your game is safe; trying again …", { why: this.lost });
    } else if (why === "full") {
      words = t("The server’s disk is full. The game goes on, and will be saved as soon as there is room.");
    } else if (why) {
      words = t("The server cannot save the game at the moment. It goes on, and will be saved as soon as possible.");
    }
    const banner = by("banner");
    if (banner.textContent !== words) banner.textContent = words;
    banner.hidden = !words;
    banner.classList.toggle("calm", Boolean(here));
  }

  /**
   * Ask the server. Show a refusal and return null. A second press shares the answer to the first.
   * @template {import("./core/protocol.js").MessageType} T
   * @param {T} type
   * @param {import("./core/connection.js").Asked<T>} asked
   * @returns {Promise<any>}
   */
  ask(type, ...asked) {
    return once(JSON.stringify([type, asked]), () => this.answer(type, ...asked));
  }

  /** @template {import("./core/protocol.js").MessageType} T @param {T} type
   * @param {import("./core/connection.js").Asked<T>} asked @returns {Promise<any>} */
  answer(type, ...asked) {
    return this.connection.request(type, ...asked).catch((refusal) => {
      this.refused(refusal);
      return null;
    });
  }

  /** Show the reason for a refusal. The line at the top already reports a lost connection.
   * @param {import("./core/connection.js").Refusal} refusal */
  refused({ code, message }) {
    if (code === "seated") return; // the invitation opens the game
    if (code === "lost") {
      this.missed = this.place;
      if (this.connection.local && performance.now() - this.turnedAt < ARRIVING_MS) return; // the banner says it
    }
    note(sentence(message), ["lost", "offline"].includes(code) ? "info" : "error");
  }

  /** Load the part of the server that works in the browser. */
  async loadLocal() {
    const { begin } = await fetched(() => import("./offline/local.js"), "offline/local.js");
    return begin((event) => this.hear(event), () => this.kinds);
  }

  /** Set up or restore the page after each welcome. @param {boolean} isOffline  True without the server. */
  async arrive(isOffline) {
    if (this.arrived) {
      await this.comeBack();
      return;
    }
    this.arrived = true;
    if (!isOffline) {
      if (recall("unsent", false)) await this.sendGames();
      await this.claim();
    }
    await (this.arriving = this.places.follow());
    this.connection.ahead.clear(); // they grow old
    if (recallHere(IN_SETTINGS, false)) {
      rememberHere(IN_SETTINGS, false);
      this.dialogs.settings();
    }
    document.documentElement.dataset.ready = "true";
    setTimeout(this.quiet, QUIET_MS);
    this.wish?.();
    await restOfWords();
    if (!isOffline) await this.settle();
  }

  /** Go on with the server: after a start from the browser's storage, or after the connection was lost. */
  async comeBack() {
    const { play } = this.modes;
    await this.arriving;
    await this.claim();
    const renamed = await this.sendGames();
    if (renamed.has(play.id)) await this.open(renamed.get(play.id) ?? "");
    else if (play.state) await this.openAgain();
    play.freeze(Boolean(this.lost)); // only now, with the server's clocks
    if (this.modes.analyse.on) this.modes.analyse.ask();
    this.modes.analyse.part?.comeBack();
    // the server sends no changes of the lobby to a new connection
    const isStale = this.missed === this.place || ["home", "games", "lobby"].includes(this.mode.name);
    this.missed = "";
    if (isStale || (this.mode instanceof FetchedScreen && !this.mode.part)) {
      await this.places.go();
      this.refocus();
    }
    await this.settle();
  }

  /** Send the games that were played without the server. Returns new ids by old ones.
   * @returns {Promise<Map<string, string>>} */
  async sendGames() {
    await this.connection.loadLocal();
    const { local } = this.connection;
    if (!local) return new Map();
    const { state } = this.modes.play;
    if (state && local.has(state.game)) state.revision = -1; // the server counts anew
    return local.sendAll((type, fields) => this.connection.request(type, fields));
  }

  /** Install the page, and store games for times without the server; once, when the page is usable. */
  async settle() {
    if (this.isSettled) return;
    this.isSettled = true;
    await this.quieted;
    await install(this.isInstallable);
    await this.connection.loadLocal();
    for (const ask of [this.connection.request("games", { most: 50 }), this.connection.request("stories")]) {
      await ask.catch(() => {}); // are stored as they arrive
    }
  }

  /** Claim the games that this browser stores from before the server recorded owners; once. */
  async claim() {
    const games = recall("games", []);
    if (!games.length) return;
    try {
      await this.connection.request("claim", { games });
      forget("games");
    } catch (error) {
      // the stored value holds no games
      if (/** @type {import("./core/connection.js").Refusal} */ (error).code === "message") forget("games");
    }
  }

  /** Open the game again. The server does not store a game without moves, so begin a similar one. */
  async openAgain() {
    const { play } = this.modes;
    try {
      await this.connection.request("open", { game: play.id });
    } catch (error) {
      const { code, message } = /** @type {import("./core/connection.js").Refusal} */ (error);
      const isLost = code === "unknown game" && !play.state?.kept;
      if (isLost) play.state = null;
      if (isLost && this.mode === play) await this.beginAgain(true);
      else if (!isLost && code !== "lost") note(sentence(message), "error");
    }
  }

  // --- games -------------------------------------------------------------------------------------------------------

  /** Begin a game like the last one; `here` prefers the set-up that this tab began with. */
  async beginAgain(here = false) {
    await this.begin((here && recallHere("setup", null)) || lastSetup(this.kinds));
  }

  /** Open a game by its id. False if there is none. @param {string} id */
  async open(id) {
    if (!(await this.replaceGame("open", { game: id }))) return false;
    await this.turnTo("play");
    return true;
  }

  /** Begin a game in place of the current one; `returns` is true if it continues from an analysis.
   * @param {any} setup */
  async begin(setup, returns = false) {
    const { kind, seats, size = 8, mirrored = false, start = "", moves = [], clock = "" } = setup;
    const fields = { kind, seats, size, mirrored, start, moves, clock, pace: paceOf(setup),
      ...(setup.seed === undefined ? {} : { seed: setup.seed }) };
    const { play } = this.modes;
    if (!(await play.together.mayLeave(play.state)) || !(await this.replaceGame("new", { setup: fields }))) {
      return false;
    }
    play.returns = returns;
    rememberHere("setup", { ...setup, moves: [] });
    await this.turnTo("play");
    return true;
  }

  /**
   * Play the game that the server opens or begins, and leave the one before. False if the server refuses. Of several
   * requests in a row the last one counts. An earlier one is shown only if there is no game yet, because a page without
   * a game would begin another, and so on without end. A second press begins or joins no other game.
   * @template {"open" | "new" | "join"} T
   * @param {T} type
   * @param {import("./core/connection.js").Asked<T>} asked
   * @returns {Promise<boolean>}
   */
  replaceGame(type, ...asked) {
    const work = () => this.replace(this.answer(type, ...asked));
    return type === "open" ? work() : once(JSON.stringify(["game", asked]), work);
  }

  /** @param {Promise<any>} answered */
  async replace(answered) {
    const { play } = this.modes;
    const number = ++this.asked;
    const answer = await answered;
    if (!answer) return false;
    const before = play.id;
    const isLast = number === this.asked;
    const takes = isLast || !play.state;
    const arrived = play.arrived.get(answer.game); // it arrived before the answer
    if (isLast) play.arrived.clear();
    if (takes && arrived && answer.game !== before) play.take(arrived);
    const left = takes ? before : answer.game;
    if (left && left !== play.id) this.connection.request("leave", { game: left }).catch(() => {});
    return true;
  }

  // --- navigation --------------------------------------------------------------------------------------------------

  /**
   * Show one of the parts.
   * @param {string} name
   * @param {{takes?: boolean, rest?: string[], stays?: boolean}} [how]  `takes` allows it to show the current game;
   *   `rest` is the rest of a screen's address; `stays` keeps the scroll position.
   */
  async turnTo(name, how = {}) {
    const [before, isFirst] = [this.place, !this.place];
    const place = [name, ...(how.rest ?? [])].filter(Boolean).join("/");
    this.places.leave();
    if (place !== before) this.turnedAt = performance.now();
    this.place = place;
    if (place !== before && !how.stays) scrollTo(0, 0);
    const turned = this.show(name, how);
    if (place !== before && !isFirst) this.focusPlace();
    await turned;
    this.askAwaited();
    if (this.place !== place) return; // another place was opened meanwhile
    if (this.places.back) scrollTo(0, this.places.back);
    this.entitle();
    this.warn();
    if (place === before || isFirst) return;
    this.refocus();
    announcePlace(sentence(this.placeTitle));
  }

  /** The title for the browser's tab: the heading of a screen, or the name of a part with a board. */
  get placeTitle() {
    if (!(this.mode instanceof Screen)) return by(`tab-${this.mode.name}`).textContent;
    return this.mode.host.querySelector("h2")?.textContent || this.mode.title;
  }

  /** Set the title of the browser's tab; in the background it says when it is the person's turn. */
  entitle() {
    const part = this.modes.play.isAwaited ? t("Your turn") : this.placeTitle;
    document.title = t("{part} – Outflank", { part });
  }

  /** Move the focus to the new part, unless it is on the tab just pressed or the screen has set it. */
  focusPlace() {
    const host = this.mode instanceof Screen ? this.mode.host : by("place");
    by("place").hidden = host !== by("place");
    by("place").textContent = this.placeTitle;
    const at = document.activeElement;
    const stays = at?.closest("dialog[open]")
      || (at instanceof HTMLElement && at !== document.body && (host.contains(at) || at.matches("[role=tab]")));
    if (!stays) host.focus({ preventScroll: true });
  }

  /** Restore the focus if its element is gone, for example after a dialog of a hidden screen. */
  refocus() {
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility()) this.focusPlace();
  }

  /** @param {string} name @param {{takes?: boolean, rest?: string[]}} how */
  async show(name, { takes = true, rest = [] }) {
    const mode = /** @type {Record<string, any>} */ (this.modes)[name];
    if (this.mode !== mode) this.mode.leave();
    this.mode = mode;
    const isScreen = !WITH_BOARD.includes(name);
    document.documentElement.classList.toggle("on-screen", isScreen);
    for (const screen of Object.values(this.modes)) if (screen instanceof Screen) screen.host.hidden = screen !== mode;
    document.body.dataset.mode = name;
    const at = ["tournament", "member", "account"].includes(name) ? "lobby" : name;
    for (const link of document.querySelectorAll(".places a")) {
      if (link.getAttribute("href") === `#/${at}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    by("skip").setAttribute("href", isScreen ? `#${mode.host.id}` : "#board");
    by("skip").textContent = isScreen ? t("To the content") : t("To the board");
    placeNotes();
    if (isScreen) {
      await mode.enter(rest);
      return;
    }
    for (const each of WITH_BOARD) {
      by(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      by(`tab-${each}`).tabIndex = each === name ? 0 : -1;
      by(`panel-${each}`).hidden = each !== name;
    }
    const { play } = this.modes;
    if (name === "play" && !play.state) {
      await this.beginAgain(location.hash === "#/play");
      return;
    }
    if (name !== "play" && takes && this.isPlaying) await this.followGame();
    if (this.mode === mode) await mode.enter();
    if (name !== "play" && play.state && !this.isAnalysed(play.state.kind)) {
      const known = Object.values(this.kinds).filter((info) => info.analysed).map((info) => info.title);
      note(
        t("Analysis and review are for {games}. Your game of {game} waits under Play.", { games: listed(known),
          game: this.kinds[play.state.kind].title }),
      );
    }
  }

  /** True if there is a current game that the engine can analyse. */
  get isPlaying() {
    const { state } = this.modes.play;
    return state !== null && state.moves.length > 0 && this.isAnalysed(state.kind);
  }

  /** True if the examined game is the current one with all its moves. */
  get isPresent() {
    const { state } = this.modes.play;
    return state !== null && this.examined.isGame(state.game, state.start, state.moves.map((played) => played.move));
  }

  /** True if the examined game is the current one and goes on: help would then change whether it counts. */
  get isUnderway() {
    const { state, id } = this.modes.play;
    return state !== null && !state.result && this.examined.source === id;
  }

  /** Examine the current game, unless another examined game has variations, notes or a review. */
  async followGame() {
    const { state } = this.modes.play;
    const { examined } = this;
    if (!state) return;
    if (examined.isEmpty || (examined.source && examined.source !== state.game && !examined.hasWork)) {
      await this.takeGame();
    } else if (examined.source === state.game) await examined.goOn(state.moves.map((played) => played.move));
  }

  /** A link to the current game, if another one is examined. */
  presentBar() {
    if (!this.isPlaying || this.isPresent) return null;
    const words = this.examined.source === this.modes.play.id
      ? t("Your game has changed since then.")
      : t("This is another game than the one you are playing.");
    return h("p", { class: "present" }, words, " ", button(t("Show my game"), () => this.takeGame()));
  }

  /** True if the engine can analyse a kind of game. @param {string | undefined} kind */
  isAnalysed(kind) {
    return Boolean(kind && this.kinds[kind]?.analysed);
  }

  /** The aim of a kind of game that looks like the default one but has another aim; otherwise empty.
   * @param {string} kind */
  goalOf(kind) {
    const [usual, info] = [Object.values(this.kinds)[0], this.kinds[kind]];
    const other = info && info.goal !== usual.goal && info.names.join() === usual.names.join();
    return other ? info.goal : "";
  }

  /** The title of a kind of game in a list of choices. @param {string} kind */
  titleOf(kind) {
    const { names, title } = this.kinds[kind];
    if (names.length === 3) return t("{game}, for three", { game: title });
    const goal = this.goalOf(kind);
    return goal ? t("{game}, {goal}", { game: title, goal }) : title;
  }

  /** Examine the current game. */
  takeGame() {
    const { state, ply, id } = this.modes.play;
    if (!state) return Promise.resolve(false);
    return this.examined.load({ kind: state.kind, start: state.start, moves: state.moves.map((played) => played.move),
      at: ply, labels: state.labels, source: id });
  }

  /**
   * Examine a stored game, at a ply or at its end.
   * @param {{kind?: string, start: string, moves: string[], players: string[], id: string}} game
   * @param {"analyse" | "review"} where
   * @param {number | null} [at]
   */
  async examine({ kind, start, moves, players, id }, where, at = null) {
    await this.turnTo(where, { takes: false });
    await this.examined.load({ kind, start, moves, labels: players, source: id, at });
    if (where === "review") await this.modes.review.recallKept();
  }

  async analyseGame() {
    if (!this.isPresent) await this.takeGame();
    await this.turnTo("analyse");
  }

  async reviewGame() {
    if (!this.isPresent) await this.takeGame();
    await this.reviewExamined();
  }

  async reviewExamined() {
    await this.turnTo("review", { takes: false });
    if (!this.modes.review.isWhole) this.modes.review.begin();
  }

  /** Review the latest finished game, or show the list of games. */
  async reviewLast() {
    const { running } = this.modes.review;
    const answer = running ? null : await this.ask("games", { mine: true, most: 50 });
    const last = answer?.games.find((/** @type {any} */ game) =>
      game.result && game.n_moves && this.isAnalysed(game.kind)
    );
    if (running || (last && last.id === this.examined.source)) await this.turnTo("review", { takes: false });
    else if (last) await this.examine(last, "review");
    else if (answer) {
      await this.turnTo("games");
      note(t("You have no finished game yet. Choose one to review, or paste one."));
    }
  }

  /** The key r: review the current game. */
  review() {
    const { state } = this.modes.play;
    if (this.mode === this.modes.play && state?.moves.length && this.isAnalysed(state.kind)) this.reviewGame();
    else this.reviewExamined();
  }

  /** @param {"inaccuracy" | "mistake" | "blunder"} grade */
  nextGrade(grade) {
    if (this.mode === this.modes.play) note(t("Review the game first (r)."));
    else this.modes.review.next(grade);
  }

  /** Begin a game from a named opening; false if there is none. The person plays the side to move after it.
   * @param {string} name @param {string | null} opponent  None: the opponent of the last game. */
  async playOpening(name, opponent = null) {
    const found = await this.ask("find_opening", { name });
    if (!found) return false;
    const where = { kind: "othello", start: "", moves: found.moves, turn: found.turn };
    return this.begin(this.setupFrom(where, opponent ?? this.lastOpponent(where.kind)));
  }

  /** The computer opponent of the last game of a kind, or its usual one. @param {string} kind @returns {string} */
  lastOpponent(kind) {
    const { seats } = lastSetup(this.kinds, kind);
    return seats.find((/** @type {string} */ name) => name !== "human") ?? this.kinds[kind].opponents[1];
  }

  /** Play on from a position of the analysis, with a way back.
   * @param {{kind: string, start: string, moves: string[], turn: number}} where
   * @param {string} [opponent]  By default the opponent of the last game. */
  playFrom({ kind, start, moves, turn }, opponent = this.lastOpponent(kind)) {
    const width = this.board.view?.width ?? 8;
    const [, known] = available(this.kinds[kind], width, ["human", opponent]);
    this.begin(this.setupFrom({ kind, start, moves, turn }, known), true);
  }

  /** A game from a position, in which the person plays the side to move.
   * @param {{kind: string, start: string, moves: string[], turn: number}} where @param {string} opponent */
  setupFrom({ kind, start, moves, turn }, opponent) {
    const seats = ["human", "human"];
    seats[1 - turn] = opponent;
    return { ...lastSetup(this.kinds, kind), start, moves, seats, clock: "", size: 8, mirrored: false };
  }

  /** @param {boolean} on */
  hide(on) {
    this.hidden = on;
    document.body.classList.toggle("hide-output", on);
    this.mode.show();
    announce(on ? t("Computer output is hidden.") : t("Computer output is shown."));
  }

  toggleMarks() {
    set("marks", !settings.marks);
    announce(settings.marks ? t("Values are shown on the board.") : t("Values are not shown on the board."));
  }
}

dress();
const app = new App();
Object.defineProperty(window, "outflank", { value: app }); // for tests and the curious
