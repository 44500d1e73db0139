// The dialogs: new game, pasted text, editor, tree, sharing, settings, keys.

import { note, sentence } from "../core/announce.js";
import { by } from "../core/dom.js";
import { Friend } from "./friend.js";
import { NewGame } from "./newgame.js";
import { builtPart, fetched } from "../core/later.js";
import { Pasted } from "./pasted.js";
import { sentences, t } from "../core/words.js";

export class Dialogs {
  /** @param {import("../main.js").App} app */
  constructor(app) {
    this.app = app;
    this.target = "analyse"; // the part that shows a pasted text
    this.game = new NewGame(app);
    /** @type {{app: import("../main.js").App, part: any}} */
    this.editor = { app, part: null };
    /** @type {any} */
    this.part = null; // the game tree, once loaded
    /** @type {{app: import("../main.js").App, part: any}} */
    this.sharing = { app, part: null };
    /** @type {{app: import("../main.js").App, part: any}} */
    this.looks = { app, part: null };
    this.inviting = new Friend(app);
    this.pasted = new Pasted(app);
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
      dialog.addEventListener("close", () => app.refocus());
      new MutationObserver(() => dialog.open && this.opened(dialog)).observe(dialog, { attributeFilter: ["open"] });
      for (const close of dialog.querySelectorAll("[data-close]")) {
        close.addEventListener("click", () => dialog.close());
      }
    }
    by("paste-form").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.take(by("paste-text").value, this.target);
    });
    by("paste-text").addEventListener("input", () => by("paste-error").replaceChildren()); // removes the old error
  }

  /** Prepare a dialog after it opens. @param {HTMLDialogElement} dialog */
  opened(dialog) {
    dialog.scrollTop = 0; // the first focusable element may be at its end
    this.app.places.cover();
  }

  get anyOpen() {
    return Boolean(document.querySelector("dialog[open]"));
  }

  /** @param {object} [given] */
  newGame(given) {
    this.game.open(given);
  }

  friend() {
    this.inviting.open();
  }

  async edit() {
    const editor = await builtPart(this.editor, "editor", () => import("../screens/later/editor.js"));
    const { shown, view } = this.app.board;
    if (this.app.isAnalysed(shown.kind)) editor?.open(shown.kind, view);
    else editor?.open(this.app.examined.kind, null);
  }

  /** @param {import("../core/protocol.js").View | null} view */
  async tree(view) {
    if (!view || view.over) note(t("The game is over here: there is no tree to show."));
    else (await builtPart(this, "tree", () => import("../screens/later/tree.js")))?.open(view);
  }

  async share() {
    await (await builtPart(this.sharing, "share", () => import("../screens/later/share.js")))?.open();
  }

  async settings() {
    const form = await builtPart(this.looks, "settings", () => import("../screens/later/settings.js"));
    if (!form || this.anyOpen) return;
    form.fill();
    by("settings").showModal();
  }

  keys() {
    by("keys").showModal();
  }

  /** @param {string} [target] */
  paste(target = "analyse") {
    this.target = target;
    by("paste-error").textContent = "";
    by("paste-text").value = "";
    by("paste").showModal();
  }

  /** Examine the game in a pasted text. @param {string} text @param {string} [target] */
  async take(text, target = "analyse") {
    try {
      const reading = await this.app.connection.request("read", { text });
      by("paste").close();
      const { kind, start, moves, views, black, white, stopped, tree, name, notes = [], others = 0 } = reading;
      await this.app.turnTo(target === "review" ? "review" : "analyse", { takes: false });
      await this.app.examined.load({ kind, start, moves, views, tree, labels: [black, white],
        card: { id: "", title: name, revision: 0 } });
      this.pasted.tell(notes, others, text);
      const { inWords } = await fetched(() => import("../texts/pasted.js"), "texts/pasted.js");
      const words = sentences(inWords(this.app.examined, reading), ...notes.map(sentence));
      const rest = stopped && t("The rest is left out: {reason}.", { reason: stopped });
      note(sentences(words, rest), stopped ? "error" : "info", this.app.examined.back);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (by("paste").open) by("paste-error").textContent = sentence(message);
      else note(sentence(t("The pasted text cannot be read: {reason}", { reason: message })), "error");
    }
  }
}
