import { escapeControls } from "../client/excerpt.ts";
import { indentedJson, plainJson } from "../client/json.ts";

/** Prints a value as JSON on one line, with anything that could control a terminal escaped. */
export function printJson(value: unknown): void {
  process.stdout.write(`${plainJson(value)}\n`);
}

/** The same, formatted for people. */
export function printIndentedJson(value: unknown): void {
  process.stdout.write(`${indentedJson(value)}\n`);
}

/** Prints a line, with invisible and terminal control characters escaped. */
export function printLine(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}

/** `1 page`, `2 pages`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** On a terminal, one line that is updated in place; elsewhere, a line for every tenth of each step. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  #shown = { step: "", tenth: -1 };

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  show(step: string, done: number, total: number): void {
    const share = total === 0 ? 1 : done / total;
    const tenth = Math.floor(share * 10);
    const sameStep = step === this.#shown.step;
    if (this.#stream.isTTY) {
      const width = 30;
      const filled = Math.round(share * width);
      const bar = "█".repeat(filled) + "░".repeat(width - filled);
      const start = sameStep || this.#shown.step === "" ? "\r" : "\n";
      this.#stream.write(`${start}${step.padEnd(8)} ${bar} ${done}/${total}`);
    } else if (!sameStep || tenth !== this.#shown.tenth) {
      this.#stream.write(`${step} ${done}/${total}\n`);
    }
    this.#shown = { step, tenth };
  }

  end(): void {
    if (this.#stream.isTTY && this.#shown.step !== "") this.#stream.write("\n");
  }
}

type Step = "Copying" | "Checking";

const bytesInMegabyte = 1024 * 1024;

/** Shows the progress of a backup or a restore: megabytes copied, then contents checked. */
export function backupProgress() {
  const progress = new Progress();
  return {
    onStep(step: Step, done: number, total: number): void {
      const unit = step === "Copying" ? bytesInMegabyte : 1;
      progress.show(step, Math.ceil(done / unit), Math.ceil(total / unit));
    },
    end: () => progress.end(),
  };
}

/** Milliseconds that a command has to stop by itself after a signal. */
const gracePeriod = 10_000;

/**
 * A signal that fires on Ctrl-C or when the process is asked to stop. The second time, the process ends, and also if it
 * has not stopped within `grace` milliseconds.
 */
export function interruptSignal(grace: () => number = () => gracePeriod): AbortSignal {
  const controller = new AbortController();
  const end = () => process.exit(130);
  for (const name of endSignals()) {
    process.on(name, () => {
      if (controller.signal.aborted) end();
      setTimeout(end, grace()).unref();
      controller.abort(new Error("Interrupted"));
    });
  }
  return controller.signal;
}

/**
 * Signals that ask a process to stop. Windows has no SIGTERM: Ctrl-Break is SIGBREAK there, and closing a console is
 * SIGHUP. Elsewhere SIGHUP is left alone, so that `nohup` can ignore it.
 */
export const endSignals = (platform = process.platform): readonly NodeJS.Signals[] =>
  platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM"];
