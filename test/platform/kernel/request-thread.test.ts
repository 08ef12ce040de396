import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { RequestThread, ThreadOutOfMemory } from "../../../src/platform/kernel/request-thread.ts";

/** A thread that allocates as many arrays of a thousand numbers as requested, and says how many it has. */
const source = `const { parentPort } = require("node:worker_threads");
const kept = [];
parentPort.on("message", (count) => {
  for (let at = 0; at < count; at += 1) kept.push(Array.from({ length: 1000 }, () => Math.random()));
  parentPort.postMessage(kept.length);
});`;

it("a thread that exceeds its memory limit fails its question, and the process continues", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "thread.cjs");
  writeFileSync(file, source);
  const url = pathToFileURL(file);
  const thread = new RequestThread<number>({ built: url, source: url, maxMemoryMb: 20 });
  onTestFinished(() => thread.close());
  const { signal } = new AbortController();
  expect(await thread.request(10, signal)).toBe(10);
  await expect(thread.request(1_000_000, signal)).rejects.toThrow(ThreadOutOfMemory);
  expect(thread.isWell).toBe(false);
  await expect(thread.request(1, signal)).rejects.toThrow(ThreadOutOfMemory);
});
