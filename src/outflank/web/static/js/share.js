// Sharing: the address of a position and a game, and what can be copied or saved.

import { note } from "./announce.js";
import { button, by, copyText, fill, h } from "./dom.js";

export class Share {
  /** @param {any} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("share");
  }

  open() {
    const { mode, board } = this.app;
    const { start, moves } = mode.record;
    const othello = board.shown.kind === "othello";
    const moved = moves.filter((move) => move !== "pass").join("");
    const parts = [];
    if (start && !isUsual(start)) parts.push(`start=${encodeURIComponent(start).replaceAll("%20", "+")}`);
    if (moves.length) parts.push(`moves=${moves.join("")}`, `at=${moves.length}`);
    const address = `${location.origin}${location.pathname}#/analyse${parts.length ? `?${parts.join("&")}` : ""}`;
    const position = board.view.text;
    const row = (label, text) =>
      h("div", { class: "share-row" }, h("label", { class: "field" }, h("span", {}, label), h("input", { value: text, readonly: true, on: { focus: (event) => event.target.select() } })), button("Copy", () => this.copy(text, label), { "aria-label": `Copy ${label.toLowerCase()}` }));
    fill(
      by("share-fields"),
      othello ? row("Link", address) : null,
      mode.transcript ? row("Transcript", mode.transcript) : null,
      row("Board", position),
      othello ? row("GGF", ggf(mode, start, moves, position)) : null,
      h(
        "div",
        { class: "actions" },
        button("Copy SVG", () => this.copy(board.picture(), "SVG")),
        button("Save SVG", () => save(new Blob([board.picture()], { type: "image/svg+xml" }), "othello.svg")),
        button("Copy PNG", () => this.copyPng()),
        button("Save PNG", async () => save(await png(board.picture()), "othello.png")),
      ),
      moved || moves.length === 0 ? null : h("p", { class: "muted" }, "Only passes have been played."),
    );
    this.dialog.showModal();
  }

  async copy(text, what) {
    if (await copyText(text)) note(`${what} copied.`);
    else note("The browser does not let this page copy; select the text instead.", "error");
  }

  async copyPng() {
    try {
      const picture = png(this.app.board.picture());
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      note("PNG copied.");
    } catch {
      note("The browser does not let this page copy pictures; save it instead.", "error");
    }
  }
}

function isUsual(start) {
  return start.startsWith(`${"-".repeat(27)}OX------XO${"-".repeat(27)} X`);
}

/** The game in the generic game format, as the Othello world's archives keep it. */
function ggf(mode, start, moves, position) {
  const usual = `${"-".repeat(27)}O*------*O${"-".repeat(27)} *`;
  const board = start && !isUsual(start) ? start.replaceAll("X", "*") : start ? usual : usual;
  const size = Math.round(Math.sqrt(position.length - 2));
  let turn = board.at(-1) === "*" ? 0 : 1;
  const played = moves.map((move) => {
    const text = `${"BW"[turn]}[${move === "pass" ? "PA" : move.toUpperCase()}]`;
    turn = 1 - turn;
    return text;
  });
  return `(;GM[Othello]PC[Outflank]TY[${size}]BO[${size} ${board}]${played.join("")};)`;
}

function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** A picture in SVG as one in PNG. */
function png(text) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = h("canvas", { width: image.width, height: image.height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
    };
    image.onerror = () => reject(new Error("no picture"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}
