// What stands in the page itself, before its script is there: the connection is made while that is on its way.

(() => {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
  const heard = [];
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", id: 0, v: VERSION }));
  socket.onmessage = (message) => heard.push(message.data);
  window.outflankEarly = { socket, heard };
})();
