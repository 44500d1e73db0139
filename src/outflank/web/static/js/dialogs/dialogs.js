// The dialogs: new game, pasted text, editor, tree, sharing, settings, keys.

import { note, sentence } from "../core/announce.js";
import { by } from "../core/dom.js";
import { Friend } from "./friend.js";
import { NewGame } from "./newgame.js";
import { outcome } from "../board/outcome.js";
import { builtPart } from "../core/later.js";
import { Pasted } from "./pasted.js";
import { emptiesOf } from "../core/protocol.js";
import { n, sentences, t } from "../core/words.js";

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
      const words = sentences(this.inWords(reading), ...notes.map((/** @type {string} */ each) =>
        t("{part}.", { part: sentence(each) })
      ));
      if (stopped) note(sentences(words, t("The rest is left out: {reason}.", { reason: stopped })), "error");
      else note(words, "info", this.app.examined.back);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (by("paste").open) by("paste-error").textContent = sentence(message);
      else note(t("The pasted text cannot be read: {reason}", { reason: message }), "error");
    }
  }

  /** Describe the pasted text and its position. @param {any} reading */
  inWords({ noun, usual, moves, black, white }) {
    const { names, study } = this.app.examined;
    const [first, last] = [study.root.view, study.mainLine.at(-1)?.view];
    if (!first || !last) return "";
    const count = moves.filter((/** @type {string} */ move) => move !== "pass").length;
    const size = { noun, width: first.width, height: first.height };
    const parts = [];
    if (usual && count) {
      parts.push(
        noun
          ? n("{noun} of {count} move", "{noun} of {count} moves", count, { noun })
          : n("{count} move among other text", "{count} moves among other text", count),
      );
    } else {
      const empties = emptiesOf(first);
      parts.push(
        noun
          ? n("{noun}, {width}×{height}, {count} empty square", "{noun}, {width}×{height}, {count} empty squares",
            empties, size)
          : n("A board among other text, {width}×{height}, {count} empty square",
            "A board among other text, {width}×{height}, {count} empty squares", empties, size),
      );
      if (count) parts.push(n("{count} move after it", "{count} moves after it", count));
    }
    if (black && white) parts.push(t("{black} against {white}", { black, white }));
    parts.push(
      last.over
        ? t("The game is over: {result}", { result: outcome(names, last) })
        : t("{name} to move", { name: names[last.turn ?? 0] }),
    );
    return sentences(...parts.map((part) => t("{part}.", { part: sentence(part) })));
  }
}
