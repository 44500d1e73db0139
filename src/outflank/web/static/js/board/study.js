// A game with its variations: a tree of moves from a start, and the current node.

/** @typedef {import("../core/protocol.js").View} View */

/** The default game. */
export const USUAL = "othello";

const MOVE = /pass|[a-j](?:10|[1-9])/gi;

/** The moves in a text, and the rest of it without spaces and punctuation. @param {string} text */
export function movesIn(text) {
  const moves = (text.match(MOVE) ?? []).map((move) => move.toLowerCase());
  return { moves, rest: text.replace(MOVE, "").replace(/[\s.,]/g, "") };
}

/**
 * A game and the current ply, for the address of the page.
 * @param {string} kind
 * @param {string} start  Empty for the usual start.
 * @param {string[]} moves
 * @param {number} at  The current ply.
 */
export function queryOf(kind, start, moves, at) {
  const parts = kind === USUAL ? [] : [`game=${kind}`];
  if (start) parts.push(`start=${encodeURIComponent(start).replaceAll("%20", "+")}`);
  if (moves.length) parts.push(`moves=${moves.join("")}`, `at=${at}`);
  return parts.join("&");
}

export class Node {
  /**
   * @param {string} move  Empty at the root.
   * @param {Node | null} parent
   */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    /** @type {View | null} */
    this.view = null;
    /** @type {any} */
    this.judged = null; // the review's judgement of the move
    /** @type {import("../core/protocol.js").Said} */
    this.said = {};
  }

  /** True if the node has a comment, a sign or a mark. */
  get isNoted() {
    return Boolean(this.said.c || this.said.s || this.said.k);
  }

  /** The child by a move, if any. @param {string} move */
  child(move) {
    return this.children.find((each) => each.move === move);
  }

  /** The moves from the root to here. */
  get path() {
    /** @type {string[]} */
    const moves = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) moves.unshift(node.move);
    return moves;
  }

  get ply() {
    let ply = 0;
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) ply++;
    return ply;
  }

  /** The side that made the move. Sides alternate and passes count as moves, so the nearest view before it decides. */
  get seat() {
    let plies = 0;
    for (let at = this.parent; at; at = at.parent, plies++) if (at.view) return ((at.view.turn ?? 0) + plies) % 2;
    return 0;
  }

  /** The nodes from the root to this one, both included. */
  get line() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) nodes.unshift(node);
    return nodes;
  }
}

export class Study {
  /** @param {string} start  The first position as text; empty for the usual start. */
  constructor(start = "") {
    this.start = start;
    this.root = new Node("", null);
    this.current = this.root;
  }

  /** The child of a node by a move; add it if there is none. @param {Node} node @param {string} move */
  add(node, move) {
    let child = node.child(move);
    if (!child) {
      child = new Node(move, node);
      node.children.push(child);
    }
    return child;
  }

  /** Add moves one after another, and return the last node. @param {Node} node @param {string[]} moves */
  extend(node, moves) {
    return moves.reduce((at, move) => this.add(at, move), node);
  }

  /** The nodes of the main line, the root first. */
  get mainLine() {
    return [this.root, ...following(this.root)];
  }

  /** All nodes, each after its parent and the variations before it. */
  get nodes() {
    const found = [];
    const waiting = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return found;
  }

  /** The line through the current node to its end. */
  get shownLine() {
    return [...this.current.line, ...following(this.current)];
  }

  /** True if a node lies on the main line. @param {Node} node */
  isMain(node) {
    for (let at = node; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }

  /** Make the variation of a node the main line. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const rest = at.parent.children.filter((each) => each !== at);
      at.parent.children = [at, ...rest];
    }
  }

  /** Delete a node and everything after it, and go to its parent. Returns a function that restores it.
   * @param {Node} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return () => {};
    const at = parent.children.indexOf(node);
    parent.children = parent.children.filter((each) => each !== node);
    if (this.current.line.includes(node)) this.current = parent;
    return () => {
      parent.children = parent.children.filter((each) => each.move !== node.move);
      parent.children.splice(at, 0, node);
    };
  }

  /** Add the nodes of a tree in the server's form: number of the parent, move, annotations.
   * @param {any[][]} nodes */
  grow(nodes) {
    /** @type {Node[]} */
    const made = [];
    for (const [parent, move, { j = null, ...said } = {}] of nodes) {
      const node = made.length ? this.add(made[parent], move) : this.root;
      Object.assign(node, { judged: j, said });
      made.push(node);
    }
  }

  /** The study without the current node, for the browser to store. */
  toJSON() {
    /** @type {(node: Node) => object} */
    const write = (node) => ({ m: node.move, c: node.children.map(write), s: node.said,
      ...(node.judged ? { j: node.judged } : {}) });
    return { start: this.start, root: write(this.root) };
  }

  /** The study that `toJSON` wrote; an empty one for anything else. @param {any} kept */
  static from(kept) {
    const study = new Study(typeof kept?.start === "string" ? kept.start : "");
    /** @type {(node: Node, kept: any) => void} */
    const read = (node, { s = {}, j = null, c = [] }) => {
      Object.assign(node, { said: s, judged: j });
      for (const child of c) read(study.add(node, String(child.m)), child);
    };
    read(study.root, kept?.root ?? {});
    let at = study.root;
    for (const move of kept?.at ?? []) at = at.child(move) ?? at;
    study.current = at;
    return study;
  }
}

/** The first child of a node, its first child, and so on. @param {Node} node */
function following(node) {
  const nodes = [];
  for (let at = node.children[0]; at; at = at.children[0]) nodes.push(at);
  return nodes;
}
