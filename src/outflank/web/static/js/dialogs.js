// The dialogs: a new game, pasted text, the editor, the tree, sharing, settings, the keys.

import { note, sentence } from "./announce.js";
import { by } from "./dom.js";
import { Editor } from "./editor.js";
import { Friend } from "./friend.js";
import { NewGame } from "./newgame.js";
import { TreePicture } from "./picture.js";
import { fillSettings } from "./settings.js";
import { Share } from "./share.js";

export class Dialogs {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.game = new NewGame(app);
    this.editor = new Editor(app);
    this.picture = new TreePicture(app);
    this.sharing = new Share(app);
    this.inviting = new Friend(app);
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
      for (const close of dialog.querySelectorAll("[data-close]")) close.addEventListener("click", () => dialog.close());
    }
    by("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(by("paste-text").value, this.target);
    });
  }

  get anyOpen() {
    return Boolean(document.querySelector("dialog[open]"));
  }

  newGame(given) {
    this.game.open(given);
  }

  friend() {
    this.inviting.open();
  }

  edit() {
    const { shown, view } = this.app.board;
    if (this.app.isAnalysed(shown.kind)) this.editor.open(shown.kind, view);
    else this.editor.open(this.app.examined.kind, null);
  }

  tree(view) {
    if (!view || view.over) note("The game is over here: there is no tree to show.");
    else this.picture.open(view);
  }

  share() {
    this.sharing.open();
  }

  settings() {
    fillSettings();
    by("settings").showModal();
  }

  keys() {
    by("keys").showModal();
  }

  paste(target = "analyse") {
    this.target = target;
    by("paste-error").textContent = "";
    by("paste-text").value = "";
    by("paste").showModal();
  }

  /** Text that was pasted: examine the game that it says. */
  async take(text, target = "analyse") {
    try {
      const reading = await this.app.connection.request("read", { text });
      by("paste").close();
      const { kind, start, moves, black, white, summary, stopped } = reading;
      await this.app.turnTo(target === "review" ? "review" : "analyse", { takes: false });
      await this.app.examined.load({ kind, start, moves, labels: [black, white] });
      if (stopped) note(`${sentence(summary)}. The rest is left out: ${stopped}.`, "error");
      else note(`${sentence(summary)}.`, "info", this.app.examined.back);
    } catch (error) {
      if (by("paste").open) by("paste-error").textContent = sentence(error.message);
      else note(`What was pasted cannot be read: ${error.message}`, "error");
    }
  }
}
