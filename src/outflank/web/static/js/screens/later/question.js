// A question in a dialog, before something that cannot be taken back.

import { isolated } from "../../board/people.js";
import { button, fill, h } from "../../core/dom.js";
import { listed, t } from "../../core/words.js";

/** @param {{app: import("../../main.js").App}} owner */
export function build({ app }) {
  const words = h("p", { id: "question-words" });
  const actions = h("div", { class: "actions end" });
  const dialog = h("dialog", { id: "question", "aria-labelledby": "question-words" }, words, actions);
  document.body.append(dialog);

  /** The question, and the words for yes and no. @param {"resign" | "leave" | "hint"} what */
  function wordsOf(what) {
    if (what === "resign") return [t("Really resign?"), t("Yes, resign"), t("Play on")];
    if (what === "hint") return [t("A hint makes this game unrated."), t("Show the hint"), t("Cancel")];
    const { labels, you } = app.modes.play.game;
    const name = isolated(listed(labels.filter((_, seat) => !you.includes(seat))));
    return [t("Your game against {name} goes on, and its clock runs.", { name }), t("Begin another game"),
      t("Play on")];
  }

  /** Ask, and wait for the answer: true for yes. The focus is on no, so that a second press of a key does nothing.
   * @param {"resign" | "leave" | "hint"} what */
  function ask(what) {
    const [question, yes, no] = wordsOf(what);
    words.textContent = question;
    fill(actions, button(no, () => dialog.close(), { autofocus: true }),
      button(yes, () => dialog.close("yes"), { class: what === "hint" ? "primary" : "danger" }));
    dialog.returnValue = "";
    dialog.showModal();
    app.places.cover();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        resolve(dialog.returnValue === "yes");
        app.refocus();
      }, { once: true });
    });
  }

  return { ask, end: () => dialog.close() };
}
