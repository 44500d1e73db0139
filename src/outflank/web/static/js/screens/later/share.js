// Sharing: the address of a position or game, and texts and pictures to copy or save.

import { copied, note } from "../../core/announce.js";
import { button, by, fill, h, saveAs } from "../../core/dom.js";
import { copyRow, titleOf } from "../../core/fields.js";
import { reached, reachWarning } from "../../core/reach.js";
import { queryOf } from "../../board/study.js";
import { t } from "../../core/words.js";

/** @param {{app: import("../../main.js").App}} dialogs */
export function build(dialogs) {
  return new Share(dialogs.app);
}

class Share {
  /** @param {import("../../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.dialog = by("share");
  }

  async open() {
    if (!this.app.mode.record) note(t("The game is not here yet."));
    else if (await this.fill()) this.dialog.showModal();
  }

  /** Show the picture, the links and the texts. False if the server does not answer. */
  async fill() {
    const { app } = this;
    const { mode, board } = app;
    const { kind, start, moves, players } = mode.record;
    const answer = await app.ask("write", { kind, start, moves, players });
    if (!answer) return false;
    const query = queryOf(kind, isUsual(start) ? "" : start, moves, moves.length);
    const { base, isHidden } = reached(app);
    const { state } = app.modes.play;
    const address = `${base}#/analyse${query && `?${query}`}`;
    /** @type {[string, string][]} */
    const written = Object.entries(answer.texts);
    const texts = written.filter(([, text]) => text && !text.includes("\n"));
    /** @type {(label: string, text: string) => HTMLElement} */
    const row = (label, text) => copyRow(label, text, t("Copy: {what}", { what: label }), () => copied(text, label));
    const watched = mode === app.modes.play && state?.kept ? `${base}#/play/${state.game}` : "";
    const isAnalysed = app.isAnalysed(kind);
    const study = mode.part?.shareable?.(() => this.fill());
    const link = study ? t("Link to these moves only, without comments and variations") : t("Link");
    const sent = study?.address || watched || address;
    const picture = h("img", { alt: t("The board as a picture"), class: "share-picture",
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(board.picture())}` });
    fill(by("share-fields"),
      h("div", { class: "share-top" }, picture,
        h("div", { class: "share-ways" }, ...(study?.fields ?? []), isAnalysed ? row(link, address) : null,
          watched ? row(t("Link to watch the game"), watched) : null, reachWarning(app),
          isHidden
            ? h("details", { class: "small" }, h("summary", {}, t("For the person who runs this server")),
              h("p", {}, t("Start it with --host 0.0.0.0.")))
            : null,
          "share" in navigator && (isAnalysed || watched)
            ? button(t("Send to …"), () => navigator.share({ url: sent }).catch(() => {}), {
              class: "primary",
            })
            : null,
          h("div", { class: "actions" }, button(t("Copy picture"), () => this.copyPng()),
            button(t("Save picture"), async () => saveAs(await png(board.picture()), `${kind}.png`)),
            moves.length && app.kinds[kind].names.length === 2
              ? button(t("Save animated picture"), () => this.animate(kind, start, moves))
              : null))), mode.part?.shared?.(),
      h("details", { class: "share-texts" }, h("summary", {}, t("Other formats")),
        ...texts.map(([name, text]) => row(titleOf(name), text)),
        h("div", { class: "actions" }, button(t("Copy SVG"), () => copied(board.picture(), "SVG")),
          button(t("Save SVG"), () => saveAs(new Blob([board.picture()], { type: "image/svg+xml" }), `${kind}.svg`)))));
    return true;
  }

  /** Save the game as a GIF that the server draws.
   * @param {string} kind @param {string} start @param {string[]} moves */
  async animate(kind, start, moves) {
    note(t("The animated picture is being made …"));
    const found = await this.app.ask("animate", { kind, start, moves, ...colours() });
    if (!found) return;
    const bytes = Uint8Array.from(atob(found.gif), (each) => each.charCodeAt(0));
    saveAs(new Blob([bytes], { type: "image/gif" }), `${kind}.gif`);
    note(t("The animated picture is saved."));
  }

  async copyPng() {
    try {
      const picture = png(this.app.board.picture());
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      note(t("The picture is copied."));
    } catch {
      note(t("The browser does not let this page copy pictures; save it instead."), "error");
    }
  }
}

/** The colours of the board, from its palette. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const [felt, lines, frame] = ["--felt", "--grid", "--frame"].map((name) => style.getPropertyValue(name).trim());
  return { felt, lines, frame };
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
