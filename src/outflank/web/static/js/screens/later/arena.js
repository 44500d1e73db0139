// A tournament for spectators: boards, table and test.

import { announce, sentence } from "../../core/announce.js";
import { fill, h, plainTable, s, tableHost } from "../../core/dom.js";
import { thumbnail } from "../../board/thumbnail.js";
import { signed } from "../../board/values.js";
import { decimal, grouped, t } from "../../core/words.js";

const EACH_MS = 1000; // between two requests
const PATIENCE_MS = 3000; // between two requests without a connection or a tournament
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 180, 40, 12, 12, 26];

/**
 * @typedef {{names: string[], width: number, cells: string, counts: number[], moves: number, last: string, turn:
 *   number | null}} Shown
 * @typedef {Shown & {number: number, scores: number[], forfeited: number | null}} Ended
 * @typedef {{name: string, elo: number | null, error: number | null, games: number, won: number, drawn: number,
 *   lost: number, points: number, forfeits: number}} Row
 * @typedef {{names: string[], bounds: number[], elo0: number, elo1: number, pairs: number, llr: number, curve:
 *   number[], verdict: boolean | null}} Test
 * @typedef {{title: string, kind: string, games: number, total: number, over: boolean, playing: boolean, table:
 *   Row[], test: Test | null, boards: Shown[], latest: Ended[], refused: {name: string, reason: string}[], late:
 *   string[]}} Told
 */

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  const { app } = screen;

  const title = h("h2", {}, t("Tournament"));
  const status = h("p", { class: "muted" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("Games played"), hidden: true });
  const boards = h("ul", { class: "arena-boards" });
  const latest = h("ul", { class: "arena-boards" });
  const test = h("section", { class: "card", "aria-label": t("Sequential test"), hidden: true });
  const headings = ["", t("Player"), "Elo", t("Games"), t("Won"), t("Drawn"), t("Lost"), t("Points"), t("Forfeits")];
  const table = plainTable(headings, []);
  const [rows] = table.tBodies;
  const missing = h("section", { class: "card", "aria-label": t("Left out"), hidden: true });
  const underWay = h("section", { class: "card", "aria-label": t("Games in progress"), hidden: true },
    h("h3", {}, t("Games in progress")), boards);
  const ended = h("section", { class: "card", "aria-label": t("Played last"), hidden: true },
    h("h3", {}, t("Played last")), latest);
  const standing = h("section", { class: "card", "aria-label": t("Table"), hidden: true }, h("h3", {}, t("Table")),
    tableHost(t("The table"), table));
  fill(screen.host, title, h("section", { class: "card", "aria-label": t("Progress so far") }, status, bar),
    h("div", { class: "arena-body" }, underWay, standing, missing, test, ended));

  /** The last drawn content of each part, as text; unchanged parts are not redrawn. @type {Map<string, string>} */
  const drawn = new Map();
  let timer = 0;
  let isOver = false;

  async function look() {
    clearTimeout(timer);
    if (app.mode !== screen) return;
    let patience = EACH_MS;
    if (!document.hidden) {
      try {
        show(await app.connection.request("arena"));
      } catch (error) {
        const { message } = /** @type {{message: string}} */ (error);
        if (message) status.textContent = sentence(message);
        drawn.delete("status"); // announces the next answer again
        patience = PATIENCE_MS;
      }
    }
    if (app.mode === screen) timer = setTimeout(look, patience);
  }

  /** Draw a part if it has changed. @param {string} part @param {any} what @param {() => void} draw */
  function changed(part, what, draw) {
    const text = JSON.stringify(what);
    if (drawn.get(part) === text) return;
    drawn.set(part, text);
    draw();
  }

  /** @param {Told} told */
  function show(told) {
    title.textContent = told.title;
    const { games, total, over, playing } = told;
    const words = over
      ? t("The tournament is over.")
      : playing
      ? t("It is running.")
      : games
      ? t("It is not running at the moment.")
      : t("It has not begun yet.");
    changed("status", [games, total, words], () => {
      const done = t("{games} of {total} games are played.", { games: grouped(games), total: grouped(total) });
      status.textContent = `${done} ${words}`;
      bar.max = total || 1;
      bar.value = games;
      bar.hidden = false;
    });
    if (over && !isOver && drawn.has("table")) announce(t("The tournament is over."));
    isOver = over;
    changed("boards", told.boards, () => {
      underWay.hidden = !told.boards.length;
      fill(boards, ...told.boards.map((each) => h("li", {}, board(told.kind, each, moveOf(told.kind, each)))));
    });
    changed("latest", told.latest, () => {
      ended.hidden = !told.latest.length;
      fill(latest, ...told.latest.map((each) => h("li", {}, board(told.kind, each, ending(each)))));
    });
    changed("table", told.table, () => {
      standing.hidden = !told.table.length;
      fill(rows, ...told.table.map(row));
    });
    changed("missing", [told.refused, told.late], () => {
      missing.hidden = !told.refused.length && !told.late.length;
      fill(missing, ...missingOf(told));
    });
    changed("test", told.test, () => {
      test.hidden = !told.test;
      if (told.test) fill(test, ...testOf(told.test));
    });
  }

  /** @param {string} kind @param {Shown} shown @param {string} words */
  function board(kind, shown, words) {
    const players = shown.names.map((name, seat) =>
      h("span", { class: "arena-player" }, h("bdi", {}, name), " ",
        h("span", { class: "muted" }, String(shown.counts[seat])))
    );
    return [thumbnail(kind, shown.cells, shown.width), ...players, h("span", { class: "muted small" }, words)];
  }

  /** @param {string} kind @param {Shown} shown */
  function moveOf(kind, { moves, last, turn }) {
    const names = app.kinds[kind]?.names ?? [];
    const side = turn === null ? "" : (names[turn] ?? "");
    return last && side
      ? t("Move {number}: {move}, {side} to move", { number: moves, move: last, side })
      : t("Move {number}", { number: moves });
  }

  /** @param {Ended} game */
  function ending({ names, scores, forfeited }) {
    if (forfeited !== null) return t("{name} forfeits", { name: names[forfeited] });
    const best = Math.max(...scores);
    if (scores.filter((score) => score === best).length > 1) return t("Drawn");
    const name = names[scores.indexOf(best)];
    return scores.length > 2 ? t("{name} wins", { name }) : t("{name} wins by {lead}", { name, lead: best });
  }

  /** @param {Row} found @param {number} place */
  function row(found, place) {
    const elo = found.elo === null ? "–" : signed(found.elo) + (found.error === null ? "" : ` ± ${found.error}`);
    const cells = [elo, found.games, found.won, found.drawn, found.lost, found.points, found.forfeits];
    return h("tr", {}, h("td", {}, String(place + 1)), h("th", { scope: "row" }, h("bdi", {}, found.name)),
      ...cells.map((cell) => h("td", {}, String(cell))));
  }

  /** The players left out, with reasons. @param {Told} told */
  function missingOf({ refused, late }) {
    const lateWords = t("arrived after the last round had begun, and plays nobody");
    const rows = [...refused, ...late.map((name) => ({ name, reason: lateWords }))];
    return [h("h3", {}, t("Left out")),
      h("ul", { class: "arena-missing" },
        ...rows.map(({ name, reason }) => h("li", {}, h("bdi", {}, name), ": ", reason)))];
  }

  /** @param {Test} found */
  function testOf(found) {
    const [lower, upper] = found.bounds;
    const of = { elo0: found.elo0, elo1: found.elo1 };
    const verdict = found.verdict === null
      ? t("It is not decided yet.")
      : found.verdict
      ? t("It is decided: at least {elo1} Elo.", of)
      : t("It is decided: at most {elo0} Elo.", of);
    const numbers = { llr: decimal(found.llr, 2), lower: decimal(lower, 2), upper: decimal(upper, 2),
      pairs: grouped(found.pairs) };
    return [
      h("h3", {}, t("Sequential test")),
      h("p", {}, h("bdi", {}, found.names[0]), " – ", h("bdi", {}, found.names[1]), ": ",
        t("log-likelihood ratio {llr} between {lower} and {upper} after {pairs} pairs of games.", numbers), " ",
        verdict),
      found.curve.length > 1 ? curve(found) : "",
    ];
  }

  /** @param {Test} found */
  function curve({ curve: points, bounds: [lower, upper] }) {
    const [low, high] = [Math.min(lower, ...points), Math.max(upper, ...points)];
    const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / (points.length - 1);
    const y = (/** @type {number} */ value) =>
      HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * (value - low)) / (high - low);
    return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "arena-plot", role: "img",
      "aria-label": t("The log-likelihood ratio, pair by pair") },
      ...[lower, 0, upper].flatMap((
        value,
      ) => [s("path", { d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}`, class: "axis" }),
        s("text", { x: LEFT - 6, y: y(value) + 4, class: "tick" }, decimal(value, 1))]
      ), s("path", { d: `M${points.map((value, at) => `${x(at)} ${y(value)}`).join("L")}`, class: "line" }));
  }

  return { async enter() {
    app.places.write("#/arena");
    await look();
  }, leave() {
    clearTimeout(timer);
  }, show() {
    drawn.clear(); // colours of words and boards may differ now
  } };
}
