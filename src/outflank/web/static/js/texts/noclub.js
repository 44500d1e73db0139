// The screens of the club on a server without one: its purpose, the way to open one, and ways elsewhere.

import { button, fill, h } from "../core/dom.js";
import { t, withElements } from "../core/words.js";

/** @param {import("../core/later.js").FetchedScreen} screen */
export function build({ app, host, name, title }) {
  return { enter(/** @type {string[]} */ [part = ""]) {
    app.places.write(`#/${name}`);
    if (part) app.places.miss(`${name}/${part}`);
    fill(host, h("h2", {}, title),
      h("section", { class: "card" }, h("p", {}, h("strong", {}, t("This server has no club."))),
        h("p", {},
          t("In a club, people claim a name, offer each other games, play for a rating, and hold tournaments.")),
        h("p", { class: "muted" }, withElements(t("Whoever runs the server opens one: {command}"), {
          command: h("code", {}, "outflank serve --club"),
        })),
        h("div", { class: "actions" }, button(t("Play a friend"), () => app.dialogs.friend(), { class: "primary" }),
          h("a", { class: "button", href: "#/" }, t("Home")))));
  } };
}
