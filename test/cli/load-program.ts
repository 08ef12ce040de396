import { setTimeout } from "node:timers/promises";
import { loadScript } from "../../src/cli/compiled-code.ts";

// Loads a script, then uses and frees 12 MB in blocks, and prints how many megabytes of them the process still has.
const [file = ""] = process.argv.slice(2);
loadScript(file);
const resident = () => process.memoryUsage().rss / 1e6;
await collectGarbage();
const before = resident();
let blocks = Array.from({ length: 24 }, () => Buffer.alloc(500_000, 1));
const used = resident() - before;
blocks = [];
await collectGarbage();
console.log(JSON.stringify({ used, kept: resident() - before, blocks: blocks.length }));

async function collectGarbage(): Promise<void> {
  for (let time = 0; time < 5; time += 1) {
    globalThis.gc?.();
    // Buffers are freed by another thread.
    await setTimeout(20);
  }
}
