import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { copydesk } from "../stdio-server.ts";

/** A `copydesk serve` that is killed now and then and restarted on the same port; unexpected exits are recorded. */
export class StormedServer {
  readonly #folder: string;
  readonly #options: readonly string[];
  readonly #program: string | undefined;
  #child: ChildProcess | undefined;
  #port = 0;
  #ordered = false;
  #complaint = "";
  /** The output of each process that exited unexpectedly. */
  readonly deaths: string[] = [];
  kills = 0;
  api = "";

  /** `program` is that of another build. */
  constructor(folder: string, options: readonly string[], program?: string) {
    this.#folder = folder;
    this.#options = options;
    this.#program = program;
  }

  async start(): Promise<void> {
    const { argv } = copydesk(this.#folder, ["serve", "--port", String(this.#port), ...this.#options], this.#program);
    const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    this.#ordered = false;
    this.#complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-2000);
    });
    child.once("exit", (code, signal) => {
      if (this.#ordered) return;
      this.deaths.push(`ended by itself with ${signal ?? code}: ${this.#complaint}`);
      // The storm continues, so that lost acknowledged writes are also detected.
      void this.start();
    });
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as string[];
    this.api = (JSON.parse(line ?? "{}") as { api: string }).api;
    this.#port = Number(new URL(this.api).port);
  }

  async kill(): Promise<void> {
    const child = await this.#stop();
    child?.kill("SIGKILL");
    this.kills += 1;
    if (child !== undefined) await once(child, "exit");
    await this.start();
  }

  async end(): Promise<void> {
    const child = await this.#stop();
    child?.kill("SIGTERM");
    if (child !== undefined) await once(child, "exit");
  }

  async #stop(): Promise<ChildProcess | undefined> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return undefined;
    this.#ordered = true;
    return child;
  }
}
