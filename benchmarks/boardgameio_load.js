// Against boardgame.io: both seats of every table play as soon as it is their turn, at most once in `pace` seconds.
const { io } = require("socket.io-client");
const [port, tables, seconds, pace] = process.argv.slice(2).map(Number);
const delays = [];
let measuring = false, moves = 0, serial = 0, seated = 0;

function pair() {
  let match = `m${serial++}`, left = 2;
  const sockets = [0, 1].map((seat) => {
    const socket = io(`http://127.0.0.1:${port}/sheets`, { transports: ["websocket"], forceNew: true });
    let sent = 0, waiting = null, next = performance.now() + Math.random() * pace * 1000;
    const take = (state) => {
      if (sent && state._stateID > socket.lastID && state.ctx.currentPlayer !== String(seat)) {
        if (measuring) { delays.push(performance.now() - sent); moves += 1; }
        sent = 0;
      }
      socket.lastID = state._stateID;
      if (state.ctx.gameover) {
        left -= 1;
        if (left === 0) { match = `m${serial++}`; left = 2; sockets.forEach((one) => one.join()); }
        return;
      }
      if (state.ctx.currentPlayer === String(seat) && !sent) {
        clearTimeout(waiting);
        const play = () => {
          sent = performance.now();
          next = sent + pace * 1000;
          const action = { type: "MAKE_MOVE", payload: { type: "mark", args: [state.G.sheets[seat].marks.indexOf(0)], playerID: String(seat) } };
          socket.emit("update", action, state._stateID, match, String(seat));
        };
        const rest = pace ? next - performance.now() : 0;
        if (rest > 0) waiting = setTimeout(play, rest);
        else play();
      }
    };
    socket.join = () => { sent = 0; clearTimeout(waiting); socket.lastID = -1; socket.emit("sync", match, String(seat), undefined, 2); };
    socket.on("connect", () => socket.join());
    socket.on("sync", (id, data) => { seated += 1; if (id === match) take(data.state); });
    socket.on("update", (id, state) => { if (id === match) take(state); });
    return socket;
  });
}

for (let i = 0; i < tables; i++) pair();
const ready = setInterval(() => {
  if (seated < 2 * tables) return;
  clearInterval(ready);
  setTimeout(measure, 2000);
}, 100);

function measure() {
  measuring = true;
  console.log("begin");
  setTimeout(() => {
    measuring = false;
    delays.sort((a, b) => a - b);
    const at = (q) => delays[Math.min(delays.length - 1, Math.floor(q * delays.length))] || 0;
    console.log(JSON.stringify({ moves, p50: at(0.5), p99: at(0.99) }));
    process.exit(0);
  }, seconds * 1000);
}
