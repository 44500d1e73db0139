// The WebSocket: requests with answers, events, and a new connection whenever one is lost.

import { remember } from "./dom.js";
import { greetingSocket, LONGEST } from "./protocol.js";
import { hasAllWords, heard, restOfWords, t } from "./words.js";

/** @typedef {import("./protocol.js").MessageType} MessageType */
/** @template {MessageType} T @typedef {import("./protocol.js").Fields<T>} Fields */
/** @template {MessageType} T @typedef {{} extends Fields<T> ? [fields?: Fields<T>] : [fields: Fields<T>]} Asked */

const WAITS = [300, 600, 1200, 2500, 5000];

const WORDY = /^\{"type":"(error|notice|reading)"/; // said in words that the page does not begin with

/** An answer that says no. `code` is for the program, the message for the person. */
export class Refusal extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export class Connection {
  /**
   * @param {(event: any) => void} onEvent  Told of everything that is not the answer to a request.
   * @param {(state: "open" | "lost", words: string) => void} onState
   */
  constructor(onEvent, onState) {
    this.onEvent = onEvent;
    this.onState = onState;
    /** @type {WebSocket} */
    this.socket;
    /** @type {string | undefined} */
    this.key = undefined; // the secret by which the server knows this browser again
    /** @type {{edition: string, kinds: any} | undefined} */
    this.known = undefined; // the games and players that the server has told of
    this.number = 0;
    /** @type {Map<number, {type: string, resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    /** @type {Map<number, (event: any) => void>} */
    this.streams = new Map();
    this.tries = 0;
    this.lastRefusal = "";
    this.stopping = false; // true once the server has said that it stops
    this.connect();
  }

  connect() {
    this.ready = false;
    this.socket = this.early() ?? greetingSocket(this.key, this.known);
    this.socket.onmessage = (message) => this.receive(message.data);
    this.socket.onclose = (event) => this.lost(event);
  }

  /** The connection that the page made while this script was on its way, if it still stands; see ../early.js. */
  early() {
    const found = /** @type {any} */ (window).outflankEarly;
    /** @type {any} */ (window).outflankEarly = null;
    this.key ??= found?.key;
    this.known ??= found?.known;
    if (!found || found.socket.readyState > WebSocket.OPEN) return null;
    // once everything else is there
    queueMicrotask(() => found.heard.forEach((/** @type {string} */ data) => this.receive(data)));
    return found.socket;
  }

  /** @param {string} data */
  receive(data) {
    if (this.ready && WORDY.test(data) && !hasAllWords()) {
      restOfWords().then(() => this.hear(heard(data)));
      return;
    }
    const message = heard(data);
    if (message.type === "welcome") this.complete(message, data);
    this.hear(message);
  }

  /**
   * Keep the games and players that a welcome tells of; where it leaves them out, they are those that are kept.
   * @param {any} message
   * @param {string} data  The same as it came, in English.
   */
  complete(message, data) {
    if (message.kinds) remember("kinds", this.known = { edition: message.edition, kinds: JSON.parse(data).kinds });
    else message.kinds = heard(JSON.stringify(this.known?.kinds));
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "welcome") {
      this.ready = true;
      this.tries = 0;
      this.stopping = false;
      this.lastRefusal = "";
      this.onState("open", "");
      this.onEvent(message);
      return;
    }
    if (message.type === "stopping") this.stopping = true;
    if (message.type === "error" && !this.ready) this.lastRefusal = message.message;
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
      else asked.resolve(message);
      return;
    }
    this.onEvent(message);
  }

  /** @param {CloseEvent} event */
  lost(event) {
    let why = this.lastRefusal || t("the connection was lost");
    if (this.stopping) why = t("the server is stopping");
    if (event.code === 1009) why = t("that was too long for the server");
    this.ready = false;
    for (const { reject } of this.asked.values()) reject(new Refusal(why, "lost"));
    this.asked.clear();
    for (const [number, stream] of this.streams) stream({ type: "error", re: number, code: "lost", message: why });
    this.streams.clear();
    this.onState("lost", why);
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait);
  }

  /** Try again at once, as when the page is looked at again. */
  retry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.connect();
  }

  /** @param {object} message */
  send(message) {
    const text = JSON.stringify(message);
    if (new Blob([text]).size >= LONGEST) throw new Refusal(t("that is too long for the server"), "long");
    if (!this.ready) throw new Refusal(t("there is no connection to the server at the moment"), "lost");
    this.socket.send(text);
  }

  /** Say something that is not answered, if there is a connection.
   * @template {MessageType} T @param {T} type @param {Fields<T>} fields */
  tell(type, fields) {
    if (this.ready) this.send({ type, id: 0, ...fields });
  }

  /**
   * Ask for something that is answered once.
   * @template {MessageType} T
   * @param {T} type
   * @param {Asked<T>} asked  The fields of the message, if it must have any.
   * @returns {Promise<any>}
   */
  request(type, ...[fields]) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.asked.set(id, { type, resolve, reject });
      try {
        this.send({ type, id, ...fields });
      } catch (error) {
        this.asked.delete(id);
        reject(error);
      }
    });
  }

  /**
   * Ask for long work. The callback hears every event; the last has `done`, `stopped` or the type `error`.
   * @template {MessageType} T
   * @param {T} type
   * @param {Fields<T>} fields
   * @param {(event: any) => void} onEvent
   * @returns {number} its number, for `drop`
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

  /** Ignore further events of some work. @param {number} id */
  drop(id) {
    this.streams.set(id, () => {});
  }
}
