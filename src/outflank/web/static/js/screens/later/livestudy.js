// A shared study on this page: opens and leaves it, follows the boards of others, and answers questions in a class.

import { note } from "../../core/announce.js";
import { forget, recall } from "../../core/dom.js";
import { differences, follow, nodeAt, perform, resetTo } from "../../board/operations.js";
import { Study } from "../../board/study.js";
import { t } from "../../core/words.js";
import { keyOf, StudyChanges } from "./studychanges.js";

/** @typedef {import("../../board/study.js").Node} Node */
/** @typedef {import("../../core/protocol.js").StudyPerson} StudyPerson */
/** @typedef {import("../../core/protocol.js").SharedStudy} SharedStudy */

const LOOK_MS = 120; // after a step, before the others see it
const CLOSED = ["removed", "unknown study"]; // refusals after which the page cannot come back

/** @type {import("../../core/protocol.js").ClassBoardState} */
const NO_BOARD = { leader: null, path: [], question: null };

export class LiveStudy extends StudyChanges {
  /**
   * @param {import("../analyse.js").Analyse} analyse
   * @param {{tell(words: string): void, split(): void}} keeping  `split` saves this page's version as a new study.
   */
  constructor(analyse, keeping) {
    super(analyse, keeping);
    this.secret = ""; // of the link by which this page came
    this.you = 0;
    /** @type {Map<number, StudyPerson>} */
    this.people = new Map();
    this.board = NO_BOARD;
    /** @type {SharedStudy["links"] | null} */
    this.links = null;
    /** @type {{who: number, name: string}[]} */
    this.members = [];
    this.following = 0; // the number of the person whose board this page follows
    /** @type {Node | null} */
    this.at = null; // the position that the others know
    this.isMoving = false; // true while the page goes to somebody else's position
    this.lookTimer = 0;
    this.onChange = () => {};
  }

  get leads() {
    return this.board.leader === this.you && this.you > 0;
  }

  /** A class sees the moves of its leader at once. */
  get pause() {
    return this.leads ? 0 : super.pause;
  }

  // --- opening and leaving -----------------------------------------------------------------------------------------

  /** Open a shared study. Throws a refusal if this is not possible. @param {string} id @param {string} secret */
  async open(id, secret) {
    const { examined } = this;
    this.leave();
    const path = examined.card.id === id ? examined.study.current.path : [];
    this.waiting = [];
    this.id = id;
    try {
      const found = await this.request(id, secret, null);
      const { kind, start, tree, title = "", players: labels = [], revision } = found;
      const card = { id, title, revision, shared: true, secret };
      const isLoaded = await examined.load({ kind, start, tree: tree ?? "", labels, card });
      if (!isLoaded || this.id !== id) return false;
      this.secret = secret;
      this.own = examined.study;
      this.begin(found);
      for (const { event } of found.changes) follow(this.own, event);
      for (const operation of recall(keyOf(id), [])) this.perform(operation);
    } catch (error) {
      if (this.id === id) this.id = "";
      throw error;
    }
    const waiting = /** @type {any[]} */ (this.waiting ?? []);
    this.waiting = null;
    for (const event of waiting) this.hear(event);
    const target = this.board.leader && !this.leads ? this.board.path : path;
    await this.goTo(target);
    if (this.board.leader && !this.leads) this.follow(this.board.leader);
    this.changed();
    return true;
  }

  /** Make a change again that the server may not know. @param {any} operation */
  perform(operation) {
    if (operation.do !== "title") perform(this.own, operation);
    else if (this.isOpen) {
      this.examined.card.title = operation.title;
      this.examined.labels = operation.players;
    }
  }

  /** @param {string} id @param {string} secret @param {number | null} revision @returns {Promise<SharedStudy>} */
  request(id, secret, revision) {
    const fields = { study: id, name: recall("name", ""), revision, ...(secret ? { secret } : {}) };
    return this.app.connection.request("follow-study", fields);
  }

  /** Take the state of a study that the server has sent with its whole tree. @param {SharedStudy} found */
  begin(found) {
    this.server = new Study(found.start);
    this.server.grow(JSON.parse(found.tree ?? "[[-1,\"\"]]"));
    this.revision = found.revision;
    Object.assign(this, { title: found.title ?? "", players: found.players ?? [] });
    for (const { event } of found.changes) {
      follow(this.server, event);
      this.revision = event.revision;
    }
    this.sent = null;
    this.receive(found);
  }

  /** @param {SharedStudy} found */
  receive({ you, role, people, board, links = undefined, members = [] }) {
    Object.assign(this, { you, role, board, links: links ?? null, members });
    this.people = new Map(people.map((each) => [each.who, each]));
    this.onChange();
  }

  /** Go on after the connection was lost: get the changes since, and send this page's own. */
  async comeBack() {
    const { id, secret } = this;
    if (!id) return;
    try {
      const found = await this.request(id, secret, this.revision);
      if (this.id !== id) return;
      if (found.tree === null) {
        this.pack();
        for (const { source, event } of found.changes) this.take(source, event);
        this.receive(found);
      } else {
        const operations = differences(this.server, this.own);
        this.begin(found);
        resetTo(this.own, this.server);
        for (const operation of operations) this.perform(operation);
      }
    } catch (error) {
      const { code } = /** @type {import("../../core/connection.js").Refusal} */ (error);
      if (CLOSED.includes(code)) this.closed("removed");
      return;
    }
    this.at = null;
    await this.redraw();
    if (this.following) this.goTo(this.targetOf(this.following));
    this.send();
  }

  /** Leave the study, because this page shows another game. */
  leave() {
    const { id } = this;
    if (!id) return;
    if (this.revision) {
      this.store();
      this.send();
      this.app.connection.tell("leave-study", { study: id });
    }
    super.leave();
    Object.assign(this, { you: 0, following: 0, at: null, board: NO_BOARD, links: null, members: [] });
    this.people = new Map();
    this.onChange();
  }

  /** The study is closed to this person. @param {string} why */
  closed(why) {
    const hasUnsent = this.edits && differences(this.server, this.own).length > 0;
    const isShown = this.isOpen;
    forget(keyOf(this.id));
    this.revision = 0; // from here on, the page sends nothing
    this.leave();
    if (!isShown) return;
    if (hasUnsent) this.keeping.split();
    else {
      this.examined.card = { id: "", title: this.examined.card.title, revision: 0 };
      this.examined.keep();
    }
    note(
      why === "deleted"
        ? t("The owner has deleted this study. It stays on this page until you leave.")
        : t("You no longer have access to this study. It stays on this page until you leave."),
      "error",
    );
    this.analyse.show();
  }

  // --- receiving ---------------------------------------------------------------------------------------------------

  /** @param {any} event */
  hear(event) {
    if (event.study !== this.id) return;
    if (this.waiting) {
      this.waiting.push(event);
      return;
    }
    if (event.type === "study-change") {
      this.pack();
      for (const each of event.events) this.take(event.source, each);
      this.redraw();
      return;
    }
    if (event.type === "study-closed") return this.closed(event.why);
    if (event.type === "study-gather") this.gather(event);
    else if (event.type === "study-members") Object.assign(this, { links: event.links, members: event.members });
    else if (event.type === "study-board") this.takeBoard(event.board);
    else if (event.type === "study-people") {
      for (const each of event.entries) this.people.set(each.who, each);
      for (const who of event.gone) this.people.delete(Number(who));
      const followed = this.people.get(this.following);
      if (followed?.path && this.following !== this.board.leader) this.goTo(followed.path);
    }
    this.onChange();
  }

  /** Draw the study after changes of others. */
  async redraw() {
    if (!this.isOpen) return;
    this.isMoving = true;
    try {
      await this.examined.seeAll();
      if (this.following) await this.goTo(this.targetOf(this.following));
      this.isMoving = true;
      if (this.isOpen) await this.app.mode.show?.();
    } finally {
      this.isMoving = false;
    }
    this.store();
    this.onChange();
  }

  // --- positions of people -----------------------------------------------------------------------------------------

  /** Follow somebody's board; 0 for nobody. @param {number} who */
  follow(who) {
    this.following = who;
    if (who) this.drop();
    this.goTo(this.targetOf(who));
    this.onChange();
  }

  /** Leave the private line. */
  drop() {
    if (this.away && !this.edits) resetTo(this.own, this.server);
    this.away = false;
  }

  /** The position of somebody whom the page follows. @param {number} who @returns {string[] | null} */
  targetOf(who) {
    return who === this.board.leader && who ? this.board.path : this.people.get(who)?.path ?? null;
  }

  /** Go to a position, as far as this page knows its moves. @param {string[] | null} path */
  async goTo(path) {
    if (!path || !this.isOpen) return;
    let node = this.own.root;
    for (const move of path) {
      const next = node.child(move);
      if (!next) break; // the move itself is on its way
      node = next;
    }
    if (node === this.own.current && node.view) return;
    const flips = node.parent === this.own.current ? this.own.current.view?.legal[node.move] ?? [] : [];
    this.isMoving = true;
    try {
      await this.examined.go(node, { flips });
    } finally {
      this.isMoving = false;
    }
  }

  /** Note the position on the board, whenever it is drawn. */
  drawn() {
    const { current } = this.own;
    if (!this.isOpen || this.waiting || current === this.at) return;
    const isFirst = this.at === null;
    this.at = current;
    if (!this.isMoving && !isFirst) {
      if (this.following) this.following = 0;
      this.away = !this.edits && (this.board.leader !== null || !nodeAt(this.server, current.path));
    }
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => this.look(), this.leads ? 0 : LOOK_MS);
    this.onChange();
  }

  look() {
    if (!this.isOpen) return;
    const path = this.away ? [] : this.own.current.path;
    this.app.connection.tell("look-in-study", { study: this.id, path, away: this.away });
  }

  /** @param {{by: number, name: string, path: string[]}} event */
  gather({ name, path }) {
    this.drop();
    this.goTo(path);
    note(t("{name} has called everybody to this position.", { name: name || t("Somebody") }));
  }

  /** @param {import("../../core/protocol.js").ClassBoardState} board */
  takeBoard(board) {
    const before = this.board;
    this.board = board;
    if (board.leader === null) {
      if (before.leader === this.following) this.following = 0;
    } else if (!this.leads && before.leader !== board.leader) this.follow(board.leader);
    else if (this.following === board.leader) this.goTo(board.path);
    if (this.isOpen) this.analyse.draw();
  }

  // --- questions ---------------------------------------------------------------------------------------------------

  /** True while this person has to find a move. */
  get isAsked() {
    return this.isOpen && !this.leads && this.board.question?.state === "asked" && !this.away;
  }

  /** Answer the question with a move on the board; false if there is none. @param {string} move */
  answer(move) {
    const { question } = this.board;
    const { view, path } = this.own.current;
    if (!this.isAsked || !question || path.join() !== question.path.join()) return false;
    if (!view || !(move in view.legal)) return true;
    question.own = move;
    this.app.ask("answer-class", { study: this.id, move });
    this.onChange();
    this.analyse.draw();
    return true;
  }
}
