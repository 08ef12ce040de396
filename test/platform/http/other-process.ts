import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { PlatformOptions } from "../../../src/platform/index.ts";
import { programFile } from "../../support/program-file.ts";

const program = programFile(import.meta.dirname, "platform-process.ts");

export interface Workspace {
  readonly organization: string;
  readonly user: string;
  readonly token: string;
}

interface PlainAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** A platform on a folder, in a separate process. */
export class OtherProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #sent = 0;

  /** `files`: object storage for its large files. */
  constructor(folder: string, files?: PlatformOptions["files"]) {
    this.#child = fork(program, [folder, ...(files === undefined ? [] : [JSON.stringify(files)])], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.on("message", ({ id, answer }: { id: number; answer: unknown }) => this.#waiting.get(id)?.(answer));
  }

  /** Resolves when the platform has opened the folder and found or created its workspace. */
  async started(): Promise<Workspace> {
    const stopped = once(this.#child, "exit").then(() =>
      Promise.reject(new Error("the process ended before it was ready")),
    );
    return (await Promise.race([this.#answer(0), stopped])) as Workspace;
  }

  async send(line: string, body?: string): Promise<PlainAnswer> {
    this.#sent += 1;
    this.#child.send({ id: this.#sent, line, ...(body === undefined ? {} : { body }) });
    return (await this.#answer(this.#sent)) as PlainAnswer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #answer(id: number): Promise<unknown> {
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }
}
