// The position editor: pieces on the board, and the side to move.

import { note, sentence } from "../../core/announce.js";
import { button, by, fill, h, s } from "../../core/dom.js";
import { pills, select } from "../../core/fields.js";
import { nameOf } from "../../core/protocol.js";
import { shapesOf } from "../../board/shapes.js";
import { t } from "../../core/words.js";

const BRUSHES = [
  ["X", t("Black")],
  ["O", t("White")],
  ["-", t("Empty")],
];
/** @type {Record<number, string>} */
const START = { 4: "-----OX--XO-----", 6: "--------------OX----XO--------------",
  8: `${"-".repeat(27)}OX------XO${"-".repeat(27)}`, 10: `${"-".repeat(44)}OX--------XO${"-".repeat(44)}` };

/** @param {{app: import("../../main.js").App}} dialogs */
export function build(dialogs) {
  return new Editor(dialogs.app);
}

class Editor {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("editor");
    this.kind = "othello";
    this.size = 8;
    /** @type {string[]} */
    this.cells = [];
    this.turn = 0;
    this.brush = "X";
    /** @type {any[]} */
    this.buttons = [];
    by("editor-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.finish();
    });
  }

  /** @param {string} kind @param {import("../../core/protocol.js").View | null} view  The initial position. */
  open(kind, view) {
    this.kind = kind;
    this.size = view?.width ?? 8;
    this.cells = [...(view?.cells ?? START[8])];
    this.turn = view?.turn ?? 0;
    this.brush = "X";
    this.draw();
    this.dialog.showModal();
  }

  draw() {
    const size = this.size;
    const board = h("table", { class: "edit-board", "aria-label": t("Position") }, h("tbody", {}));
    this.buttons = [];
    for (let row = 0; row < size; row++) {
      const line = h("tr", {});
      for (let column = 0; column < size; column++) {
        const cell = row * size + column;
        const square = h("button", { type: "button", on: { click: () =>
          this.put(cell), keydown: (event) => this.key(event, cell) } });
        square.addEventListener("pointerenter", (/** @type {PointerEvent} */ event) =>
          event.buttons & 1 && this.put(cell));
        this.buttons.push(square);
        this.paint(cell);
        line.append(h("td", {}, square));
      }
      board.firstElementChild.append(line);
    }
    board.dataset.size = String(size);
    fill(by("editor-fields"), pills(t("Put"), "brush", BRUSHES, this.brush, (brush) => void (this.brush = brush)),
      board,
      pills(t("To move"), "turn", [[0, t("Black")], [1, t("White")]], this.turn,
        (turn) => void (this.turn = Number(turn))),
      h("div", { class: "actions" }, button(t("Start position"), () => this.set(START[this.size])),
        button(t("Empty board"), () => this.set("-".repeat(this.size ** 2))),
        button(t("Swap colours"),
          () => this.set(this.cells.map((cell) => (cell === "X" ? "O" : cell === "O" ? "X" : cell)).join(""))),
        h("label", { class: "field inline" }, h("span", {}, t("Size")),
          select([4, 6, 8, 10].map((each) => [each, `${each} × ${each}`]), size,
            (value) => this.resize(Number(value))))));
  }

  /** @param {number} cell */
  paint(cell) {
    const owner = "XO".indexOf(this.cells[cell]);
    const what = [t("black"), t("white")][owner] ?? t("empty");
    this.buttons[cell].setAttribute("aria-label", t("{square}, {what}", { square: nameOf(cell, this.size), what }));
    fill(this.buttons[cell],
      owner < 0
        ? null
        : s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...shapesOf(this.kind, owner)));
  }

  /** @param {number} cell */
  put(cell) {
    this.cells[cell] = this.cells[cell] === this.brush ? "-" : this.brush;
    this.paint(cell);
  }

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    const steps = new Map([["ArrowLeft", -1], ["ArrowRight", 1], ["ArrowUp", -this.size], ["ArrowDown", this.size]]);
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    this.buttons[cell + step]?.focus();
  }

  /** @param {string} cells */
  set(cells) {
    this.cells = [...cells];
    this.cells.forEach((_, cell) => this.paint(cell));
  }

  /** @param {number} size */
  resize(size) {
    this.size = size;
    this.cells = [...START[size]];
    this.draw();
  }

  async finish() {
    const start = `${this.cells.join("")} ${"XO"[this.turn]}`;
    try {
      const { views } = await this.app.connection.request("look", { kind: this.kind, start, moves: [], since: 0 });
      if (!views[0].counts[0] && !views[0].counts[1]) note(t("The board is empty."));
      this.dialog.close();
      await this.app.turnTo("analyse", { takes: false });
      await this.app.examined.load({ kind: this.kind, start: views[0].text });
    } catch (error) {
      note(sentence(/** @type {Error} */ (error).message), "error");
    }
  }
}
