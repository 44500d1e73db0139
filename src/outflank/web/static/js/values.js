// Values of moves: which of two rests on more, and how they are written.

/** @typedef {import("./protocol.js").MoveValue} MoveValue */
/** @typedef {import("./protocol.js").Analysis} Analysis */

const ORDER = { heuristic: 0, book: 1, wld: 2, exact: 3 };

/**
 * Whether what `a` says rests on less than `b`.
 * @param {MoveValue} a
 * @param {MoveValue} b
 */
export function isShallower(a, b) {
  const weight = (found) => [
    found.selectivity === 100 ? ORDER[found.kind] : Math.min(1, ORDER[found.kind]),
    found.depth,
    found.selectivity,
  ];
  const [x, y] = [weight(a), weight(b)];
  for (let i = 0; i < 3; i++) if (x[i] !== y[i]) return x[i] < y[i];
  return false;
}

/** What is known about positions, by their text. A finding is never replaced by one that rests on less. */
export class Knowledge {
  constructor() {
    /** @type {Map<string, Analysis>} */
    this.known = new Map();
  }

  /** @param {string} position @returns {Analysis | undefined} */
  of(position) {
    return this.known.get(position);
  }

  /**
   * Take in what was found about a position.
   * @param {string} position
   * @param {Analysis} found
   */
  take(position, found) {
    const old = this.known.get(position);
    if (!old) {
      this.known.set(position, found);
      return;
    }
    const kept = new Map(old.moves.map((move) => [move.move, move]));
    let keptOld = false;
    for (const move of found.moves) {
      const before = kept.get(move.move);
      if (before && isShallower(move, before)) keptOld = true;
      else kept.set(move.move, move);
    }
    // The order of the newer analysis counts, unless some older finding rests on more: then the values decide.
    const place = new Map(found.moves.map((move, i) => [move.move, i]));
    const moves = [...kept.values()].sort((a, b) =>
      keptOld
        ? (b.value ?? -99) - (a.value ?? -99) || Number(a.bound !== "exact") - Number(b.bound !== "exact")
        : (place.get(a.move) ?? 99) - (place.get(b.move) ?? 99),
    );
    this.known.set(position, {
      moves,
      depth: Math.max(old.depth, found.depth),
      selectivity: found.selectivity,
      nodes: keptOld ? Math.max(old.nodes, found.nodes) : found.nodes,
      seconds: keptOld ? Math.max(old.seconds, found.seconds) : found.seconds,
    });
  }
}

/** A number with its sign: +3, −2, 0. */
export function signed(value) {
  if (value === null || value === undefined) return "–";
  const rounded = Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `\u2212${-rounded}` : "0";
}

/** A value with its bound: ≤ +3. */
export function written(found) {
  if (found.kind === "wld" && found.value) return found.value > 0 ? "win" : "loss";
  return { exact: "", upper: "\u2264", lower: "\u2265" }[found.bound] + signed(found.value);
}

/** The mark that says what a value rests on: = exact, ± win or loss proven, B book, or depth@percent. */
export function basis(found) {
  if (found.kind === "exact" && found.selectivity === 100) return "=";
  if (found.kind === "wld" && found.selectivity === 100) return "±";
  if (found.kind === "book") return "B";
  return found.selectivity < 100 ? `${found.depth}@${found.selectivity}` : `${found.depth}`;
}

/** The same in words. */
export function basisInWords(found) {
  if (found.kind === "exact" && found.selectivity === 100) return "exact";
  if (found.kind === "wld" && found.selectivity === 100) return "win or loss proven";
  if (found.kind === "book") return "from the book";
  return `depth ${found.depth}` + (found.selectivity < 100 ? ` at ${found.selectivity} %` : "");
}

/** A large number in short: 12.3 M. */
export function short(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${(number / 1e3).toFixed(0)} k`;
  return String(number);
}
