// Answers questions about the page's own rules and players, a line of JSON each; see conftest.py.

import { createInterface } from "node:readline";
import { candidates, lookahead, mostDiscs, PLAYERS } from "../../../src/outflank/web/static/js/offline/players.js";
import { viewOf } from "../../../src/outflank/web/static/js/offline/views.js";
import * as rules from "../../../src/outflank/web/static/js/offline/rules.js";

const CHOICES = { moves: rules.movesOf, coco: mostDiscs, lookahead, candidates };

function perft(position, depth) {
  const moves = rules.movesOf(position);
  if (!depth || !moves.length) return 1;
  return moves.reduce((sum, move) => sum + perft(rules.after(position, move), depth - 1), 0);
}

function replay({ start, moves }) {
  let position = rules.parse(start);
  const seen = [];
  for (const name of [...moves, null]) {
    const { text, legal } = viewOf(position);
    seen.push([text, legal]);
    if (name !== null) position = rules.after(position, rules.moveOf(position, name));
  }
  return { seen, counts: rules.countsOf(position), margins: [0, 1].map((side) => rules.marginOf(position, side)) };
}

const ANSWERS = { replay, players: () => Object.keys(PLAYERS),
  perft: ({ start, depth }) => perft(rules.parse(start), depth),
  start: ({ size, mirrored }) => rules.write(rules.start(size, mirrored)),
  parsed: ({ text }) => rules.parse(text) !== null,
  choices: ({ of, start }) => {
    const position = rules.parse(start);
    return CHOICES[of](position).map((move) => rules.nameOf(position, move));
  } };

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(ANSWERS[asked.ask](asked))}\n`);
}
