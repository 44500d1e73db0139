// The lobby: open challenges, running games, and a form for a challenge of one's own.

import { announce } from "../../core/announce.js";
import { button, fill, h, recall, remember } from "../../core/dom.js";
import { check, choice } from "../../core/fields.js";
import { n, t } from "../../core/words.js";
import { clockWords, CLUB_CLOCKS, gameWords, ratingOf } from "../clubwords.js";

/**
 * @typedef {{number: number, name: string, rating: number, error_95: number, results: number}} Player
 * @typedef {{id: string, what: "challenge" | "game", kind: string, size: number | null, clock: string, rated: boolean,
 *   seat: number | null, seats: number, players: Player[], by: number}} Entry
 */

const FIRST = { kind: "", size: 0, clock: "300+5", rated: true, side: "any" };

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  const { app } = screen;
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  /** @type {{number: number, name: string} | null} */
  let member = null;
  /** @type {number[]} */
  let blocked = [];
  let playing = "";
  let isHere = false;
  const setup = { ...FIRST, ...recall("challenge", {}) };

  const who = h("p", {});
  const present = h("p", { class: "muted", role: "status" });
  const fields = h("div", { class: "fields" });
  const form = h("form", { class: "card", "aria-label": t("Challenge"), on: { submit: (event) => open(event) } },
    h("h3", {}, t("Challenge")), fields,
    h("div", { class: "actions" }, h("button", { type: "submit", class: "primary" }, t("Offer this game"))));
  const challenges = h("ul", { class: "entries" });
  const games = h("ul", { class: "entries" });
  const turns = h("ul", { class: "entries" });
  const correspondence = h("section", { class: "card", "aria-label": t("Correspondence"), hidden: true },
    h("h3", {}, t("Correspondence")), turns);
  fill(screen.host, h("h2", {}, t("Lobby")), who,
    h("p", { class: "actions" }, h("a", { href: "#/tournament" }, t("Tournaments")),
      h("a", { href: "#/member" }, t("Leaderboard"))),
    h("div", { class: "lobby-body" },
      h("div", { class: "lobby-lists" }, correspondence,
        h("section", { class: "card", "aria-label": t("Open challenges") }, h("h3", {}, t("Open challenges")),
          challenges),
        h("section", { class: "card", "aria-label": t("Games in progress") }, h("h3", {}, t("Games in progress")),
          games)), form), present);

  function fillForm() {
    if (!(setup.kind in app.kinds)) setup.kind = Object.keys(app.kinds)[0];
    const info = app.kinds[setup.kind];
    if (!info.sizes.includes(setup.size)) setup.size = info.sizes[0] ?? 0;
    if (!setup.clock) setup.rated = false;
    const change = (/** @type {any} */ changed) => {
      Object.assign(setup, changed);
      fillForm();
    };
    const sides = [["any", t("At random")], ...info.names.map((name, seat) => [String(seat), name])];
    if (!sides.some(([side]) => side === setup.side)) setup.side = "any";
    fill(fields,
      choice(t("Game"), Object.keys(app.kinds).map((kind) => [kind, app.titleOf(kind)]), setup.kind,
        (kind) => change({ kind })),
      info.sizes.length > 1
        ? choice(t("Board"), info.sizes.map((size) => [size, `${size}×${size}`]), setup.size, (size) =>
          change({ size: Number(size) }))
        : null, choice(t("Clock"), [...CLUB_CLOCKS, ["", t("No clock")]], setup.clock, (clock) => change({ clock })),
      choice(t("You play"), sides, setup.side, (side) => change({ side })),
      setup.clock ? check(t("Rated"), setup.rated, (rated) => change({ rated })) : null);
  }

  function show() {
    const all = [...entries.values()].filter((each) => !each.players.some((player) => blocked.includes(player.number)));
    fill(who,
      ...(member
        ? [t("You are {name} here.", { name: member.name }), " ", h("a", { href: "#/account" }, t("Name and key"))]
        : [h("a", { href: "#/account" }, t("Choose a name")), " ", t("to play here; to watch, you need none.")]),
      playing ? " " : null,
      playing ? h("a", { class: "go-on", href: `#/play/${playing}` }, t("Go on with your game")) : null);
    form.hidden = !member;
    list(challenges, all.filter((each) => each.what === "challenge"), t("Nobody offers a game at the moment."));
    list(games, all.filter((each) => each.what === "game"), t("No game is in progress."));
  }

  /** @param {{game: string, players: string[], turn: boolean, left: number}[]} found */
  function showTurns(found) {
    correspondence.hidden = !found.length;
    fill(turns,
      ...found.map((each) =>
        h("li", {}, h("span", { class: "players" }, h("bdi", {}, each.players.join(" – "))),
          h("span", { class: "about muted" }, each.turn ? t("Your turn") : t("not your turn"), " · ",
            n("{count} hour left", "{count} hours left", Math.max(0, Math.round(each.left / 3600)))),
          h("a", { class: "button", href: `#/play/${each.game}` }, t("Open")))
      ));
  }

  /** @param {HTMLElement} host @param {Entry[]} found @param {string} none */
  function list(host, found, none) {
    fill(host, ...(found.length ? found.map(row) : [h("li", { class: "muted" }, none)]));
  }

  /** @param {Entry} entry */
  function row(entry) {
    const isOwn = member && entry.players.some((player) => player.number === member?.number);
    const side = entry.what === "challenge" && entry.seat !== null ? app.kinds[entry.kind]?.names[entry.seat] : "";
    const missing = entry.what === "challenge" ? entry.seats - entry.players.length : 0;
    const words = [gameWords(app, entry), clockWords(entry.clock), entry.rated ? t("rated") : t("casual"),
      side ? t("plays {side}", { side }) : "",
      missing > 1 ? n("{count} player missing", "{count} players missing", missing) : ""];
    return h("li", {},
      h("span", { class: "players" },
        ...entry.players.flatMap((player, at) => [at ? " – " : null, memberLink(player)])),
      h("span", { class: "about muted" }, words.filter(Boolean).join(" · ")),
      entry.what === "game"
        ? h("a", { class: "button", href: `#/play/${entry.id}` }, isOwn ? t("Play") : t("Watch"))
        : isOwn
        ? button(t("Withdraw"), () => app.ask("withdraw-challenge", { challenge: entry.id }))
        : button(t("Accept"), () => accept(entry), { class: "primary", disabled: !member,
          "aria-label": t("Accept the challenge of {name}", { name: entry.players[0].name }) }));
  }

  /** @param {any} news */
  function take(news) {
    if (news.whole) entries.clear();
    for (const entry of news.entries) entries.set(entry.id, entry);
    for (const id of news.gone) entries.delete(id);
    const watched = n("{count} page is in the lobby.", "{count} pages are in the lobby.", news.people);
    if (present.textContent !== watched) present.textContent = watched;
    show();
  }

  async function enter() {
    app.places.write("#/lobby");
    isHere = true;
    const answer = await app.ask("lobby");
    if (!answer) return;
    ({ member, blocked, playing } = answer);
    fillForm();
    showTurns(answer.turns);
    take(answer);
  }

  /** @param {SubmitEvent} event */
  async function open(event) {
    event.preventDefault();
    remember("challenge", setup);
    const { kind, size, clock, rated, side } = setup;
    const answer = await app.ask("challenge", { kind, size: size || null, clock, rated: Boolean(clock && rated),
      seat: side === "any" ? null : Number(side) });
    if (answer) announce(t("Your challenge is open. Stay on this page until somebody accepts it."));
  }

  /** @param {Entry} entry */
  async function accept(entry) {
    await app.ask("accept-challenge", { challenge: entry.id });
  }

  return { enter, leave() {
    if (!isHere) return;
    isHere = false;
    app.connection.request("leave-lobby").catch(() => {});
  }, show, hear: take };
}

/** A link to a member with the rating. @param {{name: string, rating: number, error_95: number}} player */
function memberLink(player) {
  return h("span", { class: "player" },
    h("a", { href: `#/member/${encodeURIComponent(player.name)}` }, h("bdi", {}, player.name)), " ",
    h("span", { class: "muted" }, ratingOf(player)));
}
