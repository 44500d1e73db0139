// What stands in the page itself, before its script is there: the connection is made while that is on its way.

import { VERSION } from "./core/protocol.js";

{
  const recall = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`outflank.${name}`) ?? "null");
    } catch {
      return null; // a private window: it has a key for as long as it is open
    }
  };
  let key = recall("key");
  if (!key) {
    key = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
      "abcdefghijklmnopqrstuvwxyz012345"[byte % 32]).join("");
    try {
      localStorage.setItem("outflank.key", JSON.stringify(key));
    } catch {
      // as above
    }
  }
  const kept = recall("kinds");
  const known = kept?.kinds?.othello ? kept : null;
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
  const heard = [];
  socket.onopen = () =>
    socket.send(JSON.stringify({ type: "hello", id: 0, v: VERSION, key, knows: known?.edition ?? "" }));
  socket.onmessage = (message) => heard.push(message.data);
  window.outflankEarly = { socket, heard, key, known };
  const withBoard = /^#\/(play|analyse|review)/.test(location.hash);
  document.documentElement.classList.toggle("on-screen", !withBoard);
}
