// Preparation for an opponent: find a player of the library, and read a report about the openings of this player.

import { announce, capital, sentence } from "../../core/announce.js";
import { button, fill, h } from "../../core/dom.js";
import { check, choice, pills } from "../../core/fields.js";
import { grouped, n, t } from "../../core/words.js";
import { movesOf } from "./figures.js";
import { Preparation } from "./preparation.js";
import { addressOf, explore, NOTHING } from "./links.js";
import { comparison } from "./compared.js";

/** @typedef {import("./links.js").Wanted} Wanted */
/** @typedef {{player: string, games: number, years: [number, number] | null}} Found */

const PAUSE_MS = 300; // pause after a keystroke before the search

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  return new Prepare(screen);
}

export class Prepare {
  /** @param {import("../../core/later.js").FetchedScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.app = screen.app;
    /** @type {Wanted} */
    this.wanted = NOTHING;
    this.side = "black"; // of the form
    this.shown = ""; // the request whose report is on screen
    this.running = ""; // the request that the server works on
    this.stream = 0;
    this.searched = 0; // number of the latest search for names
    /** @type {Preparation | null} */
    this.report = null;
    /** @type {any} */
    this.people;
    /** @type {any} */
    this.xot;
    /** @type {HTMLElement} */
    this.colour;
    /** @type {HTMLButtonElement} */
    this.stop;
    this.build();
  }

  build() {
    const later = (/** @type {HTMLInputElement} */ input) => () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.find(input), PAUSE_MS);
    };
    const name = () => h("input", { type: "search", maxlength: 200, autocomplete: "off", spellcheck: "false" });
    this.player = name();
    this.other = name();
    for (const input of [this.player, this.other]) input.addEventListener("input", later(input));
    this.since = h("input", { type: "number", inputmode: "numeric", min: 0, max: 9999, placeholder: "1990" });
    this.people = check(t("Only games between people"), true, () => {});
    this.xot = choice(t("Starts"), [["", t("Openings chosen by the players")], ["xot", t("XOT openings")]], "",
      () => {});
    this.colour = pills(t("Plays"), "prepare-side", [["black", t("Black")], ["white", t("White")]], "black",
      (side) => (this.side = side));
    this.found = h("div", { class: "prepare-found", "aria-live": "polite" });
    this.title = h("h2", { tabindex: -1 }, t("Preparation"));
    this.status = h("p", { class: "muted", role: "status" });
    this.bar = h("progress", { "aria-label": t("Progress"), hidden: true });
    this.stop = button(t("Cancel"), () => this.cancel(), { hidden: true });
    this.body = h("div", { class: "prepare-body" });
    this.form = h("details", { class: "card prepare-form", open: true }, h("summary", {}, t("Player and games")),
      h("form", { on: { submit: (event) => this.submit(event) } },
        h("label", { class: "field" }, h("span", {}, t("Player")), this.player), this.colour,
        h("div", { class: "fields" }, h("label", { class: "field" }, h("span", {}, t("Since year")), this.since),
          this.xot), this.people,
        h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("Prepare"))),
        h("details", { class: "small" }, h("summary", {}, t("Compare with another player")),
          h("label", { class: "field" }, h("span", {}, t("Other player")), this.other),
          h("div", { class: "actions" }, h("button", { type: "submit", name: "compare" }, t("Compare"))))), this.found);
    fill(this.screen.host, this.title, h("div", { class: "prepare-state" }, this.status, this.bar, this.stop),
      this.form, this.body);
  }

  // --- the address -------------------------------------------------------------------------------------------------

  /** @param {string[]} rest */
  async enter(rest) {
    const wanted = this.read(rest);
    this.wanted = wanted;
    this.fields();
    if (!wanted.side && !wanted.other) {
      this.app.places.write(addressOf(wanted));
      this.blank();
      return;
    }
    const key = keyOf(wanted);
    this.app.places.write(addressOf(wanted));
    if (key === this.shown) this.report?.go(movesOf(wanted.line));
    else if (key !== this.running) this.ask();
  }

  /** The request in the address. @param {string[]} rest @returns {Wanted} */
  read(rest) {
    const given = new URLSearchParams(location.hash.split("?")[1] ?? "");
    const [player = "", how = "", other = "", ...more] = rest.map(decoded);
    const since = given.get("since") ?? "";
    const wanted = { ...NOTHING, player: player ?? "", since: /^\d{1,4}$/.test(since) ? since : "",
      people: given.get("people") !== "0", xot: given.get("xot") === "1", line: given.get("line") ?? "" };
    const isSide = (how === "black" || how === "white") && !other;
    const isPair = how === "against" && Boolean(other);
    const isBad = player === null || other === null || more.some(Boolean) || (Boolean(how) && !isSide && !isPair);
    if (isBad) this.app.places.miss(`prepare/${rest.join("/")}`);
    else if (isSide) wanted.side = /** @type {"black" | "white"} */ (how);
    else if (isPair) wanted.other = other ?? "";
    return wanted;
  }

  /** Fill the form with the request. */
  fields() {
    const { player, side, other, since, people, xot } = this.wanted;
    this.player.value = player;
    this.other.value = other;
    this.since.value = since;
    this.people.querySelector("input").checked = people;
    this.xot.querySelector("select").value = xot ? "xot" : "";
    this.side = side || this.side;
    for (const each of this.colour.querySelectorAll("input")) each.checked = each.value === this.side;
    /** @type {any} */ (this.form.querySelector("form details")).open = Boolean(other);
  }

  /** The form's games, as a request. @returns {Wanted} */
  get given() {
    return { ...NOTHING, player: this.player.value.trim(), since: this.since.value.trim(),
      people: this.people.querySelector("input").checked, xot: this.xot.querySelector("select").value === "xot" };
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    const isPair = event.submitter?.getAttribute("name") === "compare"
      || (document.activeElement === this.other && this.other.value.trim());
    const wanted = this.given;
    const missing = !wanted.player ? this.player : isPair && !this.other.value.trim() ? this.other : null;
    if (missing) {
      this.say(t("Type the name of a player."));
      missing.focus();
    } else if (isPair) this.open({ ...wanted, other: this.other.value.trim() });
    else this.open({ ...wanted, side: /** @type {"black" | "white"} */ (this.side) });
  }

  /** Go to the address of a request, or ask again if it is the present one. @param {Wanted} wanted */
  open(wanted) {
    const address = addressOf(wanted);
    if (address !== location.hash) location.hash = address;
    else if (!this.running) this.ask();
  }

  // --- names -------------------------------------------------------------------------------------------------------

  /** List players for the name in a field. @param {HTMLInputElement} input */
  async find(input = this.player) {
    const number = ++this.searched;
    const text = input.value.trim();
    let answer;
    try {
      answer = await this.app.connection.request("find_players", { text, people: this.given.people });
    } catch (error) {
      this.say(sentence(/** @type {Error} */ (error).message));
      return;
    }
    if (number === this.searched) this.list(answer, text, input);
  }

  /** @param {any} answer @param {string} text @param {HTMLInputElement} input */
  list({ players, near, trouble, fills }, text, input) {
    if (trouble) {
      const isMissing = trouble.code === "no library";
      fill(this.found,
        h("p", {}, isMissing ? h("b", {}, t("There is no library of games yet.")) : sentence(trouble.message)),
        isMissing
          ? h("p", { class: "muted" }, fills
            ? t(
              "A preparation needs the games of your opponent. Import them in the explorer: the WTHOR archive, "
                + "PGN, GGF, SGF or transcripts.",
            )
            : t("The operator of this server can make one with: outflank library import FILES"))
          : null, isMissing && fills
        ? button(t("Open the explorer"), () => explore(this.app, ""), { class: "primary" })
        : null);
      return;
    }
    const isOther = input === this.other;
    const title = text ? "" : t("The players with the most games");
    const guess = near.length && !players.length
      ? t("No player is called “{name}”. Do you mean one of these?", { name: text })
      : "";
    const none = !near.length && !players.length ? t("No player is called “{name}”.", { name: text }) : "";
    const rows = players.length
      ? players
      : near.map((/** @type {string} */ player) => ({ player, games: 0, years: null }));
    const words = [title, guess, none].filter(Boolean).join("");
    fill(this.found, words ? h("p", { class: "muted small" }, words) : null,
      h("ul", {}, ...rows.map((/** @type {Found} */ row) => h("li", {}, this.row(row, isOther)))));
  }

  /** A player with the ways to go on. @param {Found} row @param {boolean} isOther */
  row({ player, games, years }, isOther) {
    const count = games ? n("{count} game", "{count} games", games, { count: grouped(games) }) : "";
    const time = years
      ? (years[0] === years[1] ? String(years[0]) : t("{first}–{last}", { first: years[0], last: years[1] }))
      : "";
    const name = h("span", { class: "who" }, h("bdi", {}, player), " ",
      h("span", { class: "muted small" }, [count, time].filter(Boolean).join(" · ")));
    if (isOther) {
      return [name, button(t("Compare"), () => this.open({ ...this.given, other: player }), {
        "aria-label": t("Compare with {name}", { name: player }),
      })];
    }
    const ways = /** @type {const} */ ([["black", t("Black")], ["white", t("White")]]).map(([side, words]) =>
      h("a", { class: "button", href: addressOf({ ...this.given, player, side }),
        "aria-label": t("Prepare for {name} as {side}", { name: player, side: words }) }, words)
    );
    return [name, h("span", { class: "ways" }, ...ways)];
  }

  // --- requests ----------------------------------------------------------------------------------------------------

  /** Show only the form. */
  blank() {
    this.end();
    this.title.textContent = t("Preparation");
    this.say(t("Choose a player of the library: how they play the opening, and what to try against them."));
    fill(this.body);
    this.shown = "";
    this.report = null;
    this.form.open = true;
    this.find();
  }

  /** Request the report. */
  ask() {
    const { wanted, app } = this;
    const key = keyOf(wanted);
    this.end();
    this.shown = "";
    this.report = null;
    fill(this.body);
    fill(this.found);
    this.running = key;
    this.title.textContent = wanted.other
      ? t("{first} and {second}", { first: wanted.player, second: wanted.other })
      : t("Prepare for {name}", { name: wanted.player });
    this.say(t("Reading the games of the library …"));
    this.bar.hidden = this.stop.hidden = false;
    this.bar.removeAttribute("value");
    this.form.open = false;
    const games = { since: wanted.since ? Number(wanted.since) : null, people: wanted.people, xot: wanted.xot };
    const hear = (/** @type {any} */ event) => {
      if (this.running === key) this.hear(event);
    };
    this.stream = wanted.other
      ? app.connection.stream("compare", { ...games, player: wanted.player, other: wanted.other }, hear)
      : app.connection.stream("prepare", { ...games, player: wanted.player, side: wanted.side || "black" }, hear);
  }

  /** @param {any} event */
  hear(event) {
    if (event.found?.notice) this.say(capital(event.found.notice));
    else if (event.found) {
      const { done, total } = event.found;
      this.bar.max = total;
      this.bar.value = done;
      this.say(t("The engine values {total} positions. Values are saved, so the next time is faster.", {
        total: grouped(total),
      }));
    } else if (event.waiting) this.say(t("Waiting for other searches to end …"));
    else if (event.type === "error") this.fail(event);
    else if (event.stopped) this.finish(t("The preparation was stopped."));
    else if (event.done) this.take(event.done);
  }

  /** Show a report. @param {any} done */
  take(done) {
    const { wanted } = this;
    this.shown = this.running;
    this.finish("");
    const names = wanted.other ? done.players.map((/** @type {any} */ each) => each.player) : [done.player];
    const [player, other = ""] = names;
    if (player !== wanted.player || other !== wanted.other) { // the library's own spelling belongs in the address
      this.wanted = { ...wanted, player, other };
      this.shown = keyOf(this.wanted);
      if (this.app.mode === this.screen) this.app.places.write(addressOf(this.wanted));
      this.fields();
    }
    if (wanted.other) {
      this.title.textContent = t("{first} and {second}", { first: player, second: other });
      fill(this.body, ...comparison(this, done));
    } else {
      const colour = wanted.side === "white" ? t("White") : t("Black");
      this.title.textContent = t("{name} as {side}", { name: player, side: colour });
      this.report = new Preparation(this, done);
      fill(this.body, ...this.report.elements);
      this.report.go(movesOf(wanted.line), true);
    }
    announce(t("The report is ready."));
    if (this.app.mode === this.screen) this.app.entitle();
  }

  /** Write the line on the board in the address. @param {string[]} moves */
  walk(moves) {
    this.wanted = { ...this.wanted, line: moves.join("") };
    if (this.app.mode === this.screen) this.app.places.write(addressOf(this.wanted));
  }

  /** @param {{message: string, code: string}} event */
  fail({ message, code }) {
    const { wanted } = this;
    this.finish(sentence(message));
    this.form.open = true;
    if (code === "lost") fill(this.body, button(t("Try again"), () => this.ask()));
    else this.find(wanted.other && message.includes(wanted.other) ? this.other : this.player);
  }

  cancel() {
    this.end();
    this.finish(t("The preparation was stopped. Values found so far are saved."));
    fill(this.body, button(t("Try again"), () => this.ask()));
    this.form.open = true;
    this.player.focus();
  }

  /** Stop the request that the server works on. */
  end() {
    if (!this.running) return;
    this.app.connection.drop(this.stream);
    this.app.connection.request("stop_preparing").catch(() => {});
    this.running = "";
    this.finish("");
  }

  /** @param {string} words */
  finish(words) {
    this.running = "";
    this.bar.hidden = this.stop.hidden = true;
    this.say(words);
  }

  /** @param {string} words */
  say(words) {
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  show() {
    this.report?.draw();
  }

  /** @param {string} key */
  key(key) {
    return this.report?.key(key) ?? false;
  }
}

/** A request without the line on the board. @param {Wanted} wanted */
function keyOf(wanted) {
  return addressOf({ ...wanted, line: "" });
}

/** A part of the address; null if it cannot be read. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
