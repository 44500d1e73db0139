// The WebSocket: requests with answers, events, and reconnection.

import { recall, remember } from "./dom.js";
import { heal } from "./installed.js";
import { keepRecent, recent } from "./recent.js";
import { greetingSocket, LONGEST } from "./protocol.js";
import { heard, isKnown, onAllWords, restOfWords, t } from "./words.js";
import { isInstalled } from "./workers.js";

/** @typedef {import("./protocol.js").MessageType} MessageType */
/** @template {MessageType} T @typedef {import("./protocol.js").Fields<T>} Fields */
/** @typedef {import("../offline/local.js").Local} Local */
/** @template {MessageType} T @typedef {{} extends Fields<T> ? [fields?: Fields<T>] : [fields: Fields<T>]} Asked */

const WAITS = [300, 600, 1200, 2500, 5000];

const SLOW_MS = 4000; // a server that has not answered by then counts as out of reach for now

const HERE = ["look", "games"]; // requests that need no server while the page starts

/** A refused request. `code` is for the program, the message for the person. */
export class Refusal extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** @param {string} type @param {any} fields */
const keyOf = (type, fields) => JSON.stringify([type, fields]);

/** Complete the descriptions of players: in a later game, a known player has only the fields that differ.
 * @param {Record<string, any>} kinds */
function withPlayers(kinds) {
  /** @type {Record<string, any>} */
  const known = {};
  for (const info of Object.values(kinds)) {
    info.players = info.players.map((
      /** @type {{name: string}} */ player,
    ) => (known[player.name] = { ...known[player.name], ...player }));
  }
  return kinds;
}

export class Connection {
  /**
   * @param {(event: any) => void} onEvent  Receives every message that does not answer a request.
   * @param {(state: "open" | "lost", words: string) => void} onState
   * @param {() => Promise<Local>} load  Loads the part of the server that works in the browser.
   */
  constructor(onEvent, onState, load) {
    this.onEvent = onEvent;
    this.onState = onState;
    this.load = load;
    /** @type {Local | null} */
    this.local = null; // answers while the server is out of reach
    /** @type {Promise<Local> | null} */
    this.loading = null; // one for all who ask, because a second part would not know the open games of the first
    this.hasBegun = false; // true after the first welcome
    this.why = ""; // the reason why the connection is lost
    /** @type {WebSocket} */
    this.socket;
    /** @type {string | undefined} */
    this.key = undefined; // the secret that identifies this browser to the server
    /** @type {{edition: string, kinds: any, languages?: any} | undefined} */
    this.known = undefined; // the games and players from the server's welcome
    this.heardAt = 0; // when the server last sent anything
    this.number = 0;
    /** @type {Map<number, {type: string, fields: any, resolve(answer: any): void, reject(error: Error): void}>} */
    this.asked = new Map();
    /** @type {Map<string, Promise<any>>} */
    this.ahead = new Map(); // answers to the requests of ../early.js, by type and fields
    /** @type {Map<number, (event: any) => void>} */
    this.streams = new Map();
    this.tries = 0;
    this.lastRefusal = "";
    this.stopping = false; // true after the server has announced that it stops
    /** @type {string[]} */
    this.held = []; // messages that wait for words
    this.isStarting = true; // true until the server has answered, or counts as out of reach
    /** @type {() => void} */
    this.started = () => {}; // ends the start
    /** @type {Promise<void>} */
    this.start = new Promise((resolve) => {
      this.started = () => {
        this.isStarting = false;
        resolve();
      };
    });
    this.connect();
    if (isInstalled()) this.beginHere();
    setTimeout(() => this.ready || this.answerHere(), SLOW_MS);
  }

  connect() {
    this.ready = false;
    this.socket = this.early() ?? greetingSocket(this.key, this.known);
    this.socket.onmessage = (message) => this.receive(message.data);
    this.socket.onclose = (event) => this.lost(event);
  }

  /** The connection opened before this script had loaded, if it is still open; see ../early.js. */
  early() {
    const found = /** @type {any} */ (window).outflankEarly;
    /** @type {any} */ (window).outflankEarly = null;
    this.key ??= found?.key;
    this.known ??= found?.known;
    if (!found || found.socket.readyState > WebSocket.OPEN) return null;
    for (const [type, fields] of found.asked) {
      const answer = new Promise((resolve, reject) => this.asked.set(++this.number, { type, fields, resolve, reject }));
      answer.catch(() => {}); // perhaps nobody waits for it
      this.ahead.set(keyOf(type, fields), answer);
    }
    // after everything else is set up
    queueMicrotask(() => found.heard.forEach((/** @type {string} */ data) => this.receive(data)));
    return found.socket;
  }

  /** @param {string} data */
  receive(data) {
    this.heardAt = performance.now();
    const isWelcome = data.startsWith("{\"type\":\"welcome\"");
    if (!isWelcome && (this.held.length || !isKnown(data))) {
      if (this.held.push(data) === 1) restOfWords().then(() => this.release());
      return;
    }
    const message = heard(data);
    if (isWelcome) this.complete(message, data);
    this.hear(message);
  }

  /** Handle the messages that waited for words, in their order. */
  release() {
    for (const data of this.held.splice(0)) this.hear(heard(data));
  }

  /**
   * Store the games and players of a welcome, or add the stored ones where the server omits them.
   * @param {any} message
   * @param {string} data  The same message as received, in English.
   */
  complete(message, data) {
    if (message.kinds) {
      const { edition, languages } = message;
      remember("kinds", this.known = { edition, languages, kinds: withPlayers(JSON.parse(data).kinds) });
    }
    message.kinds = this.kinds();
    const { reach, tournament, installable, club, exports } = message;
    remember("server", { reach, tournament, installable, club, exports });
    onAllWords(() => this.hasBegun && this.onEvent({ type: "kinds", kinds: this.kinds() }));
  }

  /** The games and players of the last welcome, in the reader's language. */
  kinds() {
    return heard(JSON.stringify(this.known?.kinds));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "welcome") {
      this.ready = true;
      this.tries = 0;
      this.stopping = false;
      this.hasBegun = true;
      this.lastRefusal = "";
      this.onState("open", "");
      this.started();
      this.onEvent(message);
      return;
    }
    if (message.type === "stopping") this.stopping = true;
    if (message.type === "error" && !message.re && !this.ready) {
      this.lastRefusal = message.message;
      if (message.code === "version") heal();
    }
    const stream = message.re && this.streams.get(message.re);
    if (stream) {
      if (message.type === "error" || "done" in message || "stopped" in message) this.streams.delete(message.re);
      stream(message);
      return;
    }
    const asked = message.re && this.asked.get(message.re);
    if (asked) {
      this.asked.delete(message.re);
      if (message.type === "error") asked.reject(new Refusal(message.message, message.code));
      else {
        if (!asked.fields) keepRecent(asked.type, message);
        asked.resolve(message);
      }
      this.local?.remember(message, asked.fields);
      return;
    }
    this.local?.remember(message);
    this.onEvent(message);
  }

  /** Give up a connection on which the server no longer answers, and open another. */
  giveUp() {
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.lost();
  }

  /** @param {CloseEvent} [event] */
  lost(event) {
    let why = this.lastRefusal || t("the connection was lost");
    if (this.stopping) why = t("the server is stopping");
    if (event?.code === 1009) why = t("that was too long for the server");
    this.ready = false;
    for (const { reject } of this.asked.values()) reject(new Refusal(why, "lost"));
    this.asked.clear();
    this.ahead.clear();
    for (const [number, stream] of this.streams) stream({ type: "error", re: number, code: "lost", message: why });
    this.streams.clear();
    this.why = why;
    this.onState("lost", why);
    this.answerHere();
    // not all pages at the same moment, if the server has many
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] * (0.7 + 0.6 * Math.random());
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Load the part of the server that works in the browser, if it can be loaded. */
  async loadLocal() {
    try {
      this.local = await (this.loading ??= this.load());
    } catch {
      this.loading = null; // neither the server nor the browser's storage has it
    }
  }

  /** The part of the server in the browser while the server is out of reach; otherwise null. */
  get here() {
    return this.ready || this.isStarting ? null : this.local;
  }

  /** Begin with what this browser stores, before the server answers. */
  async beginHere() {
    await this.loadLocal();
    if (!this.local || !this.known || this.ready || this.hasBegun) return;
    this.hasBegun = true;
    const server = recall("server", { reach: "", tournament: false, installable: false, club: false });
    this.onEvent({ type: "welcome", ...server, offline: true, kinds: this.kinds(),
      languages: this.known.languages ?? {} });
  }

  /** Answer here while the server is out of reach. */
  async answerHere() {
    await this.loadLocal();
    if (!this.local || this.ready) return;
    this.started();
    this.onState("lost", this.why || t("it does not answer"));
    await this.beginHere();
  }

  /** Reconnect at once, for example when the page becomes visible again. */
  retry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** True if a message can be sent; false as soon as the socket begins to close. */
  get isOpen() {
    return this.ready && this.socket.readyState === WebSocket.OPEN;
  }

  /** @param {object} message */
  send(message) {
    const text = JSON.stringify(message);
    if (new Blob([text]).size >= LONGEST) throw new Refusal(t("that is too long for the server"), "long");
    if (!this.isOpen) throw new Refusal(t("there is no connection to the server at the moment"), "lost");
    this.socket.send(text);
  }

  /** Send a message that needs no answer, if connected.
   * @template {MessageType} T @param {T} type @param {Fields<T>} fields */
  tell(type, fields) {
    if (this.isOpen) this.send({ type, id: 0, ...fields });
  }

  /**
   * Send a request and return its answer.
   * @template {MessageType} T
   * @param {T} type
   * @param {Asked<T>} asked  The fields of the message, if it requires any.
   * @returns {Promise<any>}
   */
  request(type, ...[fields]) {
    if (!this.ready && this.local) return this.answer(type, fields);
    const key = keyOf(type, fields);
    const ahead = this.ahead.get(key);
    if (ahead) {
      this.ahead.delete(key); // it is current only once
      return ahead;
    }
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { type, fields, resolve, reject });
      try {
        this.send({ type, id, ...fields });
      } catch (error) {
        this.asked.delete(id);
        reject(error);
      }
    });
  }

  /** Answer a request without the server; while the page starts, other requests wait for the server.
   * @param {MessageType} type @param {any} fields @returns {Promise<any>} */
  async answer(type, fields) {
    const { local } = this;
    if (this.isStarting && !HERE.includes(type)) {
      const found = fields ? null : recent(type);
      if (found) return found;
      await this.start;
      return this.request(type, fields);
    }
    return local?.answer(type, fields ?? {});
  }

  /**
   * Request long work. The callback receives every event; the last one has `done`, `stopped` or the type `error`.
   * @template {MessageType} T
   * @param {T} type
   * @param {Fields<T>} fields
   * @param {(event: any) => void} onEvent
   * @returns {number}  The request's number, for `drop`.
   */
  stream(type, fields, onEvent) {
    const id = ++this.number;
    this.streams.set(id, onEvent);
    try {
      this.send({ type, id, ...fields });
    } catch (error) {
      this.streams.delete(id);
      const { code, message } = /** @type {Refusal} */ (error);
      onEvent({ type: "error", re: id, code, message });
    }
    return id;
  }

  /** Ignore further events of a request. @param {number} id */
  drop(id) {
    this.streams.set(id, () => {});
  }
}
