// The choice of players: a list by group for each seat, with the options of the chosen player.

import { fill, h } from "../core/dom.js";
import { check } from "../core/fields.js";
import { faceOf } from "../board/faces.js";
import { icon } from "../board/shapes.js";
import { t } from "../core/words.js";

/** @typedef {import("../core/protocol.js").PlayerInfo} PlayerInfo */

const PLAIN = ["level", "mode"];
// these groups come first; others follow
const GROUPS = [t("Characters"), t("Engine"), t("Levels"), t("Beginners"), t("Classic programs"), t("Your own")];

/** The players for a kind of game on a board of one size.
 * @param {any} info @param {number} size @returns {PlayerInfo[]} */
export function playersFor(info, size) {
  return (info?.players ?? []).filter((/** @type {PlayerInfo} */ player) =>
    !player.sizes.length || player.sizes.includes(size)
  );
}

/** The chosen players, with a default in place of each unavailable one.
 * @param {import("../core/protocol.js").KindInfo} info @param {number} size @param {string[]} [chosen] */
export function available(info, size, chosen) {
  const players = playersFor(info, size).map((player) => player.name);
  const known = (/** @type {string} */ text) => text === "human" || players.includes(split(text)[0]);
  return info.opponents.map((usual, seat) =>
    [chosen?.[seat], usual === "human" ? usual : info.first, usual, info.opponents[1]].find((text) =>
      text && known(text)
    ) ?? "human"
  );
}

/** The title of a player, by its name with options.
 * @param {import("../core/protocol.js").KindInfo} info @param {string} text */
export function calledIn(info, text) {
  const [name] = split(text);
  const player = info.players.find((each) => each.name === name)?.label ?? name;
  const level = /\blevel=(\w+)/.exec(text)?.[1];
  return level ? t("{player}, level {level}", { player, level }) : player;
}

export class Seats {
  /**
   * @param {HTMLElement} host
   * @param {string} kind
   * @param {string[]} names  One for each seat.
   * @param {PlayerInfo[]} players
   * @param {string[]} chosen
   * @param {import("../core/protocol.js").CharacterInfo[]} characters
   */
  constructor(host, kind, names, players, chosen, characters) {
    this.players = players;
    this.choices = names.map((name, seat) =>
      new Choice(kind, seat, name, players, chosen[seat] ?? "human", characters)
    );
    fill(host, ...this.choices.map((choice) => choice.element));
  }

  /** The names of the players with their options, as the server expects them. */
  get chosen() {
    return this.choices.map((choice) => choice.text);
  }
}

class Choice {
  /**
   * @param {string} kind
   * @param {number} seat
   * @param {string} name
   * @param {PlayerInfo[]} players
   * @param {string} chosen
   * @param {import("../core/protocol.js").CharacterInfo[]} characters
   */
  constructor(kind, seat, name, players, chosen, characters) {
    this.players = players;
    this.characters = characters;
    const [player, options = ""] = split(chosen);
    /** @type {Record<string, string>} */
    this.given = Object.fromEntries(options.split(",").filter(Boolean).map((part) => part.split("=")));
    this.select = h("select", { "aria-label": t("{name} is played by", { name }),
      on: { change: () => this.changed() } });
    this.select.append(h("option", { value: "human" }, t("A person")));
    for (const group of new Set([...GROUPS, ...players.map((info) => info.group)])) {
      const members = players.filter((info) => info.group === group);
      if (members.length) {
        this.select.append(
          h("optgroup", { label: group }, ...members.map((info) => h("option", { value: info.name }, info.label))),
        );
      }
    }
    this.select.value = players.some((info) => info.name === player) ? player : "human";
    /** @type {Record<string, any>} */
    this.controls = {};
    this.promise = h("p", { class: "promise" });
    this.fields = h("div", { class: "options" });
    this.element = h("fieldset", { class: "seat" }, h("legend", {}, icon(kind, seat), ` ${name}`), this.select,
      this.promise, this.fields);
    this.show();
  }

  get info() {
    return this.players.find((info) => info.name === this.select.value);
  }

  /** The promise of the player, or of the chosen level if the player has levels. */
  get words() {
    const { info } = this;
    const levels = info?.options.find((option) => PLAIN.includes(option.name));
    if (!info) return ""; // a person
    if (!levels) return info.promise;
    if (info.either.some((other) => other !== levels.name && other in this.given)) return info.promise;
    const chosen = this.given[levels.name] ?? levels.default;
    const words = levels.choices.find(([value]) => value === chosen)?.[1] ?? info.promise;
    const [, level, promise] = words.match(/^(\d+): (.*)/) ?? [];
    return level ? t("level {level}: {promise}", { level, promise }) : words;
  }

  changed() {
    this.given = {};
    this.show();
  }

  showPromise() {
    const character = this.characters.find((each) => each.name === this.select.value);
    fill(this.promise, character ? faceOf(character) : null,
      [character?.rating?.strength, this.words].filter(Boolean).join(" · "));
  }

  show() {
    const info = this.info;
    this.showPromise();
    const fields = (info?.options ?? []).map((option) => this.field(option, info?.either ?? []));
    const open = this.fields.querySelector("details")?.open ?? false;
    const first = info && PLAIN.includes(info.options[0]?.name) ? 1 : 0; // visible without unfolding
    const more = fields.slice(first);
    fill(this.fields, ...fields.slice(0, first),
      ...(more.length > 1 || (more.length && first)
        ? [h("details", { open }, h("summary", {}, t("More")), ...more)]
        : more));
  }

  /** @param {PlayerInfo["options"][number]} option @param {string[]} either  Options that exclude one another. */
  field(option, either) {
    const given = this.given[option.name];
    const note = (/** @type {string} */ value) => {
      this.given[option.name] = value;
      for (const other of either.includes(option.name) ? either : []) {
        if (other === option.name) continue;
        delete this.given[other];
        this.controls[other].value = "";
      }
      this.showPromise();
    };
    const instead = given === undefined && either.some((other) => other in this.given); // another option applies
    if (option.type === "bool") {
      const on = given === undefined ? Boolean(option.default) : given === "on";
      return check(label(option.name), on, (checked) => note(checked ? "on" : "off"));
    }
    const control = option.type === "choice"
      ? h("select", { on: { change: (event) => note(event.target.value) } }, either.includes(option.name)
        ? h("option", { value: "", selected: instead, disabled: true, hidden: true }, "–")
        : null, ...option.choices.map(([choice, words]) =>
          h("option", { value: choice, selected: !instead && choice === (given ?? option.default) }, words)
        ))
      : h("input", { type: "number", min: option.least ?? 0, max: option.most,
        step: option.type === "float" ? "any" : 1, value: given ?? option.default ?? "", placeholder: t("any"), on: {
          change: (event) => (event.target.value === "" ? delete this.given[option.name] : note(event.target.value)),
        } });
    this.controls[option.name] = control;
    return h("label", { class: "field" }, h("span", {}, label(option.name)), control);
  }

  get text() {
    const options = Object.entries(this.given).map(([name, value]) => `${name}=${value}`);
    return options.length ? `${this.select.value}:${options.join(",")}` : this.select.value;
  }
}

/** A player's name and its options, if it has some. @param {string} text @returns {string[]} */
export function split(text) {
  const at = text.indexOf(":");
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The title of an option. @param {string} name */
function label(name) {
  /** @type {Record<string, string>} */
  const words = { deterministic: t("Deterministic: always the same move"), time: t("Seconds a move"),
    depth: t("Plies deep"), nodes: t("Positions a move"), mode: t("Mode"), level: t("Level"),
    alliance: t("Allies unless ahead by a factor of"), quickest: t("Quickest first") };
  return words[name] ?? name;
}
