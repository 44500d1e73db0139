// The club's tournaments: a list with a form, and one tournament with its table and rounds.

import { PICTURES } from "../../board/pictures.js";
import { announce, note } from "../../core/announce.js";
import { button, fill, h, plainTable, tableHost } from "../../core/dom.js";
import { check, choice } from "../../core/fields.js";
import { n, t } from "../../core/words.js";
import { thumbnail } from "../../board/thumbnail.js";
import { clockWords, CLUB_CLOCKS, clubTabs, gameWords, ranked } from "../clubwords.js";

const EACH_MS = 2000; // between two requests
const MOST_ROUNDS = 15;
const FEWEST = 2; // people who can play a tournament

/**
 * @typedef {{id: string, title: string, kind: string, size: number | null, clock: string, rated: boolean, schedule:
 *   string, rounds: number, state: "open" | "running" | "over" | "cancelled", entrants: number}} Listed
 * @typedef {Listed & {owner: boolean, own: number | null, active: boolean, table: {number: number, name: string,
 *   points: number, active: boolean}[], pairings: Pairing[][]}} Told
 * @typedef {{seats: number[], game: string, points: number[] | null, cells: string, width: number}} Pairing
 */

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  const { app } = screen;
  let timer = 0;
  let shown = "";
  let id = "";
  let asksToCancel = false;
  const list = h("ul", { class: "entries" });

  /** @param {Listed} each */
  function words(each) {
    return [gameWords(app, each), clockWords(each.clock), each.rated ? t("rated") : t("casual"),
      each.schedule === "swiss" ? n("Swiss, {count} round", "Swiss, {count} rounds", each.rounds) : t("Round robin")]
      .join(" · ");
  }

  /** @param {Listed} each */
  function stateOf({ state }) {
    return { open: t("open"), running: t("running"), over: t("over"), cancelled: t("cancelled") }[state];
  }

  /** @param {{state: Listed["state"]}} each */
  function tagOf(each) {
    return hasEnded(each) ? "tag" : "tag won";
  }

  /** @param {{state: Listed["state"]}} each */
  function hasEnded({ state }) {
    return state === "over" || state === "cancelled";
  }

  /** Ask again after a while, in only one loop. @param {() => void} ask */
  function soon(ask) {
    clearTimeout(timer);
    timer = setTimeout(ask, EACH_MS);
  }

  // --- the list ----------------------------------------------------------------------------------------------------

  async function showList() {
    const answer = await app.ask("tournaments");
    if (!answer || id || app.mode !== screen) return;
    fill(screen.host, h("div", { class: "club-head" }, h("h2", {}, t("Tournaments of the club"))),
      clubTabs("tournament"),
      h("div", { class: "club-body" },
        h("section", { class: "card", "aria-label": t("Tournaments of the club") }, list), form()));
    fillList(answer.tournaments);
    soon(lookAtList);
  }

  async function lookAtList() {
    const isOut = () => id || app.mode !== screen;
    if (isOut()) return;
    const answer = document.hidden ? null : await app.connection.request("tournaments").catch(() => null);
    if (isOut()) return;
    if (answer) fillList(/** @type {any} */ (answer).tournaments);
    soon(lookAtList);
  }

  /** @param {Listed[]} tournaments */
  function fillList(tournaments) {
    const text = JSON.stringify(tournaments);
    if (text === shown) return;
    shown = text;
    fill(list,
      ...tournaments.map((each) =>
        h("li", {}, h("a", { class: "players", href: `#/tournament/${each.id}` }, h("bdi", {}, each.title)),
          h("span", { class: "about muted" }, words(each), " · ",
            n("{count} player", "{count} players", each.entrants)), h("span", { class: tagOf(each) }, stateOf(each)))
      ),
      tournaments.length
        ? null
        : h("li", {},
          h("section", { class: "nothing-yet" }, thumbnail("othello", PICTURES.arena, 8),
            h("p", {}, t("No tournament is announced. Announce one, and members join it until you start it.")))));
  }

  function form() {
    const setup = { kind: "othello", clock: "300+5", schedule: "swiss", rounds: 5, rated: true };
    const title = h("input", { name: "title", maxlength: 60, required: true, dir: "auto" });
    const kinds = Object.entries(app.kinds).filter(([, info]) => info.names.length === 2);
    const clocks = CLUB_CLOCKS.filter(([clock]) => !clock.endsWith("/move"));
    const rounds = Array.from({ length: MOST_ROUNDS }, (_, at) => [at + 1, String(at + 1)]);
    return h("form", { class: "card", "aria-label": t("Announce a tournament"), on: { submit: async (event) => {
      event.preventDefault();
      const answer = await app.ask("create-tournament", /** @type {any} */ ({ ...setup, title: title.value }));
      if (answer) await open(answer.tournament);
    } } }, h("h3", {}, t("Announce a tournament")),
      h("div", { class: "fields" }, h("label", { class: "field" }, h("span", {}, t("Title")), title),
        choice(t("Game"), kinds.map(([kind]) => [kind, app.titleOf(kind)]), setup.kind, (kind) => setup.kind = kind),
        choice(t("Clock"), clocks, setup.clock, (clock) => setup.clock = clock),
        choice(t("Pairings"), [["swiss", t("Swiss")], ["round-robin", t("Round robin")]], setup.schedule,
          (schedule) => setup.schedule = schedule),
        choice(t("Rounds (Swiss)"), rounds, setup.rounds, (value) => setup.rounds = Number(value)),
        check(t("Rated"), setup.rated, (rated) => setup.rated = rated)),
      h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("Announce"))));
  }

  // --- one tournament ----------------------------------------------------------------------------------------------

  /** @param {string} number */
  async function open(number) {
    id = number;
    shown = "";
    asksToCancel = false;
    app.places.write(`#/tournament/${id}`);
    await look();
  }

  async function look() {
    clearTimeout(timer);
    const asked = id;
    if (app.mode !== screen || !asked) return;
    if (!document.hidden || !shown) {
      const told = await app.connection.request("tournament", { tournament: asked }).catch((error) => {
        if (!shown && error.code !== "lost") missing(asked);
        return null;
      });
      if (told && id === asked && app.mode === screen) show(told);
    }
    if (app.mode === screen && id === asked) soon(look);
  }

  /** Say that there is no such tournament, and show the others. @param {string} asked */
  function missing(asked) {
    note(t("There is no tournament “{id}” here.", { id: asked.slice(0, 40) }), "error");
    id = "";
    app.places.write("#/tournament");
    showList();
  }

  /** @param {Told} told */
  function show(told) {
    const text = JSON.stringify({ ...told, re: 0, asksToCancel });
    if (text === shown) return;
    shown = text;
    const names = new Map(told.table.map((row) => [row.number, row.name]));
    const own = told.pairings.at(-1)?.find((each) => told.own !== null && each.seats.includes(told.own) && each.game);
    const table = told.table.length
      ? h("section", { class: "card", "aria-label": t("Table") }, h("h3", {}, t("Table")),
        tableHost(t("The table"), plainTable([t("Player"), t("Points")], told.table.map((row, at) => [
          ranked(row.name, at, row.active ? null : h("span", { class: "tag" }, t("has left"))),
          String(row.points),
        ]))))
      : null;
    const rounds = told.pairings.map((round, at) =>
      h("section", { class: "card", "aria-label": t("Round {number}", { number: at + 1 }) },
        h("h3", {}, t("Round {number}", { number: at + 1 })), h("ul", { class: "entries" }, ...round.map((pairing) =>
          h("li", {}, ...pairingOf(pairing, names, told.kind))
        )))
    ).reverse();
    fill(screen.host,
      h("div", { class: "club-head" }, h("h2", {}, h("bdi", {}, told.title)),
        h("span", { class: tagOf(told) }, stateOf(told))), clubTabs("tournament"),
      h("div", { class: "club-title" }, h("p", { class: "muted" }, words(told)),
        h("div", { class: "actions" },
          own && !own.points
            ? h("a", { class: "button primary", href: `#/play/${own.game}` }, t("Go on with your game"))
            : null, ...actions(told))),
      h("div", { class: "club-body" },
        h("div", { class: "club-side" },
          rounds.length ? rounds : h("section", { class: "card" }, h("p", { class: "muted" }, beginning(told)))),
        table), h("p", {}, h("a", { href: "#/tournament" }, t("All tournaments"))));
  }

  /** The buttons for a tournament. @param {Told} told */
  function actions(told) {
    if (hasEnded(told)) return [];
    /** @param {"join-tournament" | "leave-tournament" | "start-tournament" | "cancel-tournament"} what */
    const change = (what) => async () => {
      asksToCancel = false;
      if (await app.ask(what, { tournament: told.id })) await look();
    };
    if (asksToCancel) {
      return [h("p", {}, t("Cancel it for everybody? Games in progress go on.")), button(t("Keep it"), () =>
        doubt(told, false)), button(t("Yes, cancel it"), change("cancel-tournament"), { class: "danger" })];
    }
    const isIn = told.own !== null && told.active;
    return [
      isIn
        ? button(t("Withdraw"), change("leave-tournament"))
        : button(t("Take part"), change("join-tournament"), { class: "primary" }),
      told.owner ? button(t("Cancel the tournament …"), () => doubt(told, true)) : null,
      told.state === "open" && told.owner
        ? button(t("Start the tournament"), change("start-tournament"), { class: "primary",
          disabled: told.table.length < FEWEST })
        : null,
    ];
  }

  /** Ask whether to cancel a tournament, or withdraw the question. @param {Told} told @param {boolean} asks */
  function doubt(told, asks) {
    asksToCancel = asks;
    show(told);
    if (!asks) return;
    announce(t("Cancel it for everybody? Games in progress go on."));
    [...screen.host.querySelectorAll(".club-title button")].at(-2)?.focus();
  }

  /** The words in place of the rounds. @param {Told} told */
  function beginning({ state, owner, table }) {
    if (state === "cancelled") return t("The organiser has cancelled this tournament.");
    const missing = FEWEST - table.length;
    if (missing > 0) {
      return n("At least two people play a tournament: {count} person is missing.",
        "At least two people play a tournament: {count} people are missing.", missing);
    }
    return owner
      ? t("The first round is paired when you start the tournament.")
      : t("The first round is paired when the organiser starts the tournament.");
  }

  /** @param {Pairing} pairing @param {Map<number, string>} names @param {string} kind */
  function pairingOf({ seats, game, points, cells, width }, names, kind) {
    const players = seats.flatMap((seat, at) => [at ? " – " : "", h("bdi", {}, names.get(seat) ?? "")]);
    if (!game) return [h("span", { class: "players" }, ...players), h("span", { class: "about muted" }, t("bye"))];
    return [cells ? thumbnail(kind, cells, width) : null, h("span", { class: "players" }, ...players),
      h("span", { class: "about muted" }, points ? points.join(" : ") : t("in progress")),
      h("a", { class: "button", href: `#/play/${game}` }, points ? t("Look") : t("Watch"))];
  }

  return { async enter(/** @type {string[]} */ [number = ""]) {
    if (number) {
      await open(number);
      return;
    }
    id = "";
    shown = "";
    clearTimeout(timer);
    app.places.write("#/tournament");
    await showList();
  }, leave() {
    clearTimeout(timer);
  } };
}
