// The board: an SVG drawing under a grid of buttons for pointer, keyboard and screen reader.

import { arrowsOf, MOST_STEPS } from "./arrows.js";
import { by, fill, h, s } from "../core/dom.js";
import { markInWords, markOf } from "./marks.js";
import { cellOf, nameOf } from "../core/protocol.js";
import { moves as mayMove, settings } from "../core/settings.js";
import { ownerOf, ownerWord, shapesOf } from "./shapes.js";
import { moveSound } from "../core/sound.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").View} View */
/** @typedef {import("../core/protocol.js").MoveValue} MoveValue */

const CELL = 100;
const GUTTER = 44; // margin for the coordinates
const EDGE = 16; // frame on the other two sides
const SMALL_GUTTER = 58; // margin on a phone, where pieces fill the corners of the cells
const TURN_MS = 150; // half a flip
const SPREAD_MS = 35; // delay between the flips of neighbours
const WAVE_MS = 420; // rise of one disc in the winners' wave
const FLAT = "scaleX(0.04)";
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const NARROW = "(max-width: 560px)"; // as in layout.css
const UPRIGHT = "(max-width: 560px) and (orientation: portrait)";

/** @typedef {{shapes(): SVGElement[], words: Record<string, string[]>}} Over  An overlay: shapes to draw on top, and
 * words to add to the names of squares. */

/**
 * @typedef {object} Shown  Everything on the board except the position.
 * @property {string} kind
 * @property {string | null} [last]  The last move.
 * @property {number[]} [flips]  The cells that the last move turned over; they are animated.
 * @property {boolean} [open]  True if a person may move now: legal moves are dotted and can be played.
 * @property {import("../core/protocol.js").MoveValue[]} [values]  Values to show on empty cells, best first.
 * @property {string | null} [ring]  A cell to ring: a hint or a better move.
 * @property {string[]} [marked]  Cells to frame because a text mentions them.
 * @property {string[]} [line]  Moves from here on, to draw with numbers.
 * @property {Over} [over]
 */

export class Board {
  /**
   * @param {(name: string) => void} onChoose  Called when a person clicks a cell or presses Enter on it.
   * @param {HTMLElement} [host]  The element to fill; its class is `board`.
   */
  constructor(onChoose, host = by("board")) {
    this.onChoose = onChoose;
    this.host = host;
    this.shape = ""; // the kind and size of the current drawing
    this.upright = false; // true if a wide board stands upright
    this.gutter = this.across = 0; // the margin of the coordinates, and the cells in a row on screen
    /** @type {(number | "wall" | null)[]} */
    this.owners = []; // of the drawn pieces, by cell
    /** @type {SVGElement[]} */
    this.groups = []; // of the pieces, by cell
    /** @type {HTMLButtonElement[]} */
    this.buttons = []; // by cell
    /** @type {number[]} */
    this.order = []; // the cells in screen order, row by row
    this.pieces = this.preview = this.marks = s("g");
    /** @type {View | null} */
    this.view = null;
    /** @type {Shown} */
    this.shown = { kind: "othello" };
    /** @type {{name: string, cell: number, seat: number}[]} */
    this.steps = []; // of the line on the board
    this.focused = 0;
    this.onDrawn = () => {}; // called after each position
    this.walked = false; // true after arrow keys; after a click, arrows step through the game
    for (const query of [NARROW, UPRIGHT]) matchMedia(query).addEventListener("change", () => this.redraw());
  }

  /** Draw a position. @param {View} view @param {Shown} shown */
  show(view, shown) {
    const before = this.view;
    const isMove = Boolean(
      before && before.cells.length === view.cells.length && discs(view) - discs(before) === 1 && shown.last,
    );
    const animate = Boolean(shown.flips?.length && before && before.cells !== view.cells && mayMove());
    this.view = view;
    this.shown = shown;
    this.build();
    this.place(animate ? new Set(shown.flips) : new Set());
    this.decorate();
    this.onDrawn();
    if (isMove) moveSound(animate ? (shown.flips ?? []).map((cell) => this.delay(cell) + TURN_MS) : []);
  }

  /** Redraw everything, for example after a change of settings. */
  redraw() {
    if (!this.view) return;
    this.shape = "";
    this.build();
    this.place(new Set());
    this.decorate();
  }

  /** The position on the board. @returns {View} */
  get drawn() {
    if (!this.view) throw new Error("nothing is drawn");
    return this.view;
  }

  // --- built once for each size of board -----------------------------------------------------------------------

  build() {
    const narrow = matchMedia(NARROW).matches;
    const { drawn } = this;
    this.upright = matchMedia(UPRIGHT).matches && drawn.width > drawn.height; // a phone shows a wide board upright
    const [width, height] = this.upright ? [drawn.height, drawn.width] : [drawn.width, drawn.height];
    const isTribolo = this.shown.kind === "tribolo";
    const gutter = !settings.coordinates ? 0 : !narrow ? GUTTER : isTribolo ? SMALL_GUTTER : 0;
    const shape =
      `${this.shown.kind} ${width}×${height} ${this.upright} ${gutter} ${settings.rotated} ${settings.coordinates}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.gutter = gutter;
    this.owners = [];
    const [w, t] = [width * CELL, height * CELL];
    const edge = gutter && !narrow ? EDGE : 0;
    const [wide, tall] = [w + gutter + edge, t + gutter + edge];
    this.pieces = s("g", { class: "pieces" });
    this.preview = s("g", { class: "preview" });
    this.marks = s("g", { class: "marks" });
    const drawing = s("svg", { viewBox: `${-gutter} ${-gutter} ${wide} ${tall}`, "aria-hidden": "true",
      focusable: "false" },
      s("rect", { x: -gutter, y: -gutter, width: wide, height: tall, class: "frame", rx: edge ? 14 : 0 }),
      s("rect", { width: w, height: t, class: "felt" }),
      s("rect", { width: w, height: t, class: "grain", fill: "url(#grain)" }),
      s("rect", { width: w, height: t, class: "felt-light", fill: "url(#felt-light)" }),
      s("path", { d: gridLines(width, height), class: "lines" }),
      ...(width === 8 && height === 8
        ? [2, 6].flatMap((y) => [2, 6].map((x) => s("circle", { cx: x * CELL, cy: y * CELL, r: 6, class: "star" })))
        : []), ...this.coordinates(), this.pieces, this.preview, this.marks);
    this.groups = Array.from({ length: width * height }, (_, cell) => {
      const group = s("g", {});
      this.pieces.append(s("g", { transform: `translate(${this.x(cell)} ${this.y(cell)})` }, group));
      return group;
    });
    fill(this.host, drawing, this.grid(width, height));
    const places = { left: [gutter, wide], top: [gutter, tall], across: [w, wide], down: [t, tall] };
    for (const [name, [part, whole]] of Object.entries(places)) {
      this.host.style.setProperty(`--${name}`, `${(100 * part) / whole}%`);
    }
    this.host.style.setProperty("--rows", String(height));
    this.host.classList.toggle("tribolo", isTribolo);
    this.host.classList.toggle("small", narrow);
  }

  /** Column and row of a cell on screen. @param {number} cell */
  place_(cell) {
    const { width, height } = this.drawn;
    const [column, row] = [cell % width, Math.floor(cell / width)];
    const [x, y] = this.upright ? [row, column] : [column, row];
    const [across, down] = this.upright ? [height, width] : [width, height];
    return settings.rotated ? [across - 1 - x, down - 1 - y] : [x, y];
  }

  /** Centre of a cell. @param {number} cell */
  x(cell) {
    return this.place_(cell)[0] * CELL + CELL / 2;
  }

  /** @param {number} cell */
  y(cell) {
    return this.place_(cell)[1] * CELL + CELL / 2;
  }

  /** Letters over the columns and numbers beside the rows; without a margin, in the corners of the cells. */
  coordinates() {
    if (!settings.coordinates) return [];
    const { width, height } = this.drawn;
    const corner = !this.gutter;
    const style = corner ? "corner-label" : "label";
    const middle = -this.gutter / 2; // of the margin
    const above = (/** @type {number} */ x, /** @type {string} */ text) =>
      s("text", { x: corner ? x + 46 : x, y: corner ? 24 : middle + 9, class: style,
        "text-anchor": corner ? "end" : null }, text);
    const beside = (/** @type {number} */ y, /** @type {string} */ text) =>
      s("text", { x: corner ? 5 : middle, y: corner ? y - 26 : y + 11, class: style }, text);
    /** @type {[number, string][]} */
    const columns = Array.from({ length: width }, (_, column) => [column, nameOf(column, width)[0]]);
    /** @type {[number, string][]} */
    const rows = Array.from({ length: height }, (_, row) => [row * width, String(row + 1)]);
    const [over, along] = this.upright ? [rows, columns] : [columns, rows];
    return [...over.map(([cell, text]) => above(this.x(cell), text)),
      ...along.map(([cell, text]) => beside(this.y(cell), text))];
  }

  /** The table of buttons: Tab reaches one of them, the arrow keys reach the others.
   * @param {number} across @param {number} down */
  grid(across, down) {
    const { width, height } = this.drawn;
    this.buttons = Array(width * height);
    this.order = Array(width * height);
    for (let cell = 0; cell < width * height; cell++) {
      const [x, y] = this.place_(cell);
      this.order[y * across + x] = cell;
    }
    this.across = across;
    const rows = Array.from({ length: down },
      (_, row) =>
        h("tr", {},
          ...this.order.slice(row * across, (row + 1) * across).map((cell) => h("td", {}, this.square(cell)))));
    const table = h("table", { role: "grid", "aria-label": t("Board") }, h("tbody", {}, ...rows));
    table.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    table.addEventListener("pointerdown", () => (this.walked = false));
    this.focused = Math.min(this.focused, width * height - 1);
    this.buttons[this.focused].tabIndex = 0;
    return table;
  }

  /** @param {number} cell @returns {HTMLButtonElement} */
  square(cell) {
    const square = h("button", { type: "button", tabindex: -1, "data-square": nameOf(cell, this.drawn.width) });
    square.addEventListener("click", () => this.choose(cell));
    square.addEventListener("pointerenter",
      (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.look(cell));
    square.addEventListener("pointerleave", () => this.look(null));
    square.addEventListener("focus", () => {
      if (!square.matches(":focus-visible")) return;
      this.walked = true;
      this.look(cell);
    });
    square.addEventListener("blur", () => this.look(null));
    this.buttons[cell] = square;
    return square;
  }

  // --- drawn for each position ----------------------------------------------------------------------------------

  /**
   * Draw the pieces of the position. A piece that turns over has its old side on top for a while; anything that ends
   * the animation early removes the old side for good.
   * @param {Set<number>} turning  The cells of the pieces that turn over.
   */
  place(turning) {
    const { cells } = this.drawn;
    for (let cell = 0; cell < cells.length; cell++) {
      const owner = ownerOf(this.shown.kind, cells[cell]);
      const was = this.owners[cell];
      const group = this.groups[cell];
      if (owner === was) continue;
      this.owners[cell] = owner;
      const piece = s("g", {}, ...(owner === null ? [] : shapesOf(this.shown.kind, owner)));
      group.replaceChildren(piece);
      if (!turning.has(cell) || was === null || was === undefined || owner === null) {
        if (turning.size && owner !== null) {
          piece.animate([{ transform: "scale(0.6)" }, { transform: "scale(1)" }], { duration: TURN_MS,
            easing: "ease-out" });
        }
        continue;
      }
      const delay = this.delay(cell);
      const old = s("g", { class: "turning" }, ...shapesOf(this.shown.kind, was));
      group.append(old);
      old.animate([{ transform: "scaleX(1)" }, { transform: FLAT }], { duration: TURN_MS, delay, easing: "ease-in" })
        .finished.then(() => old.remove(), () => old.remove());
      piece.animate([{ transform: FLAT }, { transform: "scaleX(1)" }], { duration: TURN_MS, delay: delay + TURN_MS,
        easing: "ease-out", fill: "backwards" });
    }
  }

  /** Delay in ms before a disc turns over; it grows with the distance from the last move. @param {number} cell */
  delay(cell) {
    const { width, height } = this.drawn;
    const from = this.shown.last ? cellOf(this.shown.last, width, height) : cell;
    return SPREAD_MS
      * Math.max(Math.abs((cell % width) - (from % width)),
        Math.abs(Math.floor(cell / width) - Math.floor(from / width)));
  }

  /** Send one soft wave through the winners' pieces after the last flip. @param {number[]} seats */
  wave(seats) {
    if (!mayMove()) return;
    const { cells } = this.drawn;
    const begin = (this.shown.flips?.length ? 2 * TURN_MS : 0) + 8 * SPREAD_MS;
    for (let cell = 0; cell < cells.length; cell++) {
      const owner = ownerOf(this.shown.kind, cells[cell]);
      if (typeof owner !== "number" || !seats.includes(owner)) continue;
      const [x, y] = this.place_(cell);
      const risen = { transform: "scale(1.13)", filter: "brightness(1.15)" };
      this.groups[cell].animate([{ transform: "scale(1)" }, risen, { transform: "scale(1)" }], { duration: WAVE_MS,
        delay: begin + 45 * (x + y), easing: "ease-in-out" });
    }
  }

  /** Draw dots, the last move, values and a line of moves; name each button. */
  decorate() {
    const { drawn: view, shown } = this;
    const values = new Map((settings.marks && shown.values ? shown.values : []).map((found) => [found.move, found]));
    const best = [...values.values()].find((found) => found.value !== null && found.bound !== "upper");
    /** @type {(SVGElement | null)[]} */
    const marks = [];
    this.steps = this.stepsOf(shown.line ?? []);
    const numbered = new Set(this.steps.map((step) => step.cell)); // drawn instead of a value
    for (let cell = 0; cell < view.cells.length; cell++) {
      const name = nameOf(cell, view.width);
      const found = values.get(name);
      const at = `translate(${this.x(cell)} ${this.y(cell)})`;
      const legal = name in view.legal;
      if (numbered.has(cell)) {
        marks.push(
          found && found === best
            ? s("rect", { transform: at, x: -45, y: -45, width: 90, height: 90, rx: 16, class: "plate best" })
            : null,
        );
      } else if (found && legal && found.value !== null) marks.push(s("g", { transform: at }, ...markOf(found, best)));
      else if (legal && shown.open && settings.dots) marks.push(s("circle", { transform: at, r: 13, class: "dot" }));
      if (name === shown.last) {
        marks.push(
          s("g", { transform: shown.kind === "tribolo" ? `${at} translate(27 -27)` : at },
            s("circle", { r: 14, class: "last-halo" }), s("circle", { r: 9, class: "last" })),
        );
      }
      if (shown.marked?.includes(name)) {
        marks.push(s("rect", { transform: at, x: -44, y: -44, width: 88, height: 88, rx: 10, class: "marked" }));
      }
      if (name === shown.ring) marks.push(s("circle", { transform: at, r: 45, class: "hint-ring" }));
      this.buttons[cell].setAttribute("aria-label", this.describe(cell, name, legal, found, best));
      this.buttons[cell].classList.toggle("legal", legal && Boolean(shown.open));
    }
    fill(this.marks, ...marks,
      ...arrowsOf(this.steps.map(({ cell, seat }) => ({ x: this.x(cell), y: this.y(cell), seat }))),
      ...(shown.over?.shapes() ?? []));
    this.look(null);
  }

  /** The moves of a line: their cells, and the sides that make them. @param {string[]} line */
  stepsOf(line) {
    const { turn, width, height } = this.drawn;
    return line.slice(0, MOST_STEPS).flatMap((name,
      i) => (name === "pass" ? [] : [{ name, cell: cellOf(name, width, height), seat: ((turn ?? 0) + i) % 2 }])
    );
  }

  /**
   * The name of a button: "f5, empty, legal, flips 3".
   * @param {number} cell
   * @param {string} name
   * @param {boolean} legal
   * @param {MoveValue} [found]
   * @param {MoveValue} [best]
   */
  describe(cell, name, legal, found, best) {
    const { kind, last, open, over, ring, marked } = this.shown;
    const parts = [name, ownerWord(kind, this.drawn.cells[cell])];
    if (legal && (open || found)) parts.push(t("legal"), t("flips {count}", { count: this.drawn.legal[name].length }));
    if (found && found.value !== null) parts.push(markInWords(found, best));
    if (found && found === best) parts.push(t("best"));
    if (name === last) parts.push(t("last move"));
    if (name === ring) parts.push(t("hint"));
    const step = this.steps.findIndex((each) => each.name === name);
    if (step >= 0) parts.push(t("move {number} of the line", { number: step + 1 }));
    if (marked?.includes(name)) parts.push(t("marked"));
    parts.push(...(over?.words[name] ?? []));
    return parts.reduce((before, next) => t("{before}, {next}", { before, next }));
  }

  /** Preview the flips of a move on a cell; null ends the preview. @param {number | null} cell */
  look(cell) {
    const name = cell === null ? "" : nameOf(cell, this.drawn.width);
    const { legal, turn } = this.drawn;
    const flips = legal[name];
    if (cell === null || !flips || !this.shown.open || !settings.preview || turn === null) {
      this.preview.replaceChildren();
      return;
    }
    this.preview.replaceChildren(
      s("g", { transform: `translate(${this.x(cell)} ${this.y(cell)})`, class: "ghost" },
        ...shapesOf(this.shown.kind, turn)),
      ...flips.map((flip) =>
        s("g", { transform: `translate(${this.x(flip)} ${this.y(flip)}) scale(0.45)`, class: "would-turn" },
          ...shapesOf(this.shown.kind, turn))
      ),
    );
  }

  // --- input ----------------------------------------------------------------------------------------------------

  /** @param {number} cell */
  choose(cell) {
    this.walkTo(cell, false);
    this.onChoose(nameOf(cell, this.drawn.width));
  }

  /** Move the keyboard focus to the board. */
  focus() {
    this.buttons[this.focused]?.focus({ preventScroll: true });
  }

  /** Let Tab reach a cell. @param {number} cell @param {boolean} [focus] */
  walkTo(cell, focus = true) {
    this.buttons[this.focused].tabIndex = -1;
    this.focused = cell;
    this.buttons[cell].tabIndex = 0;
    if (focus) this.buttons[cell].focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.walked || event.ctrlKey || event.metaKey || event.altKey) return;
    const { across, order } = this;
    const focused = this.buttons.findIndex((button) => button === event.target); // a screen reader may have moved it
    const [x, y] = this.place_(focused < 0 ? this.focused : focused);
    const [dx, dy] = STEPS[event.key] ?? [0, 0];
    const last = order.length / across - 1;
    let target = null;
    if (dx || dy) {
      target = order[Math.min(last, Math.max(0, y + dy)) * across + Math.min(across - 1, Math.max(0, x + dx))];
    } else if (event.key === "Home") target = order[y * across];
    else if (event.key === "End") target = order[y * across + across - 1];
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.walkTo(target);
  }

  /** The drawing alone, as SVG text with its colours on the page. */
  picture() {
    this.look(null);
    const drawing = /** @type {SVGSVGElement} */ (this.host.querySelector("svg")?.cloneNode(true));
    drawing.querySelector(".preview")?.replaceChildren();
    const originals = this.host.querySelectorAll("svg *");
    [...drawing.querySelectorAll("*")].forEach((element, i) => {
      const style = getComputedStyle(originals[i]);
      if (style.display === "none") {
        element.remove();
        return;
      }
      for (const name of ["fill", "stroke", "stroke-width", "opacity", "font-size", "font-weight", "font-family",
        "text-anchor"])
      {
        element.setAttribute(name, style.getPropertyValue(name));
      }
      element.removeAttribute("class");
    });
    drawing.prepend(by("paints").cloneNode(true));
    const box = drawing.viewBox.baseVal;
    drawing.setAttribute("width", String(box.width));
    drawing.setAttribute("height", String(box.height));
    return new XMLSerializer().serializeToString(drawing);
  }
}

/** The number of occupied cells. @param {View} view */
function discs(view) {
  return view.counts.reduce((sum, count) => sum + count);
}

/** @param {number} width @param {number} height */
function gridLines(width, height) {
  const lines = [];
  for (let x = 0; x <= width; x++) lines.push(`M${x * CELL} 0V${height * CELL}`);
  for (let y = 0; y <= height; y++) lines.push(`M0 ${y * CELL}H${width * CELL}`);
  return lines.join("");
}
