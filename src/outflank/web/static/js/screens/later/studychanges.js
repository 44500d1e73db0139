// The changes of a shared study: those of this page become operations, and the server's events change the tree here.
//
// `server` is the tree as the server has it, and `own` the one on this page. This browser stores their differences
// until the server has confirmed them, so that neither a closed tab nor a lost connection loses them.

import { note, sentence } from "../../core/announce.js";
import { forget, remember } from "../../core/dom.js";
import { adopt, differences, follow, mergedTexts, nodeAt } from "../../board/operations.js";
import { Study } from "../../board/study.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").StudyEvent} StudyEvent */

const PAUSE_MS = 250; // after a change, before sending it
const AGAIN_MS = 2500; // before another attempt
const IMPOSSIBLE = ["full", "path", "move", "watching", "message"]; // refusals that stay; others may pass
const MOST_OPERATIONS = 20; // in one message

/** The name in the browser's storage of the operations that are not sent yet. @param {string} id */
export const keyOf = (id) => `study.unsent.${id}`;

export class StudyChanges {
  /**
   * @param {import("../analyse.js").Analyse} analyse
   * @param {{tell(words: string): void, split(): void}} keeping  `split` saves this page's version as a new study.
   */
  constructor(analyse, keeping) {
    this.analyse = analyse;
    this.app = analyse.app;
    this.examined = analyse.app.examined;
    this.keeping = keeping;
    this.id = "";
    this.role = "";
    this.revision = 0;
    this.title = ""; // the title and the players as the server knows them
    /** @type {string[]} */
    this.players = [];
    this.server = new Study();
    this.own = this.server;
    /** @type {{source: string, revision: number, operations: any[], texts: Map<string, string>} | null} */
    this.sent = null; // operations that the server has not confirmed
    this.away = false; // true on a private line
    /** @type {any[] | null} */
    this.waiting = null; // events that arrive while the study is opened
    this.isSending = false;
    this.timer = 0;
  }

  /** True if the shared study is the examined one. */
  get isOpen() {
    return Boolean(this.id) && this.examined.card.id === this.id && this.examined.study === this.own;
  }

  get edits() {
    return this.role === "owner" || this.role === "edit";
  }

  /** Open the study again. @returns {Promise<void>} */
  async comeBack() {}

  /** Time after a change before it is sent, in milliseconds. */
  get pause() {
    return PAUSE_MS;
  }

  /** Get no more changes. */
  leave() {
    clearTimeout(this.timer);
    Object.assign(this, { id: "", role: "", revision: 0, sent: null, away: false, waiting: null });
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  /** Handle any change of the examined game. */
  changed() {
    if (this.waiting) return;
    if (this.id && !this.isOpen) {
      this.leave();
      return;
    }
    if (!this.id || !this.edits) return;
    if (this.store().length && this.app.connection.ready) this.keeping.tell(t("Saving …"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), this.pause);
  }

  /** This page's changes that the server has not confirmed; this browser stores them. */
  store() {
    if (!this.edits) return [];
    const operations = differences(this.server, this.own);
    const { card, labels } = this.examined;
    if (this.isOpen && (card.title !== this.title || labels.join("\n") !== this.players.join("\n"))) {
      operations.push({ do: "title", path: [], title: card.title, players: [...labels].slice(0, 3) });
    }
    if (operations.length) remember(keyOf(this.id), operations);
    else forget(keyOf(this.id));
    return operations;
  }

  /** Send the next changes. */
  async send() {
    clearTimeout(this.timer);
    const { id } = this;
    if (!id || this.isSending) return;
    const operations = this.store();
    if (!operations.length && !this.sent) {
      this.keeping.tell(this.edits ? t("Saved") : "");
      return;
    }
    const { connection } = this.app;
    if (!connection.ready) {
      this.keeping.tell(t("Not saved: no connection. This browser keeps it until there is one."));
      return;
    }
    this.pack();
    if (!this.sent) return;
    const { source, revision, operations: sent } = this.sent;
    let wait = AGAIN_MS;
    this.isSending = true;
    this.keeping.tell(t("Saving …"));
    try {
      await connection.request("change-study", { study: id, revision, source, operations: sent });
      wait = PAUSE_MS;
      if (this.id === id) this.sent = null;
      else if (sent.length === operations.length) forget(keyOf(id));
    } catch (error) {
      const { code, message } = /** @type {import("../../core/connection.js").Refusal} */ (error);
      if (this.id !== id) return;
      if (code !== "lost") this.sent = null;
      if (code === "lost") this.keeping.tell(t("Not saved: no connection. This browser keeps it until there is one."));
      else if (code === "not open") await this.comeBack(); // the server has started again
      else if (code === "hasty") this.keeping.tell(t("Saving …"));
      else if (IMPOSSIBLE.includes(code) && this.isOpen) {
        note(sentence(message), "error");
        this.revision = 0;
        forget(keyOf(id));
        this.leave();
        this.keeping.split();
      } else this.keeping.tell(t("Not saved: {reason}. This browser keeps it.", { reason: message }));
      return;
    } finally {
      this.isSending = false;
      if (this.id) this.timer = setTimeout(() => this.send(), wait);
    }
  }

  /** Note this page's changes with the revision that they belong to, before changes of others are applied. */
  pack() {
    const operations = this.sent ? [] : this.store().slice(0, MOST_OPERATIONS);
    if (!operations.length) return;
    const source = [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16).padStart(2, "0"));
    /** @type {Map<string, string>} */
    const texts = new Map();
    for (const { do: what, path, letter, value } of /** @type {any[]} */ (operations)) {
      if (what === "set" && letter === "c") texts.set(path.join(), value ?? "");
    }
    this.sent = { source: source.join(""), revision: this.revision, operations, texts };
  }

  // --- receiving -----------------------------------------------------------------------------------------------------

  /** Apply a change. @param {string} source @param {StudyEvent} event */
  take(source, event) {
    if (event.revision <= this.revision) return;
    this.revision = event.revision;
    const { sent } = this;
    const isOwn = sent?.source === source;
    if (event.do === "title") {
      this.takeTitle(event.title ?? "", event.players ?? []);
      return;
    }
    const { path = [], letter = "" } = event;
    const value = /** @type {any} */ (event.value);
    const at = path.join();
    const node = nodeAt(this.server, path);
    let clashes = false;
    if (this.edits || !this.away) {
      clashes = adopt(this.own, this.server, event, isOwn, isOwn ? sent.texts.get(at) : undefined);
    } else if (event.do !== "remove") adopt(this.own, this.server, event, false);
    if (event.do === "set" && !isOwn && letter === "c" && sent?.texts.has(at)) {
      sent.texts.set(at, mergedTexts(node?.said.c ?? "", value ?? "", sent.texts.get(at) ?? "")[0]);
    }
    follow(this.server, event);
    if (this.edits) this.warn(event, clashes);
    const shown = nodeAt(this.own, path);
    if (letter === "a" && shown) this.examined.learn([shown]);
  }

  /** @param {string} title @param {string[]} players */
  takeTitle(title, players) {
    const { examined } = this;
    if (this.isOpen) {
      if (examined.card.title === this.title) examined.card.title = title;
      if (examined.labels.join("\n") === this.players.join("\n")) examined.labels = [...players];
    }
    Object.assign(this, { title, players });
  }

  /** Tell in a line how two changes at once were joined. @param {StudyEvent} event @param {boolean} clashes */
  warn({ clash, path = [], value: sign, was = "" }, clashes) {
    const move = path.at(-1) ?? "";
    if (clash === "comment" || clashes) {
      note(t("Two people changed the same words of a comment: both versions are there."));
    } else if (clash === "sign") {
      note(
        t("Two people gave {move} a sign: it is {sign} now, and was {was}.", { move, sign: String(sign || "–"), was }),
      );
    } else if (clash === "deleted") {
      note(t("One person deleted {move} while another changed what follows: it stays.", { move }));
    }
  }
}
