// A bot in JavaScript: plays the move with the longest text. Try it: tablewright rate matrix "run:node examples/bots/first.js"
const lines = require("node:readline").createInterface({ input: process.stdin });
const answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello" || message.type === "game") {
    answer({ type: "ready" });
  } else if (message.type === "decide") {
    const best = message.moves.reduce((one, other) => (other.text.length > one.text.length ? other : one));
    answer({ type: "move", id: best.id, note: `one of ${message.moves.length}` });
  }
});
