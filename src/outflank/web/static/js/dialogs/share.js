// Sharing: the address of a position or game, and texts and pictures to copy or save.

import { copied, note } from "../core/announce.js";
import { button, by, fill, h, saveAs } from "../core/dom.js";
import { copyRow, titleOf } from "../core/fields.js";
import { reached } from "../core/reach.js";
import { queryOf } from "../board/study.js";
import { t } from "../core/words.js";

export class Share {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("share");
  }

  async open() {
    const { app } = this;
    const { mode, board } = app;
    if (!mode.record) return note(t("The game is not here yet."));
    const { kind, start, moves, players } = mode.record;
    const answer = await app.ask("write", { kind, start, moves, players });
    if (!answer) return;
    const moved = moves.filter((/** @type {string} */ move) => move !== "pass").join("");
    const query = queryOf(kind, isUsual(start) ? "" : start, moves, moves.length);
    const { base, words } = reached(app);
    const { state } = app.modes.play;
    const address = `${base}#/analyse${query && `?${query}`}`;
    /** @type {[string, string][]} */
    const written = Object.entries(answer.texts);
    const texts = written.filter(([, text]) => text && !text.includes("\n"));
    /** @type {(label: string, text: string) => HTMLElement} */
    const row = (label, text) => copyRow(label, text, t("Copy: {what}", { what: label }), () => copied(text, label));
    fill(by("share-fields"),
      mode === app.modes.play && state?.kept ? row(t("Link to watch the game"), `${base}#/play/${state.game}`) : null,
      app.isAnalysed(kind) ? row(t("Link"), address) : null, words ? h("p", { class: "warning" }, words) : null,
      ...texts.map(([name, text]) => row(titleOf(name), text)), mode.part?.shared?.(),
      h("div", { class: "actions" }, button(t("Copy SVG"), () => copied(board.picture(), "SVG")),
        button(t("Save SVG"), () => saveAs(new Blob([board.picture()], { type: "image/svg+xml" }), `${kind}.svg`)),
        button(t("Copy PNG"), () => this.copyPng()),
        button(t("Save PNG"), async () => saveAs(await png(board.picture()), `${kind}.png`))),
      moved || moves.length === 0 ? null : h("p", { class: "muted" }, t("Only passes have been played.")));
    this.dialog.showModal();
  }

  async copyPng() {
    try {
      const picture = png(this.app.board.picture());
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      note(t("{what} copied.", { what: "PNG" }));
    } catch {
      note(t("The browser does not let this page copy pictures; save it instead."), "error");
    }
  }
}

/** @param {string} start */
function isUsual(start) {
  return start.startsWith(`${"-".repeat(27)}OX------XO${"-".repeat(27)} X`);
}

/** Convert an SVG picture to PNG. @param {string} text @returns {Promise<Blob>} */
function png(text) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = h("canvas", { width: image.width, height: image.height });
      canvas.getContext("2d").drawImage(image, 0, 0);
      canvas.toBlob((/** @type {Blob | null} */ blob) => (blob ? resolve(blob) : reject(new Error("no picture"))),
        "image/png");
    };
    image.onerror = () => reject(new Error("no picture"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });
}
