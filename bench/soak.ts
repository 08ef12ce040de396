// Keeps a server under mixed load for some minutes and prints errors, latency and memory: what is resident, of that what
// the process does not share with a file, and the heap that is used after collecting garbage, window by window. The space
// keeps its number of pages, since answers about a larger one need more memory; its history grows.
// Options: --minutes, --sessions, --heap (MB it may have), --cache (--cache-megabytes of the server).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { generatePages } from "./generated-docs.ts";
import { McpSession } from "./mcp-session.ts";
import { percentile, timed } from "./measurement.ts";
import { type ResidentMemory, residentMemory } from "./resident-memory.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    sessions: { type: "string", default: "64" },
    heap: { type: "string", default: "256" },
    cache: { type: "string", default: "48" },
  },
});
const heapReport = new URL("./heap-report.mjs", import.meta.url).href;
const duration = Number(values.minutes) * 60_000;
const sessions = Number(values.sessions);

/** In megabytes; `at` is in milliseconds since the start. */
interface Sample extends ResidentMemory {
  readonly at: number;
}

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

  const command = ["serve", "--port", "0", "--confirm", "never", "--cache-megabytes", values.cache];
  const { argv } = copydesk(folder, command);
  const options = ["--expose-gc", `--max-old-space-size=${values.heap}`, "--import", heapReport];
  const child = spawn(process.execPath, [...options, ...argv], { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const ended = once(child, "exit");
  if (child.stdout === null) throw new Error("the server has no output");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as string[];
  const { mcp } = JSON.parse(line ?? "{}") as { mcp: string };

  const tally: Tally = { times: new Map(), errors: new Map() };
  const memory: Sample[] = [];
  const heap: number[] = [];
  child.on("message", (used) => heap.push(Number(used) / 1e6));
  const started = performance.now();
  const sample = () => memory.push({ at: performance.now() - started, ...residentMemory(child.pid ?? 0) });
  const sampling = setInterval(sample, 1000);
  // Seldom, because it collects garbage that would otherwise still be resident.
  const reporting = setInterval(() => child.send("report"), duration / 4);
  const end = started + duration;
  await Promise.all(Array.from({ length: sessions }, (_, at) => worker(at, { mcp, space, ids, end, tally })));
  clearInterval(sampling);
  clearInterval(reporting);
  const last = once(child, "message");
  child.send("report");
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
  let earlier: string | undefined;
  for (let round = at; performance.now() < end; round += 1) {
    const page = ids[(round * 7) % ids.length] ?? "";
    await call("search_docs", { query: ["release path", "stream", "user rate limit", "table"][round % 4], space });
    await call("read_page", { space, page });
    await call("list_pages", { space, depth: 1 });
    await call("find_operations", { task: "restore a deleted space" });
    if (round % 8 === 0) earlier = await editAndMerge(call, space, `Soak ${at} ${round}`, earlier);
    if (round % 20 === 19) {
      await session.close();
      session = await McpSession.open(mcp);
    }
  }
  await session.close();
}

type Call = (name: string, input: Readonly<Record<string, unknown>>) => Promise<string>;

/** Puts a new page in the place of an earlier one, and returns the title of the one that is there. */
async function editAndMerge(call: Call, space: string, title: string, earlier: string | undefined) {
  const opened = await call("open_change_request", { space, subject: title });
  const number = /#(\d+)/.exec(opened)?.[1];
  if (number === undefined) return earlier;
  const draft = { space, change_request: number };
  const removal = earlier === undefined ? [] : [{ action: "delete", page: earlier }];
  await call("write_pages", { ...draft, pages: [{ action: "create", title, markdown: "One.\n" }, ...removal] });
  await call("show_changes", draft);
  await call("merge_change_request", { ...draft, update_first: true });
  return title;
}

function report({ times, errors }: Tally, memory: readonly Sample[]): void {
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
  reportMemory("Resident", memory, ({ total }) => total);
  if (memory.some(({ own }) => own !== undefined)) reportMemory("Not of files", memory, ({ own }) => own ?? Number.NaN);
  process.exitCode = errors.size === 0 ? 0 : 1;
}

/** Prints the mean of each window, and how the last one differs from the first after a minute. */
function reportMemory(what: string, memory: readonly Sample[], megabytes: (sample: Sample) => number): void {
  const length = Math.min(60_000, duration / 6);
  const windows = Array.from({ length: Math.floor(duration / length) }, (_, index) =>
    memory.filter(({ at }) => Math.floor(at / length) === index).map(megabytes),
  );
  const means = windows.map((sizes) => sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const settled = means.slice(Math.round(60_000 / length));
  const [first = Number.NaN] = settled;
  const percent = (size: number) => `${size >= first ? "+" : ""}${((size / first - 1) * 100).toFixed(1)} %`;
  console.log(`${what} (MB, means of ${length / 1000} s): ${means.map((size) => size.toFixed(0)).join(" ")}`);
  console.log(
    `  after the first minute: last ${percent(settled.at(-1) ?? Number.NaN)}, highest ${percent(Math.max(...settled))}`,
  );
}
