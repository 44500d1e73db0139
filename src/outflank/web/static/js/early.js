// Inlined in the page before its script: open the connection while the script loads.

import { recall, remember } from "./core/dom.js";
import { greetingSocket } from "./core/protocol.js";

{
  let key = recall("key", ""); // in a private window, lasts until it is closed
  if (!key) {
    key = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
      "abcdefghijklmnopqrstuvwxyz012345"[byte % 32]).join("");
    remember("key", key);
  }
  const kept = recall("kinds", null);
  const known = kept?.kinds?.othello ? kept : null;
  const socket = greetingSocket(key, known);
  const heard = [];
  socket.onmessage = (message) => heard.push(message.data);
  window.outflankEarly = { socket, heard, key, known };
  const withBoard = /^#\/(play|analyse|review)/.test(location.hash);
  document.documentElement.classList.toggle("on-screen", !withBoard);
}
