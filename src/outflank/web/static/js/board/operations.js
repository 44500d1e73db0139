// Changes of a study that several people edit: the operations that make one tree of another, and the server's events.
//
// The rules for two changes at once are those of the server: see `studies/merging.py` and `studies/shared_tree.py`.

/** @typedef {import("./study.js").Node} Node */
/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("../core/protocol.js").StudyEvent} StudyEvent */
/** @typedef {import("../core/protocol.js").Fields<"change-study">["operations"][number]} Operation */

const MOST_MOVES = 16; // the most that one operation adds
const LETTERS = /** @type {const} */ (["c", "s", "k", "v", "t", "l", "a"]);

/** A text with both changes of `base`, and true if they changed the same words.
 * @param {string} base @param {string} theirs @param {string} mine @returns {[string, boolean]} */
export function mergedTexts(base, theirs, mine) {
  if (theirs === base || theirs === mine) return [mine, false];
  if (mine === base) return [theirs, false];
  const [a, b, added] = changeOf(base, theirs);
  const [c, d, own] = changeOf(base, mine);
  const isSamePlace = a === b && c === d && a === c;
  if (b <= c && !isSamePlace) return [base.slice(0, a) + added + base.slice(b, c) + own + base.slice(d), false];
  if (d <= a && !isSamePlace) return [base.slice(0, c) + own + base.slice(d, a) + added + base.slice(b), false];
  const [first, last] = [Math.min(a, c), Math.max(b, d)];
  const earlier = base.slice(first, a) + added + base.slice(b, last);
  const later = base.slice(first, c) + own + base.slice(d, last);
  const between = earlier && later ? "\n" : "";
  return [base.slice(0, first) + earlier + between + later + base.slice(last), true];
}

/** The only changed part of a text: its start and end in `base`, and its new content.
 * @param {string} base @param {string} changed @returns {[number, number, string]} */
function changeOf(base, changed) {
  const most = Math.min(base.length, changed.length);
  let start = 0;
  while (start < most && base[start] === changed[start]) start++;
  let end = 0;
  while (end < most - start && base.at(-1 - end) === changed.at(-1 - end)) end++;
  return [start, base.length - end, changed.slice(start, changed.length - end)];
}

/** Apply the removals and additions of `mine` to `theirs`.
 * @param {any[]} base @param {any[]} theirs @param {any[]} mine */
export function mergedLists(base, theirs, mine) {
  const has = (/** @type {any[]} */ list, /** @type {any} */ each) => list.some((other) => same(other, each));
  const stay = theirs.filter((each) => has(mine, each) || !has(base, each));
  return [...stay, ...mine.filter((each) => !has(base, each) && !has(stay, each))];
}

/** @param {any} one @param {any} other */
const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The node at the end of a path, if any. @param {Study} study @param {string[] | undefined} path */
export function nodeAt(study, path) {
  /** @type {Node | undefined} */
  let node = study.root;
  for (const move of path ?? []) node = node?.child(move);
  return node;
}

/** An annotation of a node. @param {Node | null | undefined} node @param {string} letter */
const saidAt = (node, letter) => (letter === "j" ? node?.judged : /** @type {any} */ (node?.said ?? {})[letter]);

/** @param {Node} node @param {string} letter @param {any} value */
function say(node, letter, value) {
  const said = /** @type {any} */ (node.said);
  if (letter === "j") node.judged = value;
  else if (value === null || value === undefined || value === "") delete said[letter];
  else said[letter] = value;
}

/** True if two values of an annotation are equal; the server trims comments.
 * @param {string} letter @param {any} one @param {any} other */
const isSaid = (letter, one, other) =>
  letter === "c" ? (one ?? "").trim() === (other ?? "").trim() : same(one?.length === 0 ? null : one, other);

/**
 * The operations that make the server's tree equal to this page's.
 * @param {Study} server @param {Study} own
 * @returns {Operation[]}
 */
export function differences(server, own) {
  /** @type {any[]} */
  const operations = [];
  /** @type {(there: Node | undefined, here: Node, path: string[]) => void} */
  const visit = (there, here, path) => {
    for (const letter of [...LETTERS, "j"]) {
      const [was, value] = [saidAt(there, letter), saidAt(here, letter)];
      if (isSaid(letter, was, value)) continue;
      operations.push({ do: "set", path, letter, value: value ?? null, was: was ?? null });
    }
    const known = there?.children ?? [];
    for (const { move } of known) if (!here.child(move)) operations.push({ do: "remove", path: [...path, move] });
    const order = known.map(({ move }) => move).filter((move) => here.child(move));
    for (const child of here.children) {
      const other = there?.child(child.move);
      if (!other) {
        order.push(child.move);
        const last = operations.at(-1);
        const isNext = last?.do === "add" && last.moves.length < MOST_MOVES
          && same([...last.path, ...last.moves], path);
        if (isNext) last.moves.push(child.move);
        else operations.push({ do: "add", path, moves: [child.move] });
      }
      visit(other, child, [...path, child.move]);
    }
    const moves = here.children.map(({ move }) => move);
    if (!same(order, moves)) operations.push({ do: "order", path, moves });
  };
  visit(server.root, own.root, []);
  return operations;
}

/** Make an operation in a tree, as far as it is possible there. @param {Study} study @param {any} operation */
export function perform(study, { do: what, path, moves, letter, value, was }) {
  const node = nodeAt(study, path);
  if (!node) return;
  if (what === "add") study.extend(node, moves);
  else if (what === "remove") study.remove(node);
  else if (what === "order") arrange(node, moves);
  else if (what === "set") {
    const now = saidAt(node, letter);
    if (letter === "c") say(node, letter, mergedTexts(was ?? "", now ?? "", value ?? "")[0]);
    else if (letter === "k") sayList(node, mergedLists(was ?? [], now ?? [], value ?? []));
    else say(node, letter, value);
  }
}

/** @param {Node} node @param {any[]} marks */
const sayList = (node, marks) => say(node, "k", marks.length ? marks : null);

/** Apply an event to the server's tree. @param {Study} study @param {StudyEvent} event */
export function follow(study, event) {
  const { path = [], order, moves = [], nodes = [], letter = "", value } = event;
  const node = nodeAt(study, path);
  if (event.do === "remove" && node) study.remove(node);
  else if (event.do === "restore") {
    const parent = nodeAt(study, path.slice(0, -1));
    if (parent) graft(study, parent, nodes);
    if (parent && order) arrange(parent, order);
  } else if (node) {
    if (event.do === "add") study.extend(node, moves);
    else if (event.do === "set") say(node, letter, value);
    if (order) arrange(node, order);
  }
}

/**
 * Apply an event to this page's tree, which may contain changes that the server does not know yet.
 * @param {Study} own
 * @param {Study} before  The server's tree before the event.
 * @param {StudyEvent} event
 * @param {boolean} isOwn  True if this page has asked for the change.
 * @param {string} [expected]  The comment that the page has sent, with the changes of others since.
 * @returns {boolean} True if a comment contains both changes of the same words.
 */
export function adopt(own, before, event, isOwn, expected) {
  const { path = [], letter = "" } = event;
  const value = /** @type {any} */ (event.value);
  if (event.do !== "remove") bringBack(own, before, path);
  const node = nodeAt(own, path);
  const was = saidAt(nodeAt(before, path), letter);
  if (event.do === "set" && node) {
    const now = saidAt(node, letter);
    if (letter === "c") {
      const base = expected ?? was ?? "";
      if (isSaid("c", base, value)) return false;
      const [text, clashes] = mergedTexts(base, value ?? "", now ?? "");
      say(node, letter, text);
      return clashes;
    }
    if (letter === "k") sayList(node, mergedLists(was ?? [], value ?? [], now ?? []));
    else if (isSaid(letter, now, was) || isOwn) say(node, letter, value);
  } else if (event.do === "remove") {
    if (node && !hasNews(nodeAt(before, path), node)) own.remove(node);
  } else if (event.do !== "keep") follow(own, event);
  return false;
}

/** True if a branch contains moves or notes that the server's does not. @param {Node | undefined} there @param {Node}
 * here @returns {boolean} */
function hasNews(there, here) {
  if (!there) return true;
  const isSame = LETTERS.every((letter) => isSaid(letter, saidAt(there, letter), saidAt(here, letter)));
  return !isSame || here.children.some((child) => hasNews(there.child(child.move), child));
}

/** Copy the way to a node from the server's tree, if this page has deleted a part of it.
 * @param {Study} own @param {Study} server @param {string[]} path */
function bringBack(own, server, path) {
  let [here, there] = [own.root, server.root];
  for (const move of path) {
    const next = there.child(move);
    if (!next) return;
    if (!here.child(move)) copy(own, here, next);
    [here, there] = [/** @type {Node} */ (here.child(move)), next];
  }
}

/** Copy a branch. @param {Study} study @param {Node} parent @param {Node} from */
function copy(study, parent, from) {
  const node = study.add(parent, from.move);
  Object.assign(node, { said: { ...from.said }, judged: from.judged });
  for (const child of from.children) copy(study, node, child);
}

/** Make a tree equal to the server's; nodes that both have stay. @param {Study} own @param {Study} server */
export function resetTo(own, server) {
  /** @type {(here: Node, there: Node) => void} */
  const visit = (here, there) => {
    Object.assign(here, { said: { ...there.said }, judged: there.judged });
    for (const child of here.children) if (!there.child(child.move)) own.remove(child);
    for (const child of there.children) {
      if (here.child(child.move)) visit(/** @type {Node} */ (here.child(child.move)), child);
      else copy(own, here, child);
    }
    arrange(here, there.children.map(({ move }) => move));
  };
  visit(own.root, server.root);
}

/** Add a deleted branch again; where a node exists, its own notes stay.
 * @param {Study} study @param {Node} parent @param {any[][]} nodes */
function graft(study, parent, nodes) {
  /** @type {Node[]} */
  const made = [];
  for (const [above, move, { j = null, ...said } = {}] of nodes) {
    const node = study.add(made[above] ?? parent, move);
    Object.assign(node, { judged: node.judged ?? j, said: { ...said, ...node.said } });
    made.push(node);
  }
}

/** Put the moves after a node in an order; others follow. @param {Node} node @param {string[]} order */
function arrange(node, order) {
  const place = (/** @type {Node} */ child) => (order.includes(child.move) ? order.indexOf(child.move) : order.length);
  node.children.sort((one, other) => place(one) - place(other));
}
