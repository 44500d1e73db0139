// The part of the server that works in the browser: rules, puzzles, games against three players, and one's own games.
// It answers the page's messages while the server is out of reach, in the same form.

import { choose, PLAYERS } from "./players.js";
import { isHere, LocalMatch, newId, PERSON } from "./match.js";
import * as puzzles from "./puzzles.js";
import { nameOf, start as usualStart, write } from "./rules.js";
import { GameStore } from "./store.js";
import { lineOf, mustPass, viewOf } from "./views.js";
import { Refusal } from "../core/connection.js";
import { remember } from "../core/dom.js";
import { recent } from "../core/recent.js";
import { listed, t } from "../core/words.js";

/** @typedef {import("./match.js").OwnGame} OwnGame */
/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */

export const UNSENT = "unsent"; // a storage key: true if games wait to be sent

const LEAST_MS = 400; // shortest time that a program takes for a move
const SENDING = "outflank-sending"; // a lock, so that only one tab sends
const TABS = "outflank-games"; // a channel, on which tabs tell each other of changed games
const OTHER_MS = 5000; // a tab moves for a program of another tab only after this time

/** Begin the browser's part of the server. @param {(event: any) => void} tell  Receives the events of games.
 * @param {() => Record<string, import("../core/protocol.js").KindInfo>} kinds  The games that the page knows. */
export async function begin(tell, kinds) {
  const local = new Local(tell, kinds);
  await local.store.open();
  return local;
}

export class Local {
  /** @param {(event: any) => void} tell @param {() => Record<string, any>} kinds */
  constructor(tell, kinds) {
    this.tell = tell;
    this.kinds = kinds;
    this.store = new GameStore();
    /** @type {Map<string, LocalMatch>} */
    this.matches = new Map(); // the open games that are played here
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.thinking = undefined;
    this.tabs = new BroadcastChannel(TABS);
    this.tabs.onmessage = ({ data }) => this.follow(data);
    document.addEventListener("visibilitychange", () => document.hidden || this.catchUp());
    addEventListener("beforeunload", (event) => this.isAtRisk && event.preventDefault());
    /** @type {Record<string, (fields: any) => any>} */
    this.answers = { look: (fields) => this.look(fields), new: (fields) => this.new(fields),
      open: ({ game }) => this.open(game), play: (fields) => this.play(fields), games: (fields) => this.list(fields),
      leave: ({ game }) => this.leave(game), delete: ({ game }) => this.delete(game), practice: puzzles.overview,
      openings: () => ({ type: "openings", openings: [], from_library: false }),
      stories: () => recent("stories") ?? { type: "stories", stories: [] }, puzzle: puzzles.next, solve: puzzles.solve,
      puzzle_hint: puzzles.hint };
    for (const what of /** @type {const} */ (["undo", "redo", "resign", "restart", "pause", "resume"])) {
      this.answers[what] = ({ game }) => this.change(game, what);
    }
  }

  /** Answer a message. Throws a Refusal if the answer needs the server. @param {string} type @param {any} fields
   * @returns {Promise<any>} */
  async answer(type, fields) {
    const answer = this.answers[type];
    if (!answer) throw new Refusal(t("This needs the server, which is out of reach at the moment."), "lost");
    return await answer(fields);
  }

  /** The title of a player. @param {string} player @returns {string} */
  called(player) {
    return this.kinds().othello?.players.find((/** @type {any} */ each) => each.name === player)?.label ?? player;
  }

  /** The names of the players that play here. */
  get players() {
    return Object.keys(PLAYERS);
  }

  /** The titles of the players that play here, in words. */
  get opponents() {
    return listed(this.players.map((player) => this.called(player)));
  }

  // --- positions -----------------------------------------------------------------------------------------------------

  /** @param {{kind?: string, start?: string, moves: string[], since: number}} fields */
  look({ kind = "othello", start = "", moves, since }) {
    const positions = kind === "othello" ? lineOf(start || write(usualStart()), moves) : null;
    if (!positions) {
      throw new Refusal(t("This position needs the server, which is out of reach at the moment."), "lost");
    }
    return { type: "views", since, moves, views: positions.slice(since).map(viewOf) };
  }

  // --- games ---------------------------------------------------------------------------------------------------------

  /** @param {{setup: any}} fields */
  new({ setup }) {
    const { kind, seats, size = 8, mirrored = false, start = "", moves = [], pace = 0 } = setup;
    if (kind !== "othello" || !seats.every(isHere)
      || (size !== 8 && seats.some((/** @type {string} */ player) => player !== PERSON)))
    {
      throw new Refusal(t("This game needs the server. {players} play Othello on 8×8 without it.", {
        players: this.opponents,
      }), "offline");
    }
    const match = new LocalMatch({ id: newId(), seats,
      labels: seats.map((/** @type {string} */ player) => player === PERSON ? "" : this.called(player)),
      start: start || write(usualStart(size, mirrored)), moves, pace });
    this.matches.set(match.id, match);
    this.send(match);
    return { type: "begun", game: match.id };
  }

  /** @param {string} id */
  open(id) {
    const stored = this.store.games.get(id);
    const match = this.matches.get(id) ?? (stored && LocalMatch.of(stored));
    if (!match) throw new Refusal(t("This game needs the server, which is out of reach at the moment."), "offline");
    if (stored?.unsent) this.matches.set(id, match);
    this.send(match);
    return { type: "opened", game: id };
  }

  /** True if a game is played here until the server has it. @param {string} id */
  has(id) {
    return this.matches.has(id);
  }

  /** The game of an id that is played here. @param {string} id */
  match(id) {
    const match = this.matches.get(id);
    if (!match) throw new Refusal(goesOn(), "offline");
    return match;
  }

  /** Words about an own game that needs the server; empty for another. @param {string} id */
  waits(id) {
    return this.store.games.has(id) && !this.has(id) ? goesOn() : "";
  }

  /** @param {{game: string, ply: number, move: string}} fields */
  play({ game, ply, move }) {
    const match = this.match(game);
    if (ply !== match.moves.length || match.program) throw new Refusal(t("It is not your turn."), "not your turn");
    if (!match.push(move)) throw new Refusal(this.why(match, move), "refused");
    this.keep(match);
    return { type: "done" };
  }

  /** The reason why a move is illegal. @param {LocalMatch} match @param {string} move */
  why(match, move) {
    const side = match.position.turn ? t("White") : t("Black");
    return mustPass(match.position)
      ? t("{side} has no move and must pass.", { side })
      : t("{side} cannot move to {square}.", { side, square: move.slice(0, 8) });
  }

  /** @param {string} id @param {import("./match.js").Change} what */
  change(id, what) {
    const match = this.match(id);
    if (!match.change(what)) throw new Refusal(t("That is not possible at the moment."), "refused");
    this.keep(match);
    return { type: "done" };
  }

  /** True if games would be lost with this page: they are neither sent nor stored. */
  get isAtRisk() {
    return this.store.fails && this.store.unsent.length > 0;
  }

  /** Store a changed game, send its state, and let a program move. @param {LocalMatch} match */
  async keep(match) {
    this.send(match);
    if (match.moves.length) {
      remember(UNSENT, true);
      const stored = match.stored();
      this.tabs.postMessage(stored);
      const failed = this.store.fails;
      await this.store.put(stored);
      if (failed !== this.store.fails) this.tell({ type: "storage" });
    } else if (this.store.games.has(match.id)) await this.store.delete(match.id); // restarted
  }

  /** Go on with a game as another tab has left it. @param {OwnGame} game */
  follow(game) {
    this.store.games.set(game.id, game);
    const before = this.matches.get(game.id);
    const match = before && LocalMatch.of(game);
    if (!before || !match) return;
    match.revision = before.revision + 1;
    match.changed = game.changed;
    this.matches.set(game.id, match);
    this.send(match, OTHER_MS);
  }

  /** Follow what other tabs have done while this one slept. */
  async catchUp() {
    await this.store.open();
    for (const [id, match] of this.matches) {
      const game = this.store.games.get(id);
      if (game && game.changed > match.changed) this.follow(game);
    }
  }

  /** Send the state of a game, and let a program move.
   * @param {LocalMatch} match @param {number} [least]  The shortest time until the move, in ms. */
  send(match, least = LEAST_MS) {
    clearTimeout(this.thinking);
    const isOwn = this.matches.has(match.id);
    const player = isOwn ? match.program : null;
    match.thinking = player !== null && isHere(player);
    this.tell(match.state(isOwn));
    if (match.thinking && player) {
      const { revision } = match;
      this.thinking = setTimeout(() => {
        if (match.revision !== revision || !this.matches.has(match.id)) return;
        match.push(nameOf(match.position, choose(player, match.position)));
        this.keep(match);
      }, Math.max(least, 1000 * match.pace));
    }
  }

  /** @param {string} id */
  leave(id) {
    if (this.matches.delete(id)) clearTimeout(this.thinking);
    return { type: "left", game: id };
  }

  /** @param {string} id */
  async delete(id) {
    if (!this.store.games.get(id)?.unsent) this.match(id);
    this.leave(id);
    await this.store.delete(id);
    return { type: "done" };
  }

  // --- one's own games -----------------------------------------------------------------------------------------------

  /** @param {{text?: string, kind?: string, against?: string, ending?: string | null, mine?: boolean, after?: string |
   *   null, most?: number}} query */
  list({ text = "", kind = "", against = "", ending = null, after = null, most = 30 }) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.store.newest.filter((game) => {
      const said = [game.name, game.opening, ...game.players].join(" ").toLowerCase();
      return (!kind || game.kind === kind) && (!against || game.players.includes(against))
        && (!ending || endingOf(game) === ending) && words.every((word) => said.includes(word));
    });
    const from = found.findIndex(({ id }) => id === after) + 1;
    const games = found.slice(from, from + most);
    return { type: "games", games, more: found.length > from + games.length,
      ...(after ? {} : { count: found.length }) };
  }

  /** Store what the server says of games. @param {any} message @param {any} [asked]  The fields of the request. */
  async remember(message, asked) {
    if (message.type === "game") await this.store.follow(message);
    else if (message.type === "games") {
      const { text, kind, against, ending, after, mine } = asked ?? {};
      await this.store.see(message.games, Boolean(text || kind || against || ending || after || mine));
    }
  }

  /** Send the games that the server does not have yet, one after another; each stays here until the server has it.
   * Returns the new ids of those whose id is another game at the server.
   * @param {(type: "offline_game", fields: any) => Promise<any>} request */
  async sendAll(request) {
    const send = () => this.sendEach(request);
    return navigator.locks ? navigator.locks.request(SENDING, send) : send();
  }

  /** @param {(type: "offline_game", fields: any) => Promise<any>} request */
  async sendEach(request) {
    /** @type {Map<string, string>} */
    const renamed = new Map();
    clearTimeout(this.thinking);
    await this.store.open();
    for (const game of this.store.unsent) {
      let kept = await keptBy(game, request);
      if (kept === "other") {
        const other = { ...game, id: newId() };
        renamed.set(game.id, other.id);
        await this.store.put(other);
        await this.store.delete(game.id);
        kept = await keptBy(other, request);
      }
      if (kept === "lost") return renamed;
      const id = renamed.get(game.id) ?? game.id;
      const current = this.store.games.get(id);
      if (kept !== "refused" && current?.changed === game.changed) await this.store.put({ ...current, unsent: false });
    }
    this.matches.clear();
    remember(UNSENT, this.store.unsent.length > 0);
    return renamed;
  }

  /** Words about a place of the page without the server; empty for a game of the server.
   * @param {string} place @param {string} game  The id of the game on the board. */
  words(place, game) {
    if (this.isAtRisk) {
      return t("Offline: this browser cannot store your game. Keep this page open until the server is back.");
    }
    if (place === "play") {
      return this.has(game) ? t("Offline: this game is stored in this browser, and sent when the server is back.") : "";
    }
    const players = this.opponents;
    /** @type {Record<string, string>} */
    const words = {
      home: t("Offline: games against {players}, lessons, puzzles and your games work here.", { players }),
      opponents: t("Offline: {players} play here; the others need the server.", { players }),
      games: t("Offline: these games are stored in this browser. New ones are sent when the server is back."),
      practice: t("Offline: puzzles work here, but answers do not count. The rest needs the server."),
      learn: t("Offline: the lessons work here."),
      rules: t("Offline."),
      help: t("Offline."),
      analyse: t("Offline: you can step through games; the values of moves need the server."),
      review: t("Offline: reviews need the server."),
      progress: t("Offline: your progress needs the server."),
      study: t("Offline: studies need the server."),
      arena: t("Offline: the tournament needs the server."),
    };
    return words[place] ?? t("Offline: this needs the server.");
  }
}

/** Send a game, and return the server's word about it; "lost" without a connection, "refused" if it does not want it.
 * @param {OwnGame} game @param {(type: "offline_game", fields: any) => Promise<any>} request */
async function keptBy({ id, seats, start, moves, pace, result, changed }, request) {
  const resigned = result?.how === "resigned" ? { resigned: result.loser } : {};
  const setup = { kind: "othello", seats, start, moves, pace };
  try {
    return (await request("offline_game", { game: id, setup, changed, ...resigned })).kept;
  } catch (error) {
    return /** @type {Refusal} */ (error).code === "lost" ? "lost" : "refused";
  }
}

function goesOn() {
  return t("This game goes on when the server is back.");
}

/** @param {OwnGame} game */
function endingOf({ result, own }) {
  if (!result) return "unfinished";
  if (result.winners.length > 1) return "drawn";
  return own === null ? "" : result.winners.includes(own) ? "won" : "lost";
}
