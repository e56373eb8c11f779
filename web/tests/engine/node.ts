// Answers questions about compiled games in Node, a line of JSON each.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { answering, type Asked } from './answers';

const built = process.argv[2]!;

const answer = answering({
  module: (game) => new WebAssembly.Module(readFileSync(`${built}/${game}.wasm`)),
  digest: (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12),
  clock() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
});

for await (const line of createInterface({ input: process.stdin })) {
  let told: unknown;
  try {
    told = answer(JSON.parse(line) as Asked);
  } catch (fault) {
    told = { fault: String(fault) };
  }
  console.log(JSON.stringify(told));
}
