// The position editor: pieces put on an empty or a filled board, and who is to move.

import { note, sentence } from "./announce.js";
import { button, by, fill, h, s } from "./dom.js";
import { nameOf } from "./protocol.js";
import { shapesOf } from "./shapes.js";

const BRUSHES = [
  ["X", "Black"],
  ["O", "White"],
  ["-", "Empty"],
];
const START = { 4: "-----OX--XO-----", 6: "--------------OX----XO--------------", 8: `${"-".repeat(27)}OX------XO${"-".repeat(27)}`, 10: `${"-".repeat(44)}OX--------XO${"-".repeat(44)}` };

export class Editor {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("editor");
    by("editor-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.finish();
    });
  }

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
    const board = h("table", { class: "edit-board", "aria-label": "Position" }, h("tbody", {}));
    this.buttons = [];
    for (let row = 0; row < size; row++) {
      const line = h("tr", {});
      for (let column = 0; column < size; column++) {
        const cell = row * size + column;
        const square = h("button", { type: "button", on: { click: () => this.put(cell), keydown: (event) => this.key(event, cell) } });
        square.addEventListener("pointerenter", (event) => event.buttons & 1 && this.put(cell));
        this.buttons.push(square);
        this.paint(cell);
        line.append(h("td", {}, square));
      }
      board.firstElementChild.append(line);
    }
    board.dataset.size = String(size);
    const radio = (name, value, words, checked, onChange) =>
      h("label", { class: "pill" }, h("input", { type: "radio", name, value, checked, on: { change: onChange } }), h("span", {}, words));
    fill(
      by("editor-fields"),
      h("fieldset", { class: "choice" }, h("legend", {}, "Put"), ...BRUSHES.map(([brush, words]) => radio("brush", brush, words, brush === this.brush, () => (this.brush = brush)))),
      board,
      h("fieldset", { class: "choice" }, h("legend", {}, "To move"), ...["Black", "White"].map((words, turn) => radio("turn", turn, words, turn === this.turn, () => (this.turn = turn)))),
      h(
        "div",
        { class: "actions" },
        button("Start position", () => this.set(START[this.size])),
        button("Empty board", () => this.set("-".repeat(this.size ** 2))),
        button("Swap colours", () => this.set(this.cells.map((cell) => ({ X: "O", O: "X" })[cell] ?? cell).join(""))),
        h(
          "label",
          { class: "field inline" },
          h("span", {}, "Size"),
          h("select", { on: { change: (event) => this.resize(Number(event.target.value)) } }, ...[4, 6, 8, 10].map((each) => h("option", { value: each, selected: each === size }, `${each} × ${each}`))),
        ),
      ),
    );
  }

  paint(cell) {
    const owner = { X: 0, O: 1 }[this.cells[cell]];
    this.buttons[cell].setAttribute("aria-label", `${nameOf(cell, this.size)}, ${{ X: "black", O: "white" }[this.cells[cell]] ?? "empty"}`);
    fill(this.buttons[cell], owner === undefined ? null : s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...shapesOf(this.kind, owner)));
  }

  put(cell) {
    this.cells[cell] = this.cells[cell] === this.brush ? "-" : this.brush;
    this.paint(cell);
  }

  key(event, cell) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.size, ArrowDown: this.size }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.buttons[cell + step]?.focus();
  }

  set(cells) {
    this.cells = [...cells];
    this.cells.forEach((_, cell) => this.paint(cell));
  }

  resize(size) {
    this.size = size;
    this.cells = [...START[size]];
    this.draw();
  }

  async finish() {
    const start = `${this.cells.join("")} ${"XO"[this.turn]}`;
    try {
      const { views } = await this.app.connection.request("look", { kind: this.kind, start, moves: [], since: 0 });
      if (!views[0].counts[0] && !views[0].counts[1]) note("The board is empty.");
      this.dialog.close();
      await this.app.turnTo("analyse", { takes: false });
      await this.app.examined.load({ kind: this.kind, start: views[0].text });
    } catch (error) {
      note(sentence(error.message), "error");
    }
  }
}
