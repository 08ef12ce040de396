import { fork } from "node:child_process";
import { constructs } from "../test/support/hostile-text.ts";
import { pageReaders } from "../test/support/page-readers.ts";
import { processorTime } from "../test/support/processor-time.ts";

/**
 * Runs every reader of a page over hostile repetitions of every construct, at growing sizes, and prints what takes
 * long or grows faster than the page:
 *
 *     npx tsx bench/hostile-pages.ts [--most 1] [--reader <part of a name>] [--construct <part of a name>]
 *
 * `--most` is the largest size in MB. A size is not tried where the one before it foretells that it would take longer
 * than `longest`; a measurement that does not end is stopped.
 */
const sizes = [25_000, 100_000, 1_000_000, 5_000_000];
/** Milliseconds of processor time. */
const longest = 60_000;
/** Milliseconds for each MB that are worth a line. */
const noteworthy = 1_000;

interface Measured {
  readonly reader: string;
  readonly construct: string;
  readonly size: number;
  readonly ms: number;
  readonly failure?: string;
}

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const most = Number(option("most") ?? 1) * 1_000_000;
const chosen = (name: string, wanted: string | undefined) => wanted === undefined || name.includes(wanted);

if (process.send === undefined) await superviseAll();
else await measureOne(process.argv[2] ?? "", Number(process.argv[3] ?? 0));

async function superviseAll(): Promise<void> {
  const all: Measured[] = [];
  for (const reader of Object.keys(pageReaders).filter((name) => chosen(name, option("reader")))) {
    const slow: Measured[] = [];
    for (let from = 0; from < constructs.length; ) from = await supervise(reader, from, slow);
    for (const measured of slow) all.push(measured);
    if (slow.length === 0) process.stdout.write(`${reader}: ok\n`);
  }
  process.exitCode = all.length > 0 ? 1 : 0;
}

/** Lets a child measure from a construct on; returns where to go on when it had to be stopped. */
function supervise(reader: string, from: number, slow: Measured[]): Promise<number> {
  return new Promise((resolve) => {
    const child = fork(new URL(import.meta.url).pathname, [reader, String(from), ...process.argv.slice(2)], {
      execArgv: ["--import", "tsx", "--max-old-space-size=4000"],
    });
    let at = from;
    const note = (measured: Measured) => {
      slow.push(measured);
      const { construct, size, ms, failure } = measured;
      process.stdout.write(`${reader}: ${construct}: ${size / 1_000_000} MB ${failure ?? `${Math.round(ms)} ms`}\n`);
    };
    const stop = () => {
      note({ reader, construct: constructs[at]?.name ?? "", size: 0, ms: longest, failure: "does not end" });
      at += 1;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(stop, longest);
    child.on("message", (message: { done: number; slow: Measured[] }) => {
      clearTimeout(timer);
      timer = setTimeout(stop, longest);
      for (const measured of message.slow) note(measured);
      at = message.done;
    });
    child.on("exit", (code) => {
      clearTimeout(timer);
      if (code !== null && code !== 0) {
        note({ reader, construct: constructs[at]?.name ?? "", size: 0, ms: 0, failure: `ended with ${code}` });
        at += 1;
      }
      resolve(at);
    });
  });
}

async function measureOne(reader: string, from: number): Promise<void> {
  const read = pageReaders[reader];
  for (const [index, construct] of constructs.entries()) {
    if (index < from || read === undefined) continue;
    const slow: Measured[] = [];
    if (chosen(construct.name, option("construct"))) {
      let before: Measured | undefined;
      for (const size of sizes.filter((each) => each <= most)) {
        // As if it were quadratic.
        if (before !== undefined && before.ms > 50 && before.ms * (size / before.size) ** 2 > longest * 20) break;
        const text = construct.text(size);
        const started = processorTime();
        let failure: string | undefined;
        try {
          await read(text);
        } catch (error) {
          failure = `throws ${String(error).slice(0, 100)}`;
        }
        before = { reader, construct: construct.name, size, ms: processorTime() - started };
        const isSlow = before.ms > 300 && size > 25_000 && before.ms > (noteworthy * size) / 1_000_000;
        if (failure !== undefined || isSlow) slow.push({ ...before, ...(failure === undefined ? {} : { failure }) });
        if (failure !== undefined || before.ms > longest / 6) break;
      }
    }
    await new Promise((resolve) => process.send?.({ done: index + 1, slow }, resolve));
  }
  process.disconnect?.();
}
