// A row of My games: picture, players, result, and buttons; the less common ones are in a menu.

import { button, fill, h } from "../../core/dom.js";
import { dateOf, ending, titleOf } from "../../board/kept.js";
import { characterCalled, faceOf, isProgram } from "../../board/faces.js";
import { sides, tag } from "../gamesides.js";
import { nameInPlace } from "../../core/naming.js";
import { USUAL } from "../../board/study.js";
import { thumbnail } from "../../board/thumbnail.js";
import { n, openingName, t } from "../../core/words.js";

/** @typedef {import("../../core/protocol.js").KeptGame} KeptGame */

/** The row of a game. @param {import("./games.js").Games} screen @param {KeptGame} game @returns {HTMLElement} */
export function rowOf(screen, game) {
  const info = screen.app.kinds[game.kind];
  const name = h("div", { class: "game-name" });
  const called = titleOf(game, info);
  const act = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ action) =>
    button(words, action, { "aria-label": label });
  const canExamine = screen.app.isAnalysed(game.kind);
  const show = () => fill(name, game.name ? h("h3", {}, h("bdi", {}, game.name)) : null);
  const rename = () =>
    nameInPlace(name, more.querySelector("summary"), { name: game.name, label: t("Name of the game"), keep: (given) =>
      screen.rename(game, given), show });
  const more = menu(t("More actions for {game}", { game: called }),
    canExamine
      ? act(t("Analyse"), t("Analyse {game}", { game: called }), () => screen.app.examine(game, "analyse"))
      : null, game.part ? act(t("Rename"), t("Rename {game}", { game: called }), rename) : null,
    game.part ? act(t("Delete"), t("Delete {game}", { game: called }), () => screen.delete(game)) : null);
  show();
  return h("li", { class: "card game" },
    h("a", { class: "picture", href: `#/play/${game.id}`, tabindex: -1, "aria-hidden": "true" },
      thumbnail(game.kind, game.cells, game.width)),
    h("div", { class: "about" }, name, h("div", { class: "who-played" }, opponentOf(game, info), sides(game, info)),
      h("p", {}, tag(game), " ", ending(game, info)), h("p", { class: "muted small" }, facts(game, info))),
    h("div", { class: "actions" }, opener(game, called),
      canExamine
        ? act(t("Review"), t("Review {game}", { game: called }), () => screen.app.examine(game, "review"))
        : null, canExamine || game.part ? more : null));
}

/** A menu of buttons. Escape, a choice or leaving it closes it.
 * @param {string} label @param {(HTMLButtonElement | null)[]} buttons */
function menu(label, ...buttons) {
  const on = { toggle: () => host.open && list.scrollIntoView({ block: "nearest" }),
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !host.open) return;
      event.stopPropagation();
      close();
      host.querySelector("summary").focus();
    }, click: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest("button") && close(),
    focusout: (/** @type {FocusEvent} */ event) =>
      host.contains(/** @type {Node} */ (event.relatedTarget)) || close() };
  const list = h("div", { class: "menu-list", tabindex: -1 }, ...buttons);
  const host = h("details", { class: "menu", on }, h("summary", { class: "button", "aria-label": label }, "⋯"), list);
  const close = () => (host.open = false);
  return host;
}

/** A link to the board of a game. @param {KeptGame} game @param {string} called */
function opener(game, called) {
  const [words, label] = game.result
    ? [t("Open"), t("Open {game}", { game: called })]
    : game.part
    ? [t("Continue"), t("Continue {game}", { game: called })]
    : [t("Watch"), t("Watch {game}", { game: called })];
  return h("a", { class: game.result || !game.part ? "button" : "button primary", href: `#/play/${game.id}`,
    "aria-label": label }, words);
}

/** The face of the first opponent. @param {KeptGame} game @param {import("../../core/protocol.js").KindInfo} [info] */
function opponentOf(game, info) {
  const label = game.players.find((_, seat) => seat !== game.own) ?? "";
  return faceOf(characterCalled(info, label), !isProgram(info, label));
}

/** Date, opening and number of moves.
 * @param {KeptGame} game @param {import("../../core/protocol.js").KindInfo} [info] */
function facts(game, info) {
  const count = game.moves.filter((move) => move !== "pass").length;
  const kind = game.kind === USUAL ? "" : info?.title ?? game.kind;
  const size = info?.sizes.length && game.width !== 8 ? `${game.width} × ${game.width}` : "";
  return [dateOf(game), kind, size, game.opening ? openingName(game.opening) : "",
    n("{count} move", "{count} moves", count), game.reviewed ? t("reviewed") : ""].filter(Boolean).join(" · ");
}
