import { setTimeout } from "node:timers/promises";
import { growHeapBy } from "../../src/cli/heap-growth.ts";

// Holds 32 MB of objects of which each is replaced many times, and prints the largest size of the heap, in megabytes.
const [percent] = process.argv.slice(2);
if (percent !== undefined) growHeapBy(Number(percent));
const held = Array.from({ length: 4000 }, () => newObject());
let largest = 0;
for (let round = 0; round < 12; round += 1) {
  for (let at = 0; at < held.length; at += 1) {
    held[at] = newObject();
    if (at % 50 !== 0) continue;
    largest = Math.max(largest, process.memoryUsage().heapTotal / 1e6);
    // V8 marks in other threads meanwhile.
    await setTimeout(1);
  }
}
console.log(largest);

function newObject(): number[] {
  return new Array<number>(1000).fill(0.5);
}
