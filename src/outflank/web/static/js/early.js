// The lines that stand in the page itself, before its script: they connect while that is on its way.

import { recall, remember } from "./core/dom.js";
import { greetingSocket } from "./core/protocol.js";

{
  let key = recall("key", ""); // a private window has one for as long as it is open
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
