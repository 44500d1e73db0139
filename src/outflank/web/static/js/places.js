// The address of the page: show its place, and update it as the page changes.

import { forgetErrors, note } from "./core/announce.js";
import { movesIn, USUAL } from "./board/study.js";
import { t } from "./core/words.js";

// the most parts of an address after the place; none elsewhere
const PARTS = new Map(
  Object.entries({ play: 1, practice: 2, learn: 2, rules: 1, help: 1, study: 2, join: 2, member: 1, tournament: 1,
    account: 2, prepare: 9 }),
);
const SEEN = { seen: true }; // the state of a visited history entry; a new one has none
const GAME = /^[\w-]{16,40}$/; // the id of a game

export class Places {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.following = 0; // number of addresses being followed
    this.written = "";
    this.isCovered = Boolean(history.state?.dialog); // true if this history entry belongs to a dialog
    /** @type {Map<string, number>} */
    this.scrolled = new Map(); // scroll position of each address when it was left
    this.back = 0; // scroll position to restore at a visited address; 0 at a new one
    history.scrollRestoration = "manual"; // browsers scroll before the content is loaded
    addEventListener("popstate", () => this.uncover());
    addEventListener("hashchange", () => this.follow());
  }

  /** Add a history entry for an open dialog, so that Back closes only the dialog. */
  cover() {
    if (!this.isCovered) history.pushState({ dialog: true }, "");
    this.isCovered = true;
  }

  /** Follow a change of the history entry: close an open dialog, and skip the entry of a closed one. */
  uncover() {
    const wasCovered = this.isCovered;
    this.isCovered = Boolean(history.state?.dialog);
    const open = /** @type {HTMLDialogElement[]} */ ([...document.querySelectorAll("dialog[open]")]);
    for (const dialog of open) dialog.close();
    if (wasCovered && !this.isCovered && !open.length && location.hash === this.written) history.back();
  }

  /** Update the address. A new place adds a history entry; a move within a place does not. @param {string} hash */
  write(hash) {
    if (location.hash !== hash) {
      const [from, to] = [placeOf(location.hash), placeOf(hash)];
      const isStep = !this.following && from !== to && !to.startsWith(`${from}/`);
      history[isStep && !this.isCovered ? "pushState" : "replaceState"](isStep ? SEEN : history.state, "", hash);
      if (isStep) this.isCovered = false;
    }
    this.written = location.hash;
  }

  /** Show the place in the address, unless it is on screen. */
  async follow() {
    if (!this.app.arrived || (location.hash === this.written && this.written)) return; // the welcome follows it
    this.leave();
    this.back = history.state?.seen ? this.scrolled.get(location.hash) ?? 0 : 0;
    history.replaceState({ ...history.state, ...SEEN }, "");
    this.written = location.hash;
    this.following++;
    try {
      await this.go();
    } finally {
      this.following--;
    }
  }

  /** Store the scroll position and clear old errors before the page shows another place. */
  leave() {
    if (this.following) return; // the change of address has done this
    this.scrolled.set(this.written, scrollY);
    this.back = 0;
    forgetErrors();
  }

  async go() {
    const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
    const [, place = "", ...rest] = path.split("/");
    const isPlace = Object.hasOwn(this.app.modes, place);
    const [known, more] = [rest.slice(0, PARTS.get(place) ?? 0), rest.slice(PARTS.get(place) ?? 0)];
    if (isPlace && more.some(Boolean)) this.miss(`${place}/${rest.join("/")}`);
    const opening = new URLSearchParams(query).get("opening");
    if (place === "play" && opening) await this.playOpening(opening, query);
    else if (place === "play") await this.play(known[0] ?? "");
    else if (place === "analyse" || place === "review") await this.examine(place, query);
    else if (isPlace) await this.app.turnTo(place, { rest: known });
    else {
      if (place) this.miss(place);
      await this.app.turnTo("home");
    }
  }

  /** Note that an address leads nowhere. @param {string} name */
  miss(name) {
    note(t("There is no page “{name}” here.", { name: name.slice(0, 40) }), "error");
  }

  /** Show the game of an id; without an id, the current game or a new one. @param {string} id */
  async play(id) {
    const { app } = this;
    if (!id || id === app.modes.play.id) await app.turnTo("play");
    else if (!GAME.test(id)) note(t("There is no game “{id}” here.", { id: id.slice(0, 40) }), "error");
    else if (await app.open(id)) return;
    if (app.mode !== app.modes.play) await app.turnTo(app.modes.play.state ? "play" : "home");
  }

  /** Begin a game from an opening in the address, against the opponent in it.
   * @param {string} opening @param {string} query */
  async playOpening(opening, query) {
    const { app } = this;
    if (await app.playOpening(opening, new URLSearchParams(query).get("opponent"))) return;
    await app.turnTo(app.modes.play.state ? "play" : "home");
  }

  /** Examine a game or position that is written in the address.
   * @param {"analyse" | "review"} place @param {string} query */
  async examine(place, query) {
    const { app } = this;
    const given = new URLSearchParams(query);
    const kind = given.get("game") ?? USUAL;
    const start = given.get("start") ?? "";
    const { moves, rest } = movesIn(given.get("moves") ?? "");
    const at = given.has("at") ? Number(given.get("at")) : null;
    if (query && place === "analyse") app.examined.leaveStudy();
    const isShown = query === app.examined.query;
    await app.turnTo(place, { takes: !query });
    if (app.mode !== app.modes[place]) return; // another place was opened meanwhile
    if (rest) {
      note(t("The moves in the address cannot be read: “{text}” is not a move.", { text: rest.slice(0, 20) }), "error");
    } else if (!app.isAnalysed(kind)) {
      note(t("There is no game “{game}” that can be analysed here.", { game: kind.slice(0, 20) }), "error");
    } else if (!query || isShown) await app.mode.enter();
    else {
      const node = app.examined.find({ kind, start, moves, at });
      if (node) await app.examined.go(node);
      else await app.examined.load({ kind, start, moves, at });
    }
  }
}

/** The part of an address that names the place, without the position. @param {string} hash */
function placeOf(hash) {
  const place = hash.split("?")[0];
  return place === "" || place === "#" ? "#/" : place;
}
