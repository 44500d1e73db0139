// The games that this browser stores: those that it has seen at the server, and those that it has not sent yet.

/** @typedef {import("./match.js").OwnGame} OwnGame */
/** @typedef {import("../core/protocol.js").GameState} GameState */
/** @typedef {import("../core/protocol.js").KeptGame} KeptGame */

const DATABASE = "outflank";
const GAMES = "games";
const MOST = 500; // games that the server has too

export class GameStore {
  constructor() {
    /** @type {Map<string, OwnGame>} */
    this.games = new Map();
    /** @type {IDBDatabase | null} */
    this.database = null; // null in a private window or without storage: games last until the page is closed
    this.fails = false; // true if the latest change could not be stored
  }

  /** Read the stored games, also those that other tabs have stored since. */
  async open() {
    try {
      this.database ??= await opened();
      const found = await done(this.database.transaction(GAMES).objectStore(GAMES).getAll());
      const unstored = [...this.games.values()].filter(({ unsent }) => unsent);
      this.games = new Map(found.map((/** @type {OwnGame} */ game) => [game.id, game]));
      for (const game of unstored) {
        const known = this.games.get(game.id);
        if (!known || known.changed < game.changed) this.games.set(game.id, game);
      }
    } catch {
      this.database = null;
    }
  }

  /** The games, newest first. */
  get newest() {
    return [...this.games.values()].sort((a, b) => b.changed - a.changed);
  }

  get unsent() {
    return this.newest.filter((game) => game.unsent).reverse();
  }

  /** @param {OwnGame} game */
  async put(game) {
    this.games.set(game.id, game);
    await this.write((games) => games.put(game));
  }

  /** @param {string} id */
  async delete(id) {
    this.games.delete(id);
    await this.write((games) => games.delete(id));
  }

  /** Change the stored games; a failure loses nothing while the page is open.
   * @param {(games: IDBObjectStore) => IDBRequest} change */
  async write(change) {
    try {
      if (!this.database) throw new Error("no storage");
      const transaction = this.database.transaction(GAMES, "readwrite", { durability: "strict" });
      change(transaction.objectStore(GAMES));
      await complete(transaction);
      this.fails = false;
    } catch {
      this.fails = true; // full or forbidden: the game stays in memory
    }
  }

  // --- games of the server -------------------------------------------------------------------------------------------

  /** Store games from a list of the server; without `isPart`, games of the same time that it lacks are deleted there.
   * @param {KeptGame[]} listed @param {boolean} isPart  True if the list was searched for something. */
  async see(listed, isPart) {
    for (const game of listed) await this.learn(game);
    const oldest = Math.min(...listed.map((game) => game.changed));
    const ids = new Set(listed.map((game) => game.id));
    const kept = this.newest.filter((game) => !game.unsent);
    const gone = kept.filter((game, i) => i >= MOST || (!isPart && game.changed >= oldest && !ids.has(game.id)));
    for (const { id } of gone) await this.delete(id);
  }

  /** @param {KeptGame} game */
  async learn(game) {
    const known = this.games.get(game.id);
    if (known && (known.unsent || (known.changed === game.changed && known.name === game.name))) return;
    const seats = known?.seats ?? game.players.map((player, seat) => (game.persons.includes(seat) ? "human" : player));
    await this.put({ ...game, seats, unsent: false, pace: known?.pace ?? 0 });
  }

  /** Store the state of a game of this browser's person. @param {GameState} state */
  async follow(state) {
    const known = this.games.get(state.game);
    const moves = state.moves.map(({ move }) => move);
    const isKnown = known?.moves.length === moves.length && Boolean(known.result) === Boolean(state.result);
    if (known?.unsent || !state.kept || !state.part || isKnown) return;
    const now = Date.now() / 1000;
    await this.put({ id: state.game, kind: state.kind, persons: state.you,
      players: state.labels.map((label, seat) => (state.you.includes(seat) ? state.people[seat]?.name ?? "" : label)),
      own: state.you.length === 1 ? state.you[0] : null, start: state.start, moves, n_moves: moves.length,
      cells: state.view.cells, width: state.view.width, result: state.result, opening: state.opening,
      created: known?.created ?? now, changed: now, name: known?.name ?? "", reviewed: known?.reviewed ?? false,
      part: true, seats: state.seats, unsent: false, pace: state.pace });
  }
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
  return done(request);
}

/** Wait until a transaction is stored; a full disk may show only at its end. @param {IDBTransaction} transaction */
function complete(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** The result of a request. @param {IDBRequest} request @returns {Promise<any>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
