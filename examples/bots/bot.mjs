// A bot over lines of JSON: it answers with the first option.
//
//     cardwright agent leduc "node examples/bots/bot.mjs" random

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "ask") {
    console.log(JSON.stringify({ type: "answer", id: message.id, option: 0 }));
  }
}
