// The same work for boardgame.io: a table of two, everybody marks a sheet, both are told the whole state.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const [port, storage, folder] = process.argv.slice(2);

const sheet = () => ({ marks: Array(38).fill(0), windows: Array(9).fill(0), score: 0 });
const Sheets = {
  name: "sheets",
  setup: () => ({ turn: 0, sheets: [sheet(), sheet()], board: "x".repeat(5200) }),
  moves: {
    mark: ({ G, playerID }, station) => {
      const mine = G.sheets[Number(playerID)];
      if (mine.marks[station]) return "INVALID_MOVE";
      G.turn += 1;
      mine.marks[station] = G.turn;
      mine.score += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.turn >= 70 ? { winner: "0" } : undefined),
};

const options = { games: [Sheets], origins: [Origins.LOCALHOST] };
if (storage === "flatfile") options.db = new FlatFile({ dir: folder });
Server(options).run(Number(port));
