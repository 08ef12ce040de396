// Keeps a server under mixed load for some minutes and prints errors, latency and memory: what is resident, and the heap
// that is used after collecting garbage, window by window. Options: --minutes, --sessions, --heap (MB it may have).
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { generatePages } from "./generated-docs.ts";
import { McpSession } from "./mcp-session.ts";
import { percentile, timed } from "./measurement.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    sessions: { type: "string", default: "64" },
    heap: { type: "string", default: "256" },
  },
});
const heapReport = new URL("./heap-report.mjs", import.meta.url).href;
const duration = Number(values.minutes) * 60_000;
const sessions = Number(values.sessions);

interface Tally {
  readonly times: Map<string, number[]>;
  readonly errors: Map<string, number>;
}

await withFolder("soak", async (folder) => {
  const workspace = await openWorkspace(folder);
  const space = await storePages(workspace, generatePages(500));
  const { pages } = await workspace.client.pages.list({ spaceId: space });
  await workspace.platform.close();
  const ids = pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);

  const { argv } = copydesk(folder, ["serve", "--port", "0", "--confirm", "never"]);
  const reporting = ["--expose-gc", `--max-old-space-size=${values.heap}`, "--import", heapReport];
  const child = spawn(process.execPath, [...reporting, ...argv], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const ended = once(child, "exit");
  if (child.stdout === null) throw new Error("the server has no output");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as string[];
  const { mcp } = JSON.parse(line ?? "{}") as { mcp: string };

  const tally: Tally = { times: new Map(), errors: new Map() };
  const memory: number[] = [];
  const heap: number[] = [];
  child.on("message", (used) => heap.push(Number(used) / 1e6));
  const sample = () => {
    memory.push(residentMegabytes(child.pid ?? 0));
    child.send("report");
  };
  const sampling = setInterval(sample, Math.max(1000, duration / 12));
  const end = performance.now() + duration;
  await Promise.all(Array.from({ length: sessions }, (_, at) => worker(at, { mcp, space, ids, end, tally })));
  clearInterval(sampling);
  const last = once(child, "message");
  sample();
  await last;
  child.kill("SIGTERM");
  await ended;
  report(tally, memory);
  console.log(`Heap used after collecting garbage (MB): ${heap.map((used) => used.toFixed(1)).join(" ")}`);
});

interface Work {
  readonly mcp: string;
  readonly space: string;
  readonly ids: readonly string[];
  readonly end: number;
  readonly tally: Tally;
}

/** One agent: it reads and searches, sometimes edits and merges, and every so often leaves and comes back. */
async function worker(at: number, { mcp, space, ids, end, tally }: Work): Promise<void> {
  let session = await McpSession.open(mcp);
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
    let text = "";
    const ms = await timed(async () => {
      try {
        text = await session.call(name, input);
      } catch (error) {
        const problem = `${name}: ${error instanceof Error ? error.message.slice(0, 120) : String(error)}`;
        tally.errors.set(problem, (tally.errors.get(problem) ?? 0) + 1);
      }
    });
    tally.times.set(name, [...(tally.times.get(name) ?? []), ms]);
    return text;
  };
  for (let round = at; performance.now() < end; round += 1) {
    const page = ids[(round * 7) % ids.length] ?? "";
    await call("search_docs", { query: ["release path", "stream", "user rate limit", "table"][round % 4], space });
    await call("read_page", { space, page });
    await call("list_pages", { space, depth: 1 });
    await call("find_operations", { task: "restore a deleted space" });
    if (round % 8 === 0) await editAndMerge(call, space, at, round);
    if (round % 20 === 19) {
      await session.close();
      session = await McpSession.open(mcp);
    }
  }
  await session.close();
}

type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<string>;

async function editAndMerge(call: Call, space: string, at: number, round: number): Promise<void> {
  const opened = await call("open_change_request", { space, subject: `Soak ${at} ${round}` });
  const number = /#(\d+)/.exec(opened)?.[1];
  if (number === undefined) return;
  const draft = { space, change_request: number };
  await call("write_pages", {
    ...draft,
    pages: [{ action: "create", title: `Soak ${at} ${round}`, markdown: "One.\n" }],
  });
  await call("show_changes", draft);
  await call("merge_change_request", { ...draft, update_first: true });
}

function residentMegabytes(pid: number): number {
  return (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) / 1e6;
}

function report({ times, errors }: Tally, memory: readonly number[]): void {
  const all = [...times.values()].flat();
  console.log(
    `${sessions} sessions, ${values.minutes} minutes, ${all.length} calls, ${(all.length / (duration / 1000)).toFixed(0)} a second`,
  );
  for (const [name, own] of [...times, ["all", all] as const]) {
    const at = (share: number) => percentile(own, share).toFixed(0).padStart(6);
    console.log(
      `  ${name.padEnd(22)} ${String(own.length).padStart(7)} calls  p50${at(0.5)}  p99${at(0.99)}  max${at(1)} ms`,
    );
  }
  console.log(`Errors: ${[...errors.values()].reduce((sum, count) => sum + count, 0)}`);
  for (const [problem, count] of errors) console.log(`  ${count} x ${problem}`);
  const half = memory.slice(Math.floor(memory.length / 2));
  const growth = (half.at(-1) ?? 0) - (half[0] ?? 0);
  console.log(
    `Memory (MB): ${memory.map((size) => size.toFixed(0)).join(" ")}; second half ${growth >= 0 ? "+" : ""}${growth.toFixed(0)}`,
  );
  process.exitCode = errors.size === 0 ? 0 : 1;
}
