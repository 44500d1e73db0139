// Progress: statistics from the reviews of the reader's games, their trend, and the games without a review.

import { PICTURES } from "../../board/pictures.js";
import { thumbnail } from "../../board/thumbnail.js";
import { announce, capital, note, sentence } from "../../core/announce.js";
import { button, fill, forget, h, plainTable, recall, remember, s, tableHost } from "../../core/dom.js";
import { choice } from "../../core/fields.js";
import { keyLine } from "../../board/graph.js";
import { badge } from "../../board/movelist.js";
import { doubtOf, tenths } from "../../board/values.js";
import { decimal, grouped, n, openingName, t } from "../../core/words.js";
import { askRating } from "../ownrating.js";
import { ratingTrend } from "./ratingtrend.js";

const SECONDS = 0.1; // for each position
const PATIENCE_MS = 1000; // before another attempt without a connection or during another review
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 220, 34, 12, 12, 28];

/**
 * @typedef {{games: number, moves: number, loss: number, loss_of_a_move: number, loss_of_a_game: number,
 *   inaccuracies: number, mistakes: number, blunders: number}} Tally
 * @typedef {{count: number, loss: number}} Sums
 * @typedef {{name: string, phases: Record<string, Tally>, kinds: Record<string, Sums>} & Tally} Point
 * @typedef {{id: string, players: string[], persons: number[], own: number, start: string, moves: string[]}} Game
 * @typedef {{game: string, opponent: string, date: string, ply: number, move: string, best: string, loss: number,
 *   badge: string, grade: string, proven: boolean, doubt: number, kinds: string[]}} Worst
 * @typedef {Tally & { colours: Record<string, Tally>, phases: Record<string, Tally>, kinds: Record<string, Sums>,
 *   unknown: Sums, openings: ({opening: string} & Tally)[], opponents: ({player: string} & Tally)[], trend: Point[],
 *   worst: Worst[], }} Statistics
 * @typedef {{ended: number, reviewed: number, unreviewed: Game[], n_unreviewed: number, statistics: Statistics,
 *   games: Record<string, Game>}} Told
 * @typedef {{about: string, digits: number, lines: {name: string, values: (number | null)[]}[]}} Shown  The content
 *   of a plot.
 */

/** @param {import("../../core/later.js").FetchedScreen} screen */
export function build(screen) {
  const { app } = screen;

  /** @type {Record<string, string>} */
  const PHASES = { opening: t("Opening"), midgame: t("Midgame"), endgame: t("Endgame") };

  /** The name and definition of each kind of mistake. @type {Record<string, string[]>} */
  const KINDS = {
    "corner given": [t("Corner given"), t("The opponent could take a corner that the best move did not allow.")],
    "corner missed": [t("Corner missed"), t("The best move took a corner; this one did not.")],
    "X-square": [t("X-square"), t("A move diagonally beside an empty corner, unlike the best move.")],
    "C-square": [t("C-square"), t("A move on the edge beside an empty corner, unlike the best move.")],
    mobility: [t("Mobility"),
      t("At least four moves worse in mobility than the best move: your moves minus the opponent’s.")],
    frontier: [t("Frontier"), t("At least three more of your discs beside empty squares than after the best move.")],
    discs: [t("Too many discs"), t("In the opening, at least three more discs turned over than by the best move.")],
    parity: [t("Parity"),
      t("A move in a region with an even number of empty squares, while the best move was in an odd one.")],
    "pass missed": [t("Pass missed"), t("The best move left the opponent without a move; this one did not.")],
    "pass allowed": [t("Pass allowed"),
      t("The opponent could leave you without a move, which the best move did not allow.")],
    "wipe-out missed": [t("Wipe-out missed"),
      t("The best move was proven to leave the opponent without discs at the end; this one was not.")],
    "wipe-out allowed": [t("Wipe-out allowed"),
      t("This move, unlike the best one, was proven to leave you without discs at the end.")],
    "win thrown away": [t("Win thrown away"), t("The best move was a proven win; this one was proven not to win.")],
    "draw thrown away": [t("Draw thrown away"), t("The best move was a proven draw; this one was a proven loss.")],
    count: [t("Discs in the endgame"), t("A proven loss of discs that did not change the winner.")],
    "unbalanced edge": [t("Unbalanced edge"),
      t("Five of your discs in a row between two empty corners, unlike after the best move.")],
    "wedge allowed": [t("Wedge allowed"), t("The opponent could wedge: play between two of your discs on an edge.")],
    "wedge missed": [t("Wedge missed"), t("The best move was a wedge between two of the opponent’s discs on an edge.")],
    "Stoner trap": [t("Stoner trap"),
      t("The opponent could trap your edge from an X-square and win a corner, which the best move prevented.")],
    "own squares": [t("Own squares"),
      t("At least three fewer squares that only you can play than after the best move.")],
    tempo: [t("Tempo"), t("The best move left the opponent without a safe move, or you with one; this one did not.")],
    "parity given away": [t("Parity given away"),
      t("The opponent could play in an odd region, and nowhere after the best move.")],
    "sacrifice missed": [t("Sacrifice missed"), t("The best move gave up a corner, and was still better.")],
    "quiet move missed": [t("Quiet move missed"), t("The best move turned over no disc beside an empty square.")],
    "quiet answer": [t("Quiet answer"), t("The opponent’s best answer turned over no disc beside an empty square.")],
    "square left": [t("Square left"), t("The opponent’s best answer was on the square of the best move.")],
    "corners later": [t("Corners later"), t("Eight moves later, you had fewer corners than in the best line.")],
    "mobility later": [t("Mobility later"), t("Eight moves later, you had fewer moves than in the best line.")],
    "frontier later": [t("Frontier later"),
      t("Eight moves later, more of your discs were beside empty squares than in the best line.")],
    "left the book": [t("Left the book"), t("The opening book knew the best move, and not this one.")],
  };
  const kindOf = (/** @type {string} */ kind) => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : [kind, ""]);
  const mean = (/** @type {number} */ discs, digits = 2) => decimal(discs, digits);
  const nameOf = (/** @type {string} */ player) => player || t("Guest");

  /** @type {Told | null} */
  let told = null;
  let asked = 0;
  /** @type {any} */
  let by = ""; // the unit of the trend; empty for automatic
  let plot = "phases";
  /** The running review: its stream and progress. @type {{stream: number, words: string, share: number} | null} */
  let running = null;
  let wanted = recall("reviewing", false); // true while all games are to be reviewed
  /** Games already tried; a game still without a review is not tried again automatically. @type {Set<string>} */
  const tried = new Set();

  const status = h("p", { class: "muted" });
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("Reviews"), hidden: true });
  const buttons = h("div", { class: "actions" });
  const rating = h("section", { class: "card", "aria-label": t("Ladder rating"), hidden: true });
  const body = h("div", { class: "progress-body" });
  fill(screen.host, h("h2", {}, t("Progress")),
    h("p", { class: "muted" }, t("The discs that your moves lose, in your finished and reviewed games of Othello.")),
    h("section", { class: "card", "aria-label": t("Reviews") }, status, bar, buttons), rating, body);

  async function load() {
    const number = ++asked;
    const answer = await app.ask("progress", { by: by || null });
    if (!answer || number !== asked) return;
    told = answer;
    show();
    const own = await askRating(app);
    if (!own || number !== asked) return;
    rating.hidden = !own.results;
    fill(rating, h("h3", {}, t("Ladder rating")), ...ratingTrend(own));
  }

  // --- reviews -----------------------------------------------------------------------------------------------------

  function begin() {
    want(true);
    tried.clear();
    go();
  }

  /** @param {boolean} on */
  function want(on) {
    wanted = on;
    if (on) remember("reviewing", true);
    else forget("reviewing");
  }

  function stop() {
    want(false);
    if (running) {
      app.connection.drop(running.stream);
      app.connection.request("stop", { what: "review" }).catch(() => {});
      running = null;
    }
    showWork();
    buttons.querySelector("button")?.focus();
  }

  /** Review the next game if wanted, unless this page reviews another. */
  function go() {
    if (!wanted || running || !told) return;
    const game = told.unreviewed.find(({ id }) => !tried.has(id));
    if (!game) {
      want(false);
      showWork();
      return;
    }
    const { connection, modes } = app;
    if (modes.review.running || !connection.ready || connection.stopping) {
      showWork(t("Waiting …"));
      setTimeout(go, PATIENCE_MS);
      return;
    }
    const now = (running = { stream: 0, words: "", share: 0 });
    showWork();
    now.stream = connection.stream("review", { kind: "othello", start: game.start, moves: game.moves, seconds: SECONDS,
      game: game.id }, (event) => {
      if (running === now) hear(now, game, event);
    });
  }

  /** @param {{words: string, share: number}} now @param {Game} game @param {any} event */
  function hear(now, game, event) {
    if (event.waiting) now.words = t("Waiting for a free engine …");
    if (event.found?.notice) now.words = capital(event.found.notice);
    if (event.found?.move) Object.assign(now, { words: "", share: event.found.done / event.found.total });
    const failure = event.type === "error" && event.code !== "lost";
    if (failure) note(sentence(event.message), "error");
    if (event.done || failure) {
      tried.add(game.id);
      running = null;
      loadAndGo();
    } else if (event.stopped || event.type === "error") {
      running = null; // another review is running, or there is no connection
      setTimeout(go, PATIENCE_MS);
    } else showWork();
  }

  async function loadAndGo() {
    await load();
    if (told && wanted && !told.n_unreviewed) {
      announce(n("{count} game is reviewed.", "{count} games are reviewed.", told.reviewed));
    }
    go();
  }

  // --- drawing -----------------------------------------------------------------------------------------------------

  function show() {
    showWork();
    if (!told) return;
    const { statistics, games, reviewed } = told;
    const focused = body.contains(document.activeElement) ? document.activeElement?.getAttribute("data-keep") : null;
    fill(body, ...(reviewed
      ? [
        summary(statistics),
        trend(statistics),
        phases(statistics),
        kinds(statistics),
        worst(statistics, games),
        table(t("Openings"), t("Opening"), statistics.openings.map((each) => [openingName(each.opening) || "–", each])),
        table(t("Opponents"), t("Opponent"), statistics.opponents.map((each) => [nameOf(each.player), each])),
      ]
      : []));
    if (focused) /** @type {HTMLElement | null} */ (body.querySelector(`[data-keep="${focused}"]`))?.focus();
  }

  function showWork(waiting = "") {
    if (!told) return;
    const { ended, reviewed, n_unreviewed } = told;
    const of = ended
      ? t("{reviewed} of {ended} finished games are reviewed.", { reviewed: grouped(reviewed), ended: grouped(ended) })
      : "";
    status.textContent = [of, running?.words || waiting].filter(Boolean).join(" ");
    bar.hidden = !wanted;
    bar.max = reviewed + n_unreviewed || 1;
    bar.value = reviewed + (running?.share ?? 0);
    const offer = wanted ? "stop" : n_unreviewed ? "begin" : ended ? "none" : "play";
    if (buttons.dataset.offer === offer) return; // keeps the focus
    buttons.dataset.offer = offer;
    fill(buttons,
      offer === "play"
        ? h("section", { class: "nothing-yet" }, thumbnail("othello", PICTURES.progress, 8),
          h("p", {}, t("Finish a game of Othello on the 8×8 board, and see here which moves lost discs.")),
          button(t("Play a game"), () => app.beginAgain(), { class: "primary" }))
        : wanted
        ? button(t("Stop"), stop)
        : n_unreviewed
        ? button(t("Review my games"), begin, { class: "primary" })
        : null, ended ? h("a", { class: "button", href: "#/games" }, t("My games")) : null);
  }

  /** A section with a heading. @param {string} title @param {...any} children */
  function card(title, ...children) {
    return h("section", { class: "card", "aria-label": title }, h("h3", {}, title), ...children);
  }

  /** @param {Statistics} all */
  function summary(all) {
    const facts = [
      [mean(all.loss_of_a_move), t("discs lost a move")],
      [mean(all.loss_of_a_game, 1), t("discs lost a game")],
      [mean(all.blunders / all.games, 1), t("blunders a game")],
      [mean(all.mistakes / all.games, 1), t("mistakes a game")],
      [all.colours.black.moves ? mean(all.colours.black.loss_of_a_move) : "–", t("discs lost a move as Black")],
      [all.colours.white.moves ? mean(all.colours.white.loss_of_a_move) : "–", t("discs lost a move as White")],
    ];
    return card(t("In short"),
      h("ul", { class: "facts" },
        ...facts.map(([number, words]) =>
          h("li", {}, h("strong", {}, number), " ", h("span", { class: "muted" }, words))
        )));
  }

  /** @param {Statistics} all */
  function trend(all) {
    const views = [["phases", t("By phase")], ["kinds", t("By kind of mistake")]];
    const switches = views.map(([view, words]) =>
      button(words, () => ((plot = view), show()), { "aria-pressed": String(plot === view), "data-keep": view })
    );
    const units = [["", t("Automatic")], ["month", t("By month")], ["year", t("By year")], ["games", t("By games")]];
    const unit = choice(t("Steps"), units, by, (value) => ((by = value), load()), { "data-keep": "unit" });
    const shown = plot === "phases" ? phaseLines(all) : kindLines(all);
    return card(t("How it changes"),
      h("div", { class: "finder" },
        h("div", { class: "segmented", role: "group", "aria-label": t("View of the plot") }, ...switches), unit),
      ...(all.trend.length < 2
        ? [h("p", { class: "muted" }, t("There are too few games for a line yet."))]
        : [h("p", { class: "muted small" }, shown.about), draw(shown, all), key(shown), asTable(shown, all)]));
  }

  /** @param {Statistics} all @returns {Shown} */
  function phaseLines(all) {
    const of = (/** @type {Tally} */ tally) => (tally.moves ? tally.loss_of_a_move : null);
    return { about: t("Discs lost a move, on average: less is better."), digits: 2,
      lines: [{ name: t("All moves"), values: all.trend.map(of) },
        ...Object.entries(PHASES).map(([phase, name]) => ({ name,
          values: all.trend.map((point) => of(point.phases[phase])) })
        )] };
  }

  /** @param {Statistics} all @returns {Shown} */
  function kindLines(all) {
    return { about: t("Mistakes per ten games, for the kinds that cost you most."), digits: 1,
      lines: Object.keys(all.kinds).slice(0, 4).map((kind) => ({ name: kindOf(kind)[0],
        values: all.trend.map((point) => (10 * (point.kinds[kind]?.count ?? 0)) / point.games) })
      ) };
  }

  /** @param {Shown} shown @param {Statistics} all */
  function draw({ lines, about }, all) {
    const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
    const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].find((each) => each * 5 >= most) ?? 100;
    const n_steps = Math.max(1, Math.ceil(most / step));
    const last = all.trend.length - 1;
    const x = (/** @type {number} */ at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / last;
    const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / (step * n_steps);
    const parts = [];
    for (let i = 0; i <= n_steps; i++) {
      parts.push(s("path", { d: `M${LEFT} ${y(i * step)}H${WIDTH - RIGHT}`, class: i ? "axis" : "axis zero" }));
      parts.push(s("text", { x: LEFT - 6, y: y(i * step) + 4, class: "tick" }, String(tenths(i * step))));
    }
    const every = Math.ceil((last + 1) / 5);
    all.trend.forEach((point, at) => {
      const side = at === 0 ? "start" : at === last ? "end" : "middle";
      if (at % every === 0) parts.push(s("text", { x: x(at), y: HEIGHT - 7, class: `tick ${side}` }, point.name));
    });
    lines.forEach(({ values }, number) => {
      const places = values.flatMap((value, at) => (value === null ? [] : [[x(at), y(value)]]));
      parts.push(s("path", { d: `M${places.map((place) => place.join(" ")).join("L")}`, class: `trend of-${number}` }));
      for (const [cx, cy] of places) parts.push(s("circle", { cx, cy, r: 3, class: `spot of-${number}` }));
    });
    return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": about }, ...parts);
  }

  /** The key of the lines. @param {Shown} shown */
  function key({ lines }) {
    return h("ul", { class: "plot-key small" },
      ...lines.map(({ name }, number) => h("li", {}, keyLine(`trend of-${number}`), " ", name)));
  }

  /** The plot as a table, for a screen reader. @param {Shown} shown @param {Statistics} all */
  function asTable({ lines, digits }, all) {
    const rows = all.trend.map((point,
      at) => [point.name, ...lines.map(({ values }) => (values[at] === null ? "–" : mean(values[at] ?? 0, digits)))]
    );
    return h("details", { class: "small" }, h("summary", {}, t("The plot as a table")),
      titledTable(t("How it changes"), ["", ...lines.map(({ name }) => name)], rows));
  }

  /** @param {string} title @param {string[]} headings @param {any[][]} rows */
  function titledTable(title, headings, rows) {
    return tableHost(t("{title}, as a table", { title }), plainTable(headings, rows));
  }

  /** A bar, scaled to the longest.
   * @param {string} name @param {number} share @param {string} number @param {string} words */
  function barOf(name, share, number, words, about = "") {
    const full = h("span", {});
    full.style.setProperty("--share", String(share));
    return h("li", {}, h("span", { class: "name" }, name), h("span", { class: "share", "aria-hidden": "true" }, full),
      h("span", { class: "number" }, number), h("span", { class: "muted small words" }, words),
      about ? h("span", { class: "muted small about" }, about) : null);
  }

  /** @param {Statistics} all */
  function phases(all) {
    const tallies = Object.entries(PHASES).map(([phase, name]) => ({ name, tally: all.phases[phase] }));
    const most = Math.max(0.01, ...tallies.map(({ tally }) => tally.loss_of_a_move));
    const graded = (/** @type {Tally} */ tally) =>
      t("?? {blunders}, ? {mistakes}, ?! {inaccuracies}", { blunders: grouped(tally.blunders),
        mistakes: grouped(tally.mistakes), inaccuracies: grouped(tally.inaccuracies) });
    return card(t("Phases of the game"),
      h("p", { class: "muted small" },
        t("Discs lost a move. The opening lasts until 41 squares are empty, the endgame begins with 20.")),
      h("ul", { class: "bars" },
        ...tallies.map(({ name, tally }) =>
          barOf(name, tally.loss_of_a_move / most, mean(tally.loss_of_a_move), graded(tally))
        )));
  }

  /** @param {Statistics} all */
  function kinds(all) {
    const rows = Object.entries(all.kinds).map(([kind, sums]) => ({ words: kindOf(kind), sums }));
    if (all.unknown.count) rows.push({ words: [t("None of these"), ""], sums: all.unknown });
    const most = Math.max(0.01, ...rows.map(({ sums }) => sums.loss));
    const row = (/** @type {{words: string[], sums: Sums}} */ { words: [name, about], sums: { count, loss } }) =>
      barOf(name, loss / most, mean(loss / all.games, 1), n("{count} time", "{count} times", count), about);
    return card(t("Kinds of mistake"),
      h("p", { class: "muted small" },
        t("Discs lost per game by each kind of mistake; a move can be of several kinds.")),
      rows.length ? h("ul", { class: "bars" }, ...rows.map(row)) : h("p", {}, t("No mistake was found.")));
  }

  /** @param {Statistics} all @param {Record<string, Game>} games */
  function worst(all, games) {
    if (!all.worst.length) return null;
    const shown = (
      /** @type {Worst} */ { game, ply, move, best, loss, badge: sign, grade, proven, doubt, kinds: names, opponent,
        date },
    ) =>
      h("button", { type: "button", class: "costly", on: { click: () => app.examine(games[game], "review", ply + 1) } },
        h("span", { class: "lost" }, badge({ sign, grade, proven }), " ",
          n("{count} disc lost", "{count} discs lost", tenths(loss)), doubtOf(doubt)),
        h("span", {}, t("{move} instead of {best}", { move, best }), " ",
          h("span", { class: "muted small" },
            t("against {name}, {date}", { name: nameOf(opponent), date: date.slice(0, 10) }))),
        h("span", { class: "tags" }, ...names.map((kind) => h("span", { class: "tag" }, kindOf(kind)[0]))));
    const isSure = all.worst.every(({ proven }) => proven);
    const doubt = isSure
      ? null
      : h("p", { class: "muted small" },
        t("A hollow mark is an estimate: a longer search may find another move best."));
    return card(t("Costliest mistakes"), doubt,
      h("ol", { class: "worst" }, ...all.worst.map((each) => h("li", {}, shown(each)))));
  }

  /** @param {string} title @param {string} first @param {any[][]} rows  Name and tally of each. */
  function table(title, first, rows) {
    const cells = rows.map((
      [name, tally],
    ) => [h("bdi", {}, name), grouped(tally.games), mean(tally.loss_of_a_move), mean(tally.loss_of_a_game, 1),
      grouped(tally.blunders)]
    );
    return card(title,
      titledTable(title, [first, t("Games"), t("Discs a move"), t("Discs a game"), t("Blunders")], cells));
  }

  return { async enter() {
    app.places.write("#/progress");
    await load();
    go();
  }, show };
}
