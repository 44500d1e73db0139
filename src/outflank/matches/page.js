"use strict";
// Replays the games of a tournament. Each move is the name of a move, who made it, and the cells that it changed.
(() => {
  const data = JSON.parse(document.getElementById("games").textContent);
  const host = document.getElementById("replay");
  if (!data.games.length) return;
  const SVG = "http://www.w3.org/2000/svg";
  const PIECES = { X: "#111111", O: "#f7f7f2", B: "#2b6cd4", R: "#d43c3c", G: "#37b35a" };
  const FELT = data.symbols.includes("G") ? "var(--stone)" : "var(--felt)"; // on which a green piece shows
  const CELL = 40;
  const MARGIN = 24;

  const make = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const draw = (name, attributes, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };

  const choice = make("select", {});
  data.games.forEach((game, number) => choice.append(make("option", { value: number }, game.title)));
  const board = draw("svg", { class: "board", role: "img" });
  const slider = make("input", { type: "range", min: 0, "aria-label": "Move" });
  const words = make("p", { "aria-live": "polite" });
  const end = make("p", { class: "soft" });
  const button = (label, text, act) => {
    const made = make("button", { type: "button", "aria-label": label, title: label }, text);
    made.addEventListener("click", act);
    return made;
  };
  const name = (made, label) => {
    made.textContent = label;
    made.title = label;
    made.setAttribute("aria-label", label);
  };
  let game = data.games[0];
  let at = 0;
  let playing = 0;
  const play = button("Play", "Play", () => (playing ? stop() : start()));
  host.append(
    make("label", { class: "field" }, make("span", {}, "Game"), choice),
    board,
    make("div", { class: "controls" }, button("First position", "«", () => go(0)), button("Back", "‹", () => go(at - 1)), play, button("On", "›", () => go(at + 1)), button("Last position", "»", () => go(game.moves.length)), slider),
    words,
    end,
  );

  function start() {
    if (at === game.moves.length) go(0);
    playing = setInterval(() => (at < game.moves.length ? show(at + 1) : stop()), 700);
    name(play, "Pause");
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
    name(play, "Play");
  }

  function go(ply) {
    stop();
    show(Math.max(0, Math.min(game.moves.length, ply)));
  }

  function cellsAt(ply) {
    const cells = [...game.cells];
    for (const [, , changes] of game.moves.slice(0, ply)) for (const [piece, places] of changes) for (const place of places) cells[place] = piece;
    return cells;
  }

  function show(ply) {
    at = ply;
    slider.max = game.moves.length;
    slider.value = ply;
    const cells = cellsAt(ply);
    const [move, seat, changes] = ply ? game.moves[ply - 1] : ["", 0, []];
    const last = ply ? changes.flatMap(([, places]) => places).find((place) => nameOf(place) === move) : undefined;
    const width = game.width * CELL + MARGIN;
    const height = (cells.length / game.width) * CELL + MARGIN;
    board.setAttribute("viewBox", `0 0 ${width} ${height}`);
    board.replaceChildren(draw("rect", { width, height, fill: FELT }));
    cells.forEach((piece, place) => {
      const x = MARGIN + (place % game.width) * CELL;
      const y = MARGIN + Math.floor(place / game.width) * CELL;
      board.append(draw("rect", { x, y, width: CELL, height: CELL, fill: piece === "#" ? "var(--wall)" : "none", stroke: "var(--grid)" }));
      if (PIECES[piece]) board.append(draw("circle", { cx: x + CELL / 2, cy: y + CELL / 2, r: CELL * 0.42, fill: PIECES[piece], stroke: "#00000066" }));
      if (place === last) board.append(draw("circle", { cx: x + CELL / 2, cy: y + CELL / 2, r: 5, fill: "#ff9f1c", stroke: "#000000" }));
    });
    for (let i = 0; i < game.width; i++) board.append(draw("text", { x: MARGIN + (i + 0.5) * CELL, y: 17, "text-anchor": "middle", fill: "#ffffff", "font-size": 14 }, String.fromCharCode(97 + i)));
    for (let i = 0; i < cells.length / game.width; i++) board.append(draw("text", { x: 12, y: MARGIN + (i + 0.62) * CELL, "text-anchor": "middle", fill: "#ffffff", "font-size": 14 }, String(i + 1)));
    const counts = game.players.map((name, number) => `${name} ${cells.filter((piece) => piece === data.symbols[number]).length}`).join(" – ");
    board.setAttribute("aria-label", `The board after ${ply} moves: ${counts}`);
    const made = ply ? `Move ${ply} of ${game.moves.length}: ${data.seats[seat]} ${move}. ` : `The start, ${game.moves.length} moves follow. `;
    words.textContent = made + counts;
    end.textContent = `${data.seats.map((side, number) => `${side}: ${game.players[number]}`).join(", ")}. ${game.ending}.`;
  }

  const nameOf = (place) => `${String.fromCharCode(97 + (place % game.width))}${Math.floor(place / game.width) + 1}`;

  function open(number) {
    stop();
    choice.value = number;
    game = data.games[number];
    show(game.moves.length);
  }

  choice.addEventListener("change", () => open(Number(choice.value)));
  slider.addEventListener("input", () => go(Number(slider.value)));
  for (const link of document.querySelectorAll("[data-game]")) {
    const number = data.games.findIndex((each) => String(each.number) === link.dataset.game);
    if (number < 0) continue;
    link.replaceChildren(
      button(`Show game ${link.dataset.game}`, link.dataset.game, () => {
        open(number);
        host.scrollIntoView();
        choice.focus({ preventScroll: true });
      }),
    );
  }
  host.hidden = false;
  open(0);
})();
