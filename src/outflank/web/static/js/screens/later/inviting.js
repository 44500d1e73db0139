// The invitation of a person's game: the links to its free seats, until everybody is there.

import { note } from "../../core/announce.js";
import { waitingFor } from "../../board/people.js";
import { button, copyText, fill, h } from "../../core/dom.js";
import { copyRow } from "../../core/fields.js";
import { reached, reachWarning } from "../../core/reach.js";
import { t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").GameState} GameState */
/** @typedef {{seat: number, address: string, qr: string}} SeatLink */

/** @param {import("../together.js").Together} together */
export function build({ app }) {
  const host = h("section", { class: "card invitation", "aria-label": t("Invitation") });
  let asked = ""; // the latest request for links
  /** @type {SeatLink[]} */
  let links = [];

  /** @param {GameState} state */
  function show(state) {
    askLinks(state);
    draw(state);
  }

  /** @param {GameState} state */
  async function askLinks(state) {
    const { base } = reached(app);
    const key = JSON.stringify([state.game, state.people.map((person) => person?.waits), base]);
    if (key === asked) return;
    asked = key;
    links = [];
    const answer = await app.ask("invite", { game: state.game, base });
    if (key !== asked) return;
    if (!answer) {
      asked = app.modes.play.together.shown = ""; // the next state requests them again
      return;
    }
    links = answer.links;
    draw(state);
  }

  /** @param {GameState} state */
  function draw(state) {
    fill(host, h("h2", {}, waitingFor(state)),
      h("p", {}, t("The first person to open a link plays with you. The game begins when everybody is there.")),
      ...links.map((link) => row(state, link)), reachWarning(app),
      h("div", { class: "actions" }, button(t("Withdraw the invitation"), () => withdraw(state))));
  }

  /** @param {GameState} state @param {SeatLink} link */
  function row(state, { seat, address, qr }) {
    const side = state.names[seat];
    const picture = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`;
    return h("div", { class: "invite-link" },
      copyRow(t("Link to play {side}", { side }), address, t("Copy the link to play {side}", { side }),
        () => copy(address)),
      h("div", { class: "actions" },
        "share" in navigator ? button(t("Send …"), () => send(address), { class: "primary" }) : null),
      h("img", { class: "qr", src: picture, alt: t("QR code of the link to play {side}", { side }), width: 200,
        height: 200 }));
  }

  /** @param {GameState} state */
  async function withdraw(state) {
    if (!(await app.ask("withdraw", { game: state.game }))) return;
    await app.turnTo("home");
    note(t("The invitation is withdrawn."));
  }

  return { host, show };
}

/** @param {string} address */
async function copy(address) {
  if (await copyText(address)) note(t("The link is copied. Send it to your friend."));
  else note(t("The browser does not let this page copy; select the link instead."), "error");
}

/** @param {string} address */
async function send(address) {
  try {
    await navigator.share({ title: "Outflank", text: t("Play a game of Othello with me:"), url: address });
  } catch {
    // the person closed the share menu
  }
}
