import { escapeControls } from "../client/excerpt.ts";
import { indentedJson, plainJson } from "../client/json.ts";

/** Prints a value as JSON on one line, in which a terminal finds nothing to act on and that parses to the value. */
export function printJson(value: unknown): void {
  process.stdout.write(`${plainJson(value)}\n`);
}

/** The same for a person to read. */
export function printIndentedJson(value: unknown): void {
  process.stdout.write(`${indentedJson(value)}\n`);
}

/** Prints a line, with whatever cannot be seen or would act on the terminal written out. */
export function printLine(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}

/** `1 page`, `2 pages`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** One line on a terminal that is rewritten as work goes on; elsewhere a line every tenth of the way of each step. */
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

/** Shows how far a backup or a restore is: megabytes that were copied, then contents that were checked. */
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

/** A signal that fires when the person presses Ctrl-C or the process is asked to end. A second time ends it at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of endSignals()) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort(new Error("Interrupted"));
    });
  }
  return controller.signal;
}

/**
 * What asks a process to end. Windows knows no SIGTERM: Ctrl-Break is SIGBREAK there, and a console that is closed is
 * SIGHUP. Elsewhere SIGHUP stays as it is, so that `nohup` can have it ignored.
 */
export const endSignals = (platform = process.platform): readonly NodeJS.Signals[] =>
  platform === "win32" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM"];
