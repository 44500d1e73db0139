// Inlined in the page before its script: open the connection, and ask for the content of the home meanwhile.

import { recall, remember } from "./core/dom.js";
import { LATEST, lookAtStart, MINE } from "./core/homeasks.js";
import { greetingSocket } from "./core/protocol.js";
import { isInstalled } from "./core/workers.js";

{
  let key = recall("key", ""); // in a private window, lasts until it is closed
  if (!key) {
    key = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
      "abcdefghijklmnopqrstuvwxyz012345"[byte % 32]).join("");
    remember("key", key);
  }
  const kept = recall("kinds", null);
  const known = kept?.kinds?.othello ? kept : null;
  const isHome = /^(#\/?)?$/.test(location.hash);
  // an installed page shows its stored answers first; games to send or to claim change the answers
  const isPlain = !isInstalled() && !recall("unsent", false) && !recall("games", []).length;
  const asked = isHome && isPlain
    ? [["practice"], ["rating"], ["games", LATEST], ["games", MINE],
      known ? ["daily"] : ["look", lookAtStart("othello")]]
    : [];
  const socket = greetingSocket(key, known);
  socket.addEventListener("open",
    () => asked.forEach(([type, fields], index) => socket.send(JSON.stringify({ type, id: index + 1, ...fields }))));
  const heard = [];
  socket.onmessage = (message) => heard.push(message.data);
  window.outflankEarly = { socket, heard, key, known, asked };
  const withBoard = /^#\/(play|analyse|review)/.test(location.hash);
  document.documentElement.classList.toggle("on-screen", !withBoard);
  addEventListener("click", ({ target }) => (window.outflankPressed = target.closest("button[id]")));
}
