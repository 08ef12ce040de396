import { type ChildProcess, fork } from "node:child_process";
import { constructs } from "../test/support/hostile-text.ts";
import { pageReaders } from "../test/support/page-readers.ts";
import { processorTime } from "./processor-time.ts";

/**
 * Runs every reader of a page over hostile repetitions of every construct at 0.1, 1 and 5 MB. Prints what takes long
 * or grows faster than the page, and at the end the worst construct of each reader:
 *
 *     npx tsx bench/hostile-pages.ts [--most 1] [--reader <part of a name>] [--construct <part of a name>]
 *
 * `--most` is the largest size in MB. A case that takes longer than `longest` is stopped and reported, and its larger
 * sizes are skipped.
 */
const sizes = [100_000, 1_000_000, 5_000_000];
/** Milliseconds of the clock for one case at one size. */
const longest = 60_000;
/** Milliseconds of processor time per MB from which a case is printed. */
const noteworthy = 1_000;
/** Linear work takes 10 times as long for 10 times the text. */
const widestGrowth = 2;

interface Measured {
  readonly construct: string;
  /** Milliseconds of processor time, in the order of `sizes`. */
  readonly ms: readonly number[];
  readonly failure?: string;
}

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const chosenSizes = sizes.filter((size) => size <= Number(option("most") ?? 1) * 1_000_000);
const chosen = (name: string, wanted: string | undefined) => wanted === undefined || name.includes(wanted);
const chosenConstructs = constructs.filter(({ name }) => chosen(name, option("construct")));

if (process.send === undefined) await superviseAll();
else await measureAll(process.argv[2] ?? "", Number(process.argv[3] ?? 0));

async function superviseAll(): Promise<void> {
  const table: string[] = [];
  for (const reader of Object.keys(pageReaders).filter((name) => chosen(name, option("reader")))) {
    const all: Measured[] = [];
    while (all.length < chosenConstructs.length) await supervise(reader, all);
    const worst = all.reduce((most, each) => ((each.ms.at(-1) ?? 0) > (most.ms.at(-1) ?? 0) ? each : most));
    table.push(`${reader} | ${worst.ms.map(Math.round).join(" | ")} | ${worst.construct}`);
    if (all.some(isNoteworthy)) process.exitCode = 1;
  }
  process.stdout.write(`\nreader | ${chosenSizes.map((size) => `${size / 1_000_000} MB`).join(" | ")} | construct\n`);
  process.stdout.write(`${table.join("\n")}\n`);
}

/** Has a child process measure the remaining cases until it ends or has to be stopped. */
function supervise(reader: string, all: Measured[]): Promise<void> {
  return new Promise((resolve) => {
    const child = fork(new URL(import.meta.url).pathname, [reader, String(all.length), ...process.argv.slice(2)], {
      execArgv: ["--import", "tsx", "--max-old-space-size=4000"],
    });
    let unfinished: Measured | undefined;
    let timer: NodeJS.Timeout | undefined;
    const note = (measured: Measured) => {
      all.push(measured);
      if (isNoteworthy(measured)) {
        const times = measured.ms.map((ms) => `${Math.round(ms)} ms`).join(", ");
        process.stdout.write(`${reader}: ${measured.construct}: ${times} ${measured.failure ?? ""}\n`);
      }
      unfinished = undefined;
    };
    const giveUp = (failure: string) => {
      const construct = chosenConstructs[all.length]?.name ?? "";
      note({ ...(unfinished ?? { construct, ms: [] }), failure });
    };
    const watch = (running: ChildProcess) => {
      clearTimeout(timer);
      timer = setTimeout(() => running.kill("SIGKILL"), longest);
    };
    watch(child);
    child.on("message", (message: { measured: Measured; done: boolean }) => {
      watch(child);
      if (message.done) note(message.measured);
      else unfinished = message.measured;
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (signal !== null) giveUp("is stopped");
      else if (code !== 0) giveUp(`ends with ${code}`);
      resolve();
    });
  });
}

function isNoteworthy({ ms, failure }: Measured): boolean {
  if (failure !== undefined) return true;
  return ms.some((time, index) => {
    const [size = 1, before = 1] = [chosenSizes[index], chosenSizes[index - 1]];
    if (time > 300 && time > (noteworthy * size) / 1_000_000) return true;
    return index > 0 && time > 300 && time > (ms[index - 1] ?? 0) * (size / before) * widestGrowth;
  });
}

async function measureAll(reader: string, from: number): Promise<void> {
  const read = pageReaders[reader];
  if (read === undefined) throw new Error(`There is no reader called ${reader}.`);
  const tell = (measured: Measured, done: boolean) =>
    new Promise((resolve) => process.send?.({ measured, done }, resolve));
  // The first call includes one-time compilation and loading.
  await attempt(read, "# a\n\nb\n");
  for (const { name: construct, text } of chosenConstructs.slice(from)) {
    let measured: Measured = { construct, ms: [] };
    for (const size of chosenSizes) {
      const page = text(size);
      const started = processorTime();
      const failure = await attempt(read, page);
      measured = { ...measured, ms: [...measured.ms, processorTime() - started], ...(failure && { failure }) };
      if (failure !== undefined) break;
      await tell(measured, false);
    }
    await tell(measured, true);
  }
  process.disconnect?.();
}

async function attempt(read: (text: string) => unknown, page: string): Promise<string | undefined> {
  try {
    await read(page);
    return undefined;
  } catch (error) {
    return `throws ${String(error).slice(0, 100)}`;
  }
}
