// The home: what one can do here.

import { button, fill, h } from "./dom.js";
import { friendButton } from "./friend.js";
import { Screen } from "./screen.js";
import { t } from "./words.js";

export class Home extends Screen {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app, "home", t("Home"));
  }

  enter() {
    this.app.places.write("#/");
    this.show();
  }

  show() {
    fill(
      this.host,
      h("h2", {}, t("Othello")),
      h("p", { class: "muted" }, t("Play, learn, and see what each of your moves was worth.")),
      h(
        "div",
        { class: "doors" },
        button(t("Play"), () => this.app.turnTo("play"), { class: "door primary" }),
        friendButton(this.app, { class: "door" }),
        button(t("Analyse"), () => this.app.turnTo("analyse"), { class: "door" }),
        button(t("Review"), () => this.app.turnTo("review"), { class: "door" }),
        button(t("Learn"), () => this.app.turnTo("learn"), { class: "door" }),
      ),
    );
  }
}
