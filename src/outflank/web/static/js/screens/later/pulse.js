// A watch on the connection of a player in a game with a clock or with others: a silent server is asked for a sign of
// life. Spectators do not ask, because there may be thousands of them.

const LOOK_MS = 500;
const SILENT_MS = 2000; // a server that is silent for so long is asked
const LOST_MS = 3000; // and counts as lost without an answer in this time

/** @param {import("../play.js").Play} play */
export function build(play) {
  const { app } = play;
  let asked = 0; // when the server was asked; 0 without an open question
  let looked = 0;

  function look() {
    const { connection } = app;
    const now = performance.now();
    const slept = now - looked > SILENT_MS; // the browser had stopped this page
    looked = now;
    if (slept || connection.heardAt > asked || !connection.ready) asked = 0;
    const { state } = play;
    if (app.mode !== play || !state?.part || state.result || !(state.clock || state.shared)) return;
    if (!connection.ready) connection.retry();
    else if (asked && now - asked > LOST_MS) connection.giveUp();
    else if (!asked && now - connection.heardAt > SILENT_MS) {
      asked = now;
      connection.tell("ping", {});
    }
  }

  setInterval(look, LOOK_MS);
  return {};
}
