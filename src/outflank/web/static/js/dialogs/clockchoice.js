// The choice of a clock: common ones, or one's own minutes and seconds.

import { h } from "../core/dom.js";
import { choice } from "../core/fields.js";
import { CLOCKS } from "./newgame.js";
import { t } from "../core/words.js";

const OWN = "own";
const [MOST_MINUTES, MOST_SECONDS] = [180, 180];

/** @param {string} chosen  A time control, such as "300+5". @param {(control: string) => void} onChange
 * @param {[string, string][]} [clocks]  The common ones. */
export function clockChoice(chosen, onChange, clocks = CLOCKS) {
  const isOwn = !clocks.some(([control]) => control === chosen);
  const [main, increment = "0"] = isOwn ? chosen.split("+") : ["600", "5"];
  const number = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    h("input", { type: "number", min: least, max: most, value, on: { change: () => change() } });
  const minutes = number(Math.round(parseFloat(main) / 6) / 10 || 10, 0.5, MOST_MINUTES);
  minutes.step = "0.5";
  const seconds = number(parseFloat(increment) || 0, 0, MOST_SECONDS);
  const change = () => {
    const clamped = (/** @type {any} */ field) => Math.max(field.min, Math.min(field.max, Number(field.value) || 0));
    onChange(`${clamped(minutes) * 60}+${clamped(seconds)}`);
  };
  const own = h("div", { class: "own-clock", hidden: !isOwn },
    h("label", { class: "field" }, h("span", {}, t("Minutes a player")), minutes),
    h("label", { class: "field" }, h("span", {}, t("Seconds added a move")), seconds));
  const list = choice(t("Clock"), [...clocks, [OWN, t("Your own …")]], isOwn ? OWN : chosen, (value) => {
    own.hidden = value !== OWN;
    if (value === OWN) change();
    else onChange(value);
  });
  return h("div", { class: "clock-choice" }, list, own);
}
