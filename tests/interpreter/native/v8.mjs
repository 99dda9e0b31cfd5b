// Run the module in a folder as its task says; print what was found as JSON.
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const task = JSON.parse(readFileSync(`${folder}/task.json`, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(`${folder}/module.wasm`), {});
const { memory, ...exported } = instance.exports;

function played() {
  const words = new BigInt64Array(memory.buffer, 8 * task.at, 624);
  task.chance.slice(0, 624).forEach((word, n) => (words[n] = BigInt(word)));
  exported.g_mt.value = BigInt(task.chance[624]);
  exported.rollouts(BigInt(task.first), BigInt(task.matches), 0n);
  return [...new BigInt64Array(memory.buffer, 8 * task.rows, task.cells)].map(Number);
}

function driven() {
  new Uint8Array(memory.buffer).set(Buffer.from(task.content, "base64"), 8 * task.top);
  exported.put_match(BigInt(task.top));
  const counts = [task.count];
  while (counts.at(-1) && counts.length < task.answers) {
    counts.push(Number(exported.answer(BigInt(Math.floor(counts.at(-1) / 2)))));
  }
  return counts;
}

console.log(JSON.stringify(task.content ? driven() : played()));
