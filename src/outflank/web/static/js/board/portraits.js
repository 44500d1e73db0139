// The faces of the characters, each a few shapes in a square of 48.

import { s } from "../core/dom.js";

/** @typedef {(number | string)[]} Shape */

const INK = "#26211d";
const EYES = [[18, 25, 2.2, INK], [30, 25, 2.2, INK]];
const nose = (/** @type {number} */ y, fill = INK) => [[`M21 ${y}h6l-3 3.4z`, fill]];
// dprint-ignore
const pointed = (/** @type {string} */ fill, /** @type {string} */ inner) => [["M10 24V6l12 8zM38 24V6L26 14z", fill],
  ["M13 18V11l6 5zM35 18v-7l-6 5z", inner]];
const round = (/** @type {string} */ fill,
  /** @type {string} */ inner) => [[12, 14, 6, fill], [36, 14, 6, fill], [12, 14, 3, inner], [36, 14, 3, inner]];

/** For each animal: circles (x, y, radius, colour) and outlines (path, colour), from back to front.
 * @type {Record<string, Shape[]>} */
// dprint-ignore
const FACES = {
  chick: [["M22 14q-3-6 0-9 1 4 3 4 1-3 4-3-3 3-2 8z", "#d99a1b"], [24, 27, 15, "#f7d154"], [18, 25, 2.2, INK],
    [30, 25, 2.2, INK], ["M19 30q5-4 10 0-5 7-10 0z", "#d9701b"]],
  squirrel: [["M11 20L9 5l10 8zM37 20l2-15-10 8z", "#8d4a24"], [24, 27, 14.5, "#b0653a"], [17, 32, 6.5, "#f3dcc0"],
    [31, 32, 6.5, "#f3dcc0"], ["M22 35h4v5h-4z", "#ffffff"], ...EYES, ...nose(29)],
  cat: [...pointed("#7b8794", "#e7a9b4"), [24, 27, 14.5, "#8f9ba8"], ["M24 13v6M19 14l1 5M29 14l-1 5", "#5d6772", 2],
    ...EYES, ...nose(30, "#d2697c"), ["M6 29l9 2M6 35l9-1M42 29l-9 2M42 35l-9-1", "#4d555e", 1.4]],
  rabbit: [["M14 20Q8 2 15 2t6 16zM34 20Q40 2 33 2t-6 16z", "#d9d3c7"],
    ["M16 16Q13 6 15 6t3 10zM32 16Q35 6 33 6t-3 10z", "#e7a9b4"], [24, 29, 14, "#ece7dd"], [17, 33, 4, "#f3d3cf"],
    [31, 33, 4, "#f3d3cf"], [18, 27, 2.2, INK], [30, 27, 2.2, INK], ...nose(31, "#c95f74")],
  dog: [[24, 26, 14.5, "#d8a566"], [24, 34, 8, "#f4e3c8"],
    ["M13 13Q2 15 6 33q7 0 9-15zM35 13q11 2 7 20-7 0-9-15z", "#8d5a2b"], ...EYES, ...nose(30),
    ["M24 33v4", INK, 1.6]],
  fox: [...pointed("#c9581c", INK), [24, 27, 14.5, "#e0742c"],
    ["M9.5 28Q16 27 24 36q8-9 14.5-8Q38 41 24 42 10 41 9.5 28z", "#fbf3e6"], ...EYES, ...nose(34)],
  bear: [...round("#6d452a", "#a9764f"), [24, 27, 15, "#7f5333"], [24, 33, 7.5, "#d6b48c"], ...EYES, ...nose(30),
    ["M24 33v4", INK, 1.6]],
  wolf: [...pointed("#4e5a68", "#2d343d"), [24, 27, 14.5, "#66737f"],
    ["M9.5 29q7-4 10 1l4.5-9 4.5 9q3-5 10-1Q37 41 24 42 11 41 9.5 29z", "#e8edf0"], ...EYES, ...nose(34)],
  lion: [[24, 25, 20, "#a8571a"], ...round("#c9801f", "#8a4a16"), [24, 27, 13.5, "#eeb54a"], [24, 33, 6, "#f9e3b4"],
    ...EYES, ...nose(30)],
  owl: [["M9 10l10 4h10l10-4-2 14H11z", "#5c4027"], [24, 27, 15, "#7a5636"], [17, 24, 7, "#f5e9cf"],
    [31, 24, 7, "#f5e9cf"], [17, 24, 3.4, INK], [31, 24, 3.4, INK], ["M21 29h6l-3 6z", "#e39b25"]],
  tiger: [...round("#c9681a", "#5a2c0d"), [24, 27, 15, "#ec8b2c"], [18, 33, 6, "#fdf3e2"], [30, 33, 6, "#fdf3e2"],
    ["M24 12v8M19 13l1 5M29 13l-1 5M9 27h6M10 32h5M39 27h-6M38 32h-5", INK, 2.2], ...EYES, ...nose(29, "#c2506a")],
  orca: [["M20 14q2-10 10-11-3 5-1 11z", "#111a22"], [24, 27, 16, "#1c2833"], [14, 23, 4.5, "#f6fafc"],
    [34, 23, 4.5, "#f6fafc"], ["M9 31q15 7 30 0-3 12-15 12T9 31z", "#f6fafc"], [17, 27, 1.8, "#ffffff"],
    [31, 27, 1.8, "#ffffff"]],
  eagle: [["M9 22Q8 6 24 7t15 15-3 20H12Q7 30 9 22z", "#f4f1ea"],
    ["M11 36q13 9 26 0 2 6-3 8H14q-5-2-3-8z", "#5b3a22"], [17, 23, 2.4, INK], [31, 23, 2.4, INK],
    ["M12 19l9 3M36 19l-9 3", "#6b4a2f", 2], ["M19 27q5-5 10 0 0 6-5 10-5-4-5-10z", "#eeb02f"],
    ["M24 31v5", "#b9791a", 1.4]],
  dragon: [["M13 17Q6 10 9 2q3 7 10 10zM35 17q7-7 4-15-3 7-10 10z", "#e2c26b"], ["M20 14l4-8 4 8z", "#1f6b4a"],
    [24, 27, 15, "#2f8f63"], ["M14 35q10-8 20 0-3 8-10 8t-10-8z", "#8fd3a8"],
    ["M14 22l7 3-7 3zM34 22l-7 3 7 3z", "#ffe27a"], [21, 35, 1.4, INK], [27, 35, 1.4, INK]],
};

/** The portrait of a character; its initial if there is no drawing of its animal.
 * @param {string} animal @param {string} name */
export function portrait(animal, name) {
  const face = FACES[animal] ?? [];
  const shapes = face.map(([first, second, third, fourth]) => {
    if (typeof first === "number") return s("circle", { cx: first, cy: second, r: third, fill: fourth });
    return third
      ? s("path", { d: first, fill: "none", stroke: second, "stroke-width": third, "stroke-linecap": "round" })
      : s("path", { d: first, fill: second });
  });
  const initial = face.length ? null : s("text", { x: 24, y: 32, "text-anchor": "middle" }, name.slice(0, 1));
  return s("svg", { viewBox: "0 0 48 48", class: "portrait", "aria-hidden": "true" }, shapes, initial);
}
