// The page: what its parts share, and which of them is shown.

import { announce, note, sentence } from "./announce.js";
import { Analyse } from "./analyse.js";
import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { Dialogs } from "./dialogs.js";
import { button, by, fill, h, recallHere, rememberHere } from "./dom.js";
import { ExaminedGame } from "./examined.js";
import { listen } from "./keys.js";
import { lastSetup } from "./newgame.js";
import { Play } from "./play.js";
import { Review } from "./review.js";
import { available } from "./seats.js";
import { dress, onSettings, set, settings } from "./settings.js";
import { icon } from "./shapes.js";
import { movesIn } from "./study.js";

const GAME = /^[\w-]{16,40}$/; // the id of a game

class App {
  constructor() {
    this.kinds = {};
    this.hidden = false;
    this.following = 0; // of the address, how many times at once
    this.board = new Board((move) => this.mode.choose(move));
    this.examined = new ExaminedGame(this);
    this.modes = { play: new Play(this), analyse: new Analyse(this), review: new Review(this) };
    /** @type {any} */
    this.mode = this.modes.play;
    this.dialogs = new Dialogs(this);
    this.connection = new Connection(
      (event) => this.hear(event),
      (state, words) => this.connected(state, words),
    );
    this.wire();
  }

  wire() {
    for (const name of Object.keys(this.modes)) {
      const tab = by(`tab-${name}`);
      tab.addEventListener("click", (event) => {
        if (event.detail) tab.blur(); // after a click with the mouse, arrows go through the moves
        this.turnTo(name);
      });
      tab.addEventListener("keydown", (event) => this.walkTabs(event, name));
    }
    by("button-new").addEventListener("click", () => this.dialogs.newGame());
    by("button-paste").addEventListener("click", () => this.dialogs.paste());
    by("button-share").addEventListener("click", () => this.dialogs.share());
    by("button-settings").addEventListener("click", () => this.dialogs.settings());
    by("button-keys").addEventListener("click", () => this.dialogs.keys());
    by("button-first").addEventListener("click", () => this.mode.ends(true));
    by("button-back").addEventListener("click", () => this.mode.step(-1));
    by("button-forward").addEventListener("click", () => this.mode.step(1));
    by("button-last").addEventListener("click", () => this.mode.ends(false));
    by("button-rotate").addEventListener("click", () => set("rotated", !settings.rotated));
    by("button-pass").addEventListener("click", () => this.mode.choose("pass"));
    by("move-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = by("move-text").value.trim().toLowerCase();
      by("move-text").value = "";
      if (text) this.mode.choose(text);
    });
    onSettings(() => {
      this.board.redraw();
      this.mode.show();
    });
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("visibilitychange", () => document.hidden || this.connection.retry());
    listen(this);
  }

  walkTabs(event, name) {
    const names = Object.keys(this.modes).filter((each) => !by(`tab-${each}`).disabled);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const target = event.key === "Home" ? names[0] : event.key === "End" ? names.at(-1) : step && names[(names.indexOf(name) + step + names.length) % names.length];
    if (!target) return;
    event.preventDefault();
    this.turnTo(target);
    by(`tab-${target}`).focus();
  }

  // --- the server --------------------------------------------------------------------------------------------------

  hear(event) {
    if (event.type === "welcome") {
      this.kinds = event.kinds;
      this.seconds = event.limits.seconds;
      this.arrive();
    } else if (event.type === "error" && !event.re && !event.game) note(sentence(event.message), "error");
    else this.modes.play.hear(event);
  }

  connected(state, words) {
    const banner = by("banner");
    banner.hidden = state === "open";
    if (state === "lost") {
      banner.textContent = `No connection to the server (${words}). Your game is safe; trying again …`;
      if (this.modes.analyse.on) this.modes.analyse.words = "";
    }
  }

  /** Ask the server; what it refuses is shown, and null is returned. */
  async ask(type, fields) {
    try {
      return await this.connection.request(type, fields);
    } catch (error) {
      note(sentence(error.message), "error");
      return null;
    }
  }

  /** The connection stands, for the first time or again. */
  async arrive() {
    if (this.arrived) {
      if (this.modes.play.state) await this.openAgain();
      if (this.modes.analyse.on) this.modes.analyse.ask();
      return;
    }
    this.arrived = true;
    await this.follow();
    document.documentElement.dataset.ready = "true";
  }

  /** Open the game once more; one without a move is not kept, and a new one like it begins. */
  async openAgain() {
    const { play } = this.modes;
    try {
      await this.connection.request("open", { game: play.id });
    } catch (error) {
      if (error.code === "unknown game" && !play.state.moves.length && this.mode === play) await this.beginAgain(true);
      else if (error.code !== "lost") note(sentence(error.message), "error");
    }
  }

  // --- the address ---------------------------------------------------------------------------------------------------

  /** Let the address say what is shown: another place is one to come back from, another move in it is not. */
  address(hash) {
    if (location.hash !== hash) {
      const [from, to] = [placeOf(location.hash), placeOf(hash)];
      const isStep = !this.following && from !== "" && from !== to && !to.startsWith(`${from}/`);
      history[isStep ? "pushState" : "replaceState"](null, "", hash);
    }
    this.written = location.hash;
  }

  /** Show what the address says. */
  async follow() {
    if (location.hash === this.written && this.written) return;
    this.written = location.hash;
    this.following++;
    try {
      await this.goWhereItSays();
    } finally {
      this.following--;
    }
  }

  async goWhereItSays() {
    const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
    const [, place, id] = path.split("/");
    if (place === "play" && id) {
      if (id === this.modes.play.state?.game) this.turnTo("play");
      else if (!(await this.open(id))) await this.begin(lastSetup(this.kinds));
      return;
    }
    if (place === "analyse" || place === "review") {
      const given = new URLSearchParams(query);
      const kind = given.get("game") ?? "othello";
      const start = given.get("start") ?? "";
      const { moves, rest } = movesIn(given.get("moves") ?? "");
      const at = given.has("at") ? Number(given.get("at")) : null;
      const query_ = this.examined.query;
      await this.turnTo(place, { takes: !query });
      if (rest) note(`The moves in the address cannot be read: “${rest.slice(0, 20)}” is none.`, "error");
      else if (!this.isAnalysed(kind)) note(`There is no game “${kind.slice(0, 20)}” that can be analysed here.`, "error");
      else if (query !== query_ && (start || moves.length)) await this.examined.load({ kind, start, moves, at });
      else await this.mode.enter();
      return;
    }
    if (place === "play" && this.modes.play.state) await this.turnTo("play");
    else await this.beginAgain(place === "play");
  }

  /** Begin a game like the last one; `here` is whether it is the one that this tab began, and nobody has moved in. */
  async beginAgain(here = false) {
    await this.begin((here && recallHere("setup", null)) || lastSetup(this.kinds));
  }

  /** Open a game by its id. */
  async open(id) {
    if (!GAME.test(id)) {
      note(`There is no game “${id.slice(0, 40)}” here.`, "error");
      return false;
    }
    this.modes.play.expect(id);
    const answer = await this.ask("open", { game: id });
    this.modes.play.opening = "";
    if (!answer) return false;
    this.turnTo("play");
    return true;
  }

  /** Begin a game in place of the one that is shown. */
  async begin(setup, returns = false) {
    const { play } = this.modes;
    const before = play.state?.game;
    play.opening = "*";
    const { kind, seats, size = 8, mirrored = false, start = "", moves = [], clock = "", pace = 0 } = setup;
    const fields = { kind, seats, size, mirrored, start, moves, clock, pace, ...(setup.seed === undefined ? {} : { seed: setup.seed }) };
    const answer = await this.ask("new", { setup: fields });
    play.opening = "";
    if (!answer) return false;
    if (before) this.connection.request("leave", { game: before }).catch(() => {});
    play.returns = returns;
    rememberHere("setup", { ...setup, moves: [] });
    await this.turnTo("play");
    return true;
  }

  // --- going about -----------------------------------------------------------------------------------------------------

  /** Show one of the three parts; `takes` is whether it may turn to the game that is being played. */
  async turnTo(name, { takes = true } = {}) {
    const mode = this.modes[name];
    if (this.mode !== mode) this.mode.leave();
    this.mode = mode;
    for (const each of Object.keys(this.modes)) {
      by(`tab-${each}`).setAttribute("aria-selected", String(each === name));
      by(`tab-${each}`).tabIndex = each === name ? 0 : -1;
      by(`panel-${each}`).hidden = each !== name;
    }
    document.body.dataset.mode = name;
    const play = this.modes.play;
    if (name === "play" && !play.state && !play.opening) {
      await this.beginAgain();
      return;
    }
    if (name !== "play" && takes && this.isPlaying) await this.followGame();
    if (this.mode === mode) await mode.enter();
    if (name !== "play" && play.state && !this.isAnalysed(play.state.kind)) {
      const known = Object.values(this.kinds).filter((info) => info.analysed).map((info) => info.title);
      note(`Analysis and review are for ${known.join(" and ")}. Your game of ${this.kinds[play.state.kind].title} waits under Play.`);
    }
  }

  /** Whether there is a game being played that can be analysed. */
  get isPlaying() {
    const { state } = this.modes.play;
    return Boolean(state?.moves.length) && this.isAnalysed(state.kind);
  }

  /** Whether what is examined is the game being played, as it stands. */
  get isPresent() {
    const { state } = this.modes.play;
    return this.examined.isGame(state.game, state.start, state.moves.map((played) => played.move));
  }

  /** Examine the game being played, unless something else is examined in which there is work. */
  async followGame() {
    const { state } = this.modes.play;
    const { examined } = this;
    if (examined.isEmpty || (examined.source && examined.source !== state.game && !examined.hasWork)) await this.takeGame();
    else if (examined.source === state.game) await examined.goOn(state.moves.map((played) => played.move));
  }

  /** A way to the game being played, where another one is examined. */
  presentBar() {
    if (!this.isPlaying || this.isPresent) return null;
    const words = this.examined.source === this.modes.play.id ? "Your game has changed since." : "This is another game than the one you are playing.";
    return h("p", { class: "present" }, words, " ", button("Show my game", () => this.takeGame()));
  }

  /** Whether the engine knows a kind of game. */
  isAnalysed(kind) {
    return Boolean(this.kinds[kind]?.analysed);
  }

  /** How a kind of game is won, if it looks like the usual one and is not; else nothing. */
  goalOf(kind, before = "") {
    const [usual, info] = [Object.values(this.kinds)[0], this.kinds[kind]];
    const other = info && info.goal !== usual.goal && info.names.join() === usual.names.join();
    return other ? before + info.goal : "";
  }

  /** Examine the game that is being played. */
  takeGame() {
    const { state, ply, id } = this.modes.play;
    return this.examined.load({ kind: state.kind, start: state.start, moves: state.moves.map((played) => played.move), at: ply, labels: state.labels, source: id });
  }

  async analyseGame() {
    if (!this.isPresent) await this.takeGame();
    await this.turnTo("analyse");
  }

  async reviewGame() {
    if (!this.isPresent) await this.takeGame();
    await this.turnTo("review");
    if (!this.modes.review.isWhole) this.modes.review.begin();
  }

  async reviewExamined() {
    await this.turnTo("review", { takes: false });
    if (!this.modes.review.isWhole) this.modes.review.begin();
  }

  /** The key r: review what is there. */
  review() {
    const { state } = this.modes.play;
    if (this.mode === this.modes.play && this.isAnalysed(state?.kind) && state.moves.length) this.reviewGame();
    else this.reviewExamined();
  }

  nextGrade(grade) {
    if (this.mode === this.modes.play) note("Review the game first (r).");
    else this.modes.review.next(grade);
  }

  /** Play on from a position of the analysis, and be able to return. */
  playFrom({ kind, start, moves, turn }) {
    const seats = ["human", "human"];
    const last = lastSetup(this.kinds, kind);
    const { width } = this.board.view;
    const opponent = last.seats.find((name) => name !== "human") ?? this.kinds[kind].opponents[1];
    seats[1 - turn] = available(this.kinds[kind], width, ["human", opponent])[1];
    this.begin({ ...last, start, moves, seats, clock: "", size: 8, mirrored: false }, true);
  }

  hide(on) {
    this.hidden = on;
    document.body.classList.toggle("hide-output", on);
    this.mode.show();
    announce(on ? "Computer output is hidden." : "Computer output is shown.");
  }

  toggleMarks() {
    set("marks", !settings.marks);
    announce(settings.marks ? "Values are shown on the board." : "Values are not shown on the board.");
  }

  // --- what all parts show -----------------------------------------------------------------------------------------------

  /** Who plays, and how it stands. */
  showScores(kind, seats) {
    const goal = this.goalOf(kind);
    by("goal").textContent = goal && `${this.kinds[kind].title}: ${goal}`;
    by("goal").hidden = !goal;
    fill(
      by("scores"),
      ...seats.map((seat, i) =>
        h(
          "div",
          { class: `score${seat.turn ? " turn" : ""}${seat.won ? " won" : ""}` },
          icon(kind, i),
          h("span", { class: "who" }, h("span", { class: "side" }, seat.name), seat.player && seat.player !== seat.name ? h("span", { class: "player" }, seat.player) : null),
          seat.clock === null ? null : h("span", { class: "clock", "data-clock": i }, time(seat.clock)),
          h("span", { class: "count", "aria-label": `${seat.count} discs` }, String(seat.count)),
          seat.turn ? h("span", { class: "offscreen" }, ", to move") : null,
        ),
      ),
    );
  }

  showClock(seat, left) {
    const clock = by("scores").querySelector(`[data-clock="${seat}"]`);
    if (!clock) return;
    clock.textContent = time(left);
    clock.classList.toggle("low", left < 10);
  }

  showStatus(words, busy) {
    by("status").textContent = words;
    by("status").classList.toggle("busy", busy);
  }

  showPass(on) {
    by("button-pass").hidden = !on;
  }

  showNavigation(at, last) {
    by("button-first").disabled = by("button-back").disabled = at <= 0;
    by("button-last").disabled = by("button-forward").disabled = at >= last;
  }
}

/** The part of an address that says what is shown, without where in it. */
function placeOf(hash) {
  const place = hash.split("?")[0];
  return place === "#" || place === "#/" ? "" : place;
}

function time(seconds) {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

dress();
const app = new App();
Object.defineProperty(window, "outflank", { value: app }); // for the tests, and for the curious
