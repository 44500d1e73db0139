// The lobby: offers to press, open challenges, games in progress to watch, the next tournament, and the best players.

import { announce, note } from "../../core/announce.js";
import { button, fill, h, recall, remember } from "../../core/dom.js";
import { n, t } from "../../core/words.js";
import { characterOf, faceOf } from "../../board/faces.js";
import { icon } from "../../board/shapes.js";
import { thumbnail } from "../../board/thumbnail.js";
import { calledIn } from "../../dialogs/seats.js";
import { lastSetup } from "../../dialogs/newgame.js";
import { clockWords, clubTabs, gameWords, initialOf, memberLink, ratingOf, shortClock } from "../clubwords.js";
import { Offers } from "./offers.js";

/**
 * @typedef {{number: number, name: string, rating: number, error_95: number, results: number}} Player
 * @typedef {{id: string, what: "challenge" | "game", kind: string, size: number | null, clock: string, rated: boolean,
 *   seat: number | null, seats: number, players: Player[], by: number, cells: string, width: number, moves: number}}
 *   Entry  A challenge has no board.
 */

const LONGEST_NAME = 24;
const BEST = 5; // players of the leaderboard

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
  /** @type {() => void} */
  let wish = () => {}; // the wish of a person without a name

  const who = h("p", { class: "club-who" });
  const present = h("p", { class: "muted", role: "status" });
  const offers = new Offers(app, play, (offer) => Boolean(own(offer)));
  const name = h("input", { name: "member", maxlength: LONGEST_NAME, autocomplete: "nickname", dir: "auto",
    required: true });
  const naming = h("form", { class: "card row-form naming-card", "aria-label": t("Choose a name"), hidden: true,
    on: { submit: (event) => claim(event) } },
    h("label", { class: "field" }, h("span", {}, t("Your name on this server, before you play")), name),
    h("button", { type: "submit", class: "primary" }, t("Take this name")));
  const challenges = h("ul", { class: "entries" });
  const alone = h("div", {});
  const games = h("ul", { class: "live-games" });
  const live = h("section", { class: "card", "aria-label": t("Games in progress"), hidden: true },
    h("h3", {}, t("Games in progress")), games);
  const turns = h("ul", { class: "entries" });
  const correspondence = h("section", { class: "card", "aria-label": t("Correspondence"), hidden: true },
    h("h3", {}, t("Correspondence")), turns);
  const tournament = h("section", { class: "card", "aria-label": t("Next tournament") });
  const best = h("section", { class: "card", "aria-label": t("Best players"), hidden: true });
  fill(screen.host, h("div", { class: "club-head" }, h("h2", {}, t("Lobby")), present), clubTabs("lobby"), who, naming,
    h("div", { class: "club-body" },
      h("div", { class: "club-side" }, offers.element,
        h("section", { class: "card", "aria-label": t("Open challenges") }, h("h3", {}, t("Open challenges")),
          challenges, alone), correspondence), h("div", { class: "club-side" }, tournament, best)), live);

  // --- offers and challenges ---------------------------------------------------------------------------------------

  /** The open challenge of the person that an offer would repeat. @param {import("./offers.js").Offer} offer */
  function own(offer) {
    return matching(offer).find((entry) => entry.by === member?.number);
  }

  /** The challenges for the same game. @param {import("./offers.js").Offer} offer */
  function matching({ kind, size, clock, rated, side }) {
    return visible("challenge").filter((entry) =>
      entry.kind === kind && (entry.size ?? 0) === size && sameClock(entry.clock, clock) && entry.rated === rated
      && (side === "any" || entry.seat !== Number(side)) && entry.seats === 2
    );
  }

  /** Accept a challenge for this game, or offer it; a second press withdraws the offer.
   * @param {import("./offers.js").Offer} offer */
  function play(offer) {
    named(async () => {
      const open = own(offer);
      const found = matching(offer).find((entry) => entry.by !== member?.number);
      if (open) await app.ask("withdraw-challenge", { challenge: open.id });
      else if (found) await app.ask("accept-challenge", { challenge: found.id });
      else {
        const { kind, size, clock, rated, side } = offer;
        const answer = await app.ask("challenge", { kind, size: size || null, clock, rated,
          seat: side === "any" ? null : Number(side) });
        if (answer) {
          announce(
            t("Your challenge is open. Look at anything else meanwhile: you are called when somebody accepts it."),
          );
        }
      }
    });
  }

  /** Do something at once, or after a person without a name has chosen one. @param {() => void} act */
  function named(act) {
    if (member) {
      act();
      return;
    }
    wish = act;
    naming.hidden = false;
    name.value ||= app.user || recall("name", "");
    name.focus();
  }

  /** @param {SubmitEvent} event */
  async function claim(event) {
    event.preventDefault();
    const answer = await app.ask("claim-name", { name: name.value });
    if (!answer) return;
    ({ member } = answer);
    remember("name", answer.member.name);
    naming.hidden = true;
    note(t("You are {name} here.", { name: answer.member.name }));
    show();
    wish();
    wish = () => {};
  }

  // --- the lists -------------------------------------------------------------------------------------------------

  /** @param {Entry["what"]} what */
  function visible(what) {
    return [...entries.values()].filter((each) =>
      each.what === what && !each.players.some((player) => blocked.includes(player.number))
    );
  }

  function show() {
    fill(who,
      ...(member
        ? [initialOf(member.name),
          h("span", {}, t("You are {name} here.", { name: member.name }), " ",
            h("a", { href: `#/member/${encodeURIComponent(member.name)}` }, t("Your profile")), " · ",
            h("a", { href: "#/account" }, t("Name and key")))]
        : [
          h("span", {}, h("a", { href: "#/account/lobby" }, t("Choose a name")), " ",
            t("to play here; to watch, you need none.")),
        ]),
      playing ? h("a", { class: "button primary go-on", href: `#/play/${playing}` }, t("Go on with your game")) : null);
    const open = visible("challenge");
    fill(challenges, ...open.map(row));
    challenges.hidden = !open.length;
    alone.hidden = open.length > 0;
    fill(alone, open.length ? null : invitation());
    const running = visible("game");
    live.hidden = !running.length;
    fill(games, ...running.map((entry) => h("li", {}, liveGame(entry))));
    offers.show();
  }

  /** Another way to play while nobody offers a game. */
  function invitation() {
    const info = app.kinds.othello;
    const opponent = app.lastOpponent("othello");
    const label = calledIn(info, opponent);
    const begin = () => app.begin({ ...lastSetup(app.kinds, "othello"), seats: ["human", opponent], clock: "" });
    const tile = button("", begin, { class: "tile" });
    tile.append(faceOf(characterOf(info, opponent)),
      h("span", {}, h("strong", {}, t("Play {name}", { name: label })), " ",
        h("span", { class: "muted small" }, t("until somebody comes"))));
    return [
      h("p", { class: "muted" }, t("Nobody offers a game at the moment."), " ",
        t("Press a clock above, and whoever comes in sees your offer.")),
      tile,
    ];
  }

  /** @param {Entry} entry */
  function row(entry) {
    const isOwn = entry.by === member?.number;
    const isIn = entry.players.some((player) => player.number === member?.number);
    const side = entry.seat === null ? "" : app.kinds[entry.kind]?.names[entry.seat];
    const missing = entry.seats - entry.players.length;
    const words = [gameWords(app, entry), clockWords(entry.clock), entry.rated ? t("rated") : t("casual"),
      side ? t("plays {side}", { side }) : "",
      missing > 1 ? n("{count} player missing", "{count} players missing", missing) : "",
      isOwn ? t("you are called when somebody accepts it") : ""];
    return h("li", { class: isIn ? "own" : "" }, initialOf(entry.players[0].name),
      h("span", { class: "players" }, ...entry.players.flatMap((player, at) => [at ? " – " : null, ratedLink(player)])),
      h("span", { class: "about muted" }, words.filter(Boolean).join(" · ")),
      isIn
        ? button(t("Withdraw"), () => app.ask("withdraw-challenge", { challenge: entry.id }))
        : button(t("Accept"), () => named(() => app.ask("accept-challenge", { challenge: entry.id })), {
          class: "primary",
          "aria-label": t("Accept the challenge of {name}", { name: entry.players[0].name }),
        }));
  }

  /** A game in progress as a small board that leads to it. @param {Entry} entry */
  function liveGame(entry) {
    const isOwn = entry.players.some((player) => player.number === member?.number);
    const sides = entry.players.map((player, seat) =>
      h("span", { class: "live-player" }, icon(entry.kind, seat), h("bdi", {}, player.name),
        h("span", { class: "muted" }, ratingOf(player)))
    );
    const words = [entry.kind === "othello" ? "" : gameWords(app, entry), shortClock(entry.clock),
      entry.rated ? t("rated") : t("casual")];
    return h("a", { class: "card live-game", href: `#/play/${entry.id}` },
      h("span", { class: "offscreen" }, isOwn ? t("Play") : t("Watch"), " "), ...sides.slice(1),
      thumbnail(entry.kind, entry.cells, entry.width), sides[0],
      h("span", { class: "muted small" }, t("Move {number}", { number: entry.moves }), " · ",
        words.filter(Boolean).join(" · ")));
  }

  /** @param {{game: string, players: string[], turn: boolean, left: number}[]} found */
  function showTurns(found) {
    correspondence.hidden = !found.length;
    fill(turns,
      ...found.map((each) =>
        h("li", {}, h("span", { class: "players" }, h("bdi", {}, each.players.join(" – "))),
          h("span", { class: "about muted" }, each.turn ? t("Your turn") : t("not your turn"), " · ",
            n("{count} hour left", "{count} hours left", Math.max(0, Math.round(each.left / 3600)))),
          h("a", { class: each.turn ? "button primary" : "button", href: `#/play/${each.game}` }, t("Open")))
      ));
  }

  /** Show the next tournament, and the best players. */
  async function showBeside() {
    const none = () => null;
    const [listed, leaders] = await Promise.all([app.connection.request("tournaments").catch(none),
      app.connection.request("leaders", { pool: "" }).catch(none)]);
    if (!isHere) return;
    const all = /** @type {import("./tournament.js").Listed[]} */ (/** @type {any} */ (listed)?.tournaments ?? []);
    const next = all.find((each) => each.state === "open") ?? all.find((each) => each.state === "running");
    fill(tournament, h("h3", {}, t("Next tournament")),
      next
        ? h("a", { class: "tile", href: `#/tournament/${next.id}` },
          h("span", { class: "tile-value" }, String(next.entrants)),
          h("span", {}, h("strong", {}, h("bdi", {}, next.title)), " ",
            h("span", { class: "muted small" },
              [next.state === "open" ? t("open to all") : t("running"),
                n("{count} player", "{count} players", next.entrants), clockWords(next.clock),
                next.rated ? t("rated") : t("casual")].join(" · "))))
        : h("p", { class: "muted" }, t("None is announced."), " ",
          h("a", { href: "#/tournament" }, t("Announce one"))));
    const found = /** @type {any} */ (leaders)?.leaders?.slice(0, BEST) ?? [];
    best.hidden = !found.length;
    fill(best, h("h3", {}, t("Best players")),
      h("ol", { class: "best" },
        ...found.map((/** @type {Player} */ each) => h("li", {}, initialOf(each.name), ratedLink(each)))));
  }

  /** @param {any} news */
  function take(news) {
    if (news.whole) entries.clear();
    for (const entry of news.entries) entries.set(entry.id, entry);
    for (const id of news.gone) entries.delete(id);
    const people = n("{count} person is here.", "{count} people are here.", news.people);
    if (present.textContent !== people) present.textContent = people;
    show();
  }

  async function enter() {
    app.places.write("#/lobby");
    isHere = true;
    showBeside();
    const answer = await app.ask("lobby");
    if (!answer) return;
    ({ member, blocked, playing } = answer);
    naming.hidden = true;
    showTurns(answer.turns);
    take(answer);
  }

  return { enter, leave() {
    if (!isHere) return;
    isHere = false;
    app.connection.request("leave-lobby").catch(() => {});
  }, show, hear: take };
}

/** True if two time controls are the same; the server leaves out an increment of nothing.
 * @param {string} one @param {string} other */
function sameClock(one, other) {
  return one.replace(/\+0$/, "") === other.replace(/\+0$/, "");
}

/** A link to a member with the rating. @param {{name: string, rating: number, error_95: number}} player */
function ratedLink(player) {
  return h("span", { class: "player" }, memberLink(player.name), " ", h("span", { class: "muted" }, ratingOf(player)));
}
