// A bot for Outflank in JavaScript, run by node. Try it: outflank bot check bot.js
//
// Each input line is a question, and each answer is one line. Use console.error for messages to yourself. See
// docs/how-to/let-bots-play.md.
"use strict";

const CORNERS = ["a1", "h1", "a8", "h8"];

function choose(board, side, moves, seconds) {
  // board: 64 characters from a1 to h8, row by row: X is black, O is white, - is empty.
  // side: "X" or "O". moves: the legal moves. seconds: the time left for the game, or for this move.
  return moves.find((move) => CORNERS.includes(move)) ?? moves[Math.floor(Math.random() * moves.length)];
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [word, board, side, moves, seconds] = line.split(" ");
    if (word === "outflank") console.log("ready a bot in JavaScript");
    else if (word === "turn") console.log(choose(board, side, moves.split(","), Number(seconds)));
    else if (word === "quit") process.exit();
  });
