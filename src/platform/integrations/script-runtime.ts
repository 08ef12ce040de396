import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Row } from "../kernel/database/tables.ts";
import { getScriptFiles, lineMark, maxHeap, maxLineLength } from "./script-files.ts";
import { openScriptGate, type ScriptGate, type ScriptWays } from "./script-gate.ts";

/** Limit in megabytes on the memory of the process that runs a script. */
const maxMemory = 256;

/**
 * Milliseconds: timeouts for starting a script, for the response to one event, and for what the script does after the
 * response, and the interval of memory checks.
 */
const times = { start: 10_000, event: 10_000, background: 30_000, look: 50 };

/** Limit on the lines of output of one event. */
const maxLines = 100;

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** When it was written; if left out, when its event is stored. */
  readonly timestamp?: string;
}

export interface ScriptResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** A script in its own process, for the events of one installation, one at a time. */
export interface RunningScript {
  /** Sends it a form, in which scripts for this API receive events. Throws `ScriptStopped`. */
  post(form: FormData): Promise<ScriptResponse>;
  /** Waits for what the script still does after its response, and returns the output of the event. */
  finish(): Promise<readonly LogLine[]>;
  readonly hasEnded: boolean;
  stop(): Promise<void>;
}

/** A script that was stopped or exited, with its output. */
export class ScriptStopped extends Error {
  override readonly name = "ScriptStopped";
  readonly logs: readonly LogLine[];

  constructor(message: string, logs: readonly LogLine[]) {
    super(message);
    this.logs = logs;
  }
}

/** Path of the runtime for scripts (`workerd`): the configured one, or that of the package. */
export function findScriptRuntime(path: string | undefined): string | undefined {
  if (path !== undefined) return existsSync(path) ? path : undefined;
  try {
    const found: unknown = (createRequire(import.meta.url)("workerd") as { default?: unknown }).default;
    return typeof found === "string" && existsSync(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts a script. It has no files, no environment, no network except the gate, 64 MB of heap, and 10 seconds for each
 * event. If the system does not report the memory of a process (anywhere but Linux), only that time limits
 * buffers outside the heap.
 */
export async function startScript(
  program: string,
  { script, runtime }: Pick<Row<"integration">, "script" | "runtime">,
  ways: ScriptWays,
): Promise<RunningScript> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-script-"));
  const gate = await openScriptGate(ways);
  for (const [name, text] of Object.entries(getScriptFiles(script, gate, runtime))) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
  }
  const child = spawn(program, ["serve", "--verbose", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const running = new ScriptProcess(child, gate, folder);
  try {
    await running.started(ways.signal);
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Limit on the bytes of a script's response that are read; the rest is discarded. */
const maxResponseBytes = 10 * 1024 * 1024;

async function readResponse({ status, headers, body }: Response) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxResponseBytes) break;
    chunks.push(chunk);
  }
  return { status, headers, bytes: Buffer.concat(chunks) };
}

class ScriptProcess implements RunningScript {
  readonly #child: ChildProcess;
  readonly #gate: ScriptGate;
  readonly #folder: string;
  readonly #ended: Promise<void>;
  #logs: LogLine[] = [];
  #finished: Promise<void> = Promise.resolve();
  #end: () => void = () => {};
  #watch: NodeJS.Timeout | undefined;
  #port = 0;
  #reason = "the script's process ended";

  constructor(child: ChildProcess, gate: ScriptGate, folder: string) {
    this.#child = child;
    this.#gate = gate;
    this.#folder = folder;
    this.#ended = new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    // Modules write to the one, scripts that listen to events to the other.
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input: input as Readable }).on("line", (line) => this.#note(line));
    }
  }

  /** Resolves when the script is listening. */
  async started(signal: AbortSignal): Promise<void> {
    const control = createInterface({ input: this.#child.stdio[3] as Readable });
    const listening = new Promise<void>((resolve) => {
      control.on("line", (line) => {
        const { event, port } = JSON.parse(line) as { event: string; port?: number };
        if (event !== "listen" || port === undefined) return;
        this.#port = port;
        resolve();
      });
    });
    await this.#within(listening, times.start, "the script did not start");
    const abort = () => this.#kill("the job was stopped");
    signal.addEventListener("abort", abort, { once: true });
    // The signal of the platform outlives its scripts.
    void this.#ended.then(() => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
  }

  async post(form: FormData): Promise<ScriptResponse> {
    this.#logs = [];
    this.#finished = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#watch ??= setInterval(() => void this.#lookAtMemory(), times.look);
    try {
      const response = fetch(`http://127.0.0.1:${this.#port}/v1`, { method: "POST", body: form, redirect: "manual" });
      const late = `the script took longer than ${times.event / 1000} seconds`;
      return await this.#within(response.then(readResponse), times.event, late);
    } catch (error) {
      if (error instanceof ScriptStopped) throw error;
      this.#kill(this.#reason);
      throw new ScriptStopped(this.#reason, this.#logs);
    }
  }

  async finish(): Promise<readonly LogLine[]> {
    const late = `what the script passed to waitUntil took longer than ${times.background / 1000} seconds`;
    await this.#within(this.#finished, times.background, late);
    return this.#logs;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.killed;
  }

  async stop(): Promise<void> {
    this.#kill("it was stopped");
    await this.#ended;
    clearInterval(this.#watch);
    this.#gate.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Kills the process if `work` does not finish in time, and rejects if the process exits first. */
  async #within<Result>(work: Promise<Result>, time: number, late: string): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    work.catch(() => {});
    const ended = this.#ended.then(() => Promise.reject(new ScriptStopped(this.#reason, this.#logs)));
    ended.catch(() => {});
    timer = setTimeout(() => this.#kill(late), time);
    try {
      return await Promise.race([work, ended]);
    } finally {
      clearTimeout(timer);
    }
  }

  #kill(reason: string): void {
    if (this.hasEnded) return;
    this.#reason = reason;
    this.#child.kill("SIGKILL");
  }

  async #lookAtMemory(): Promise<void> {
    const status = await readFile(`/proc/${this.#child.pid}/status`, "utf8").catch(() => "");
    const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    if (resident > maxMemory) this.#kill(`the script took more than ${maxMemory} MB of memory`);
  }

  #note(line: string): void {
    const output = getOutput(line);
    const canceled = canceledRequest.exec(line)?.[1];
    if (output !== undefined) this.#noteOutput(output);
    else if (canceled !== undefined) this.#kill(cancelReasons[canceled] ?? canceled);
    else if (/uncaught exception/i.test(line)) {
      const message = line.replace(/^.*?remote\.jsg\.|^.*?failed: (?:jsg\.)?/, "").slice(0, maxLineLength);
      this.#add({ level: "error", message: `Uncaught: ${message}` });
    } else if (/heap out of memory|last resort; GC/.test(line)) {
      this.#reason = `the script took more than ${maxHeap} MB of heap`;
    }
  }

  #noteOutput([level = "log", message = ""]: readonly string[]): void {
    if (level === "end") this.#end();
    else this.#add({ level: levels[level] ?? "info", message });
  }

  #add(line: LogLine): void {
    if (this.#logs.length > maxLines) return;
    const isLast = this.#logs.length === maxLines;
    const stored: LogLine = isLast ? { level: "warn", message: `Only the first ${maxLines} lines are stored.` } : line;
    this.#logs.push({ timestamp: new Date().toISOString(), ...stored });
  }
}

const levels: Readonly<Record<string, LogLine["level"]>> = {
  debug: "debug",
  trace: "debug",
  warn: "warn",
  error: "error",
};

/**
 * A line of the runtime's log: it canceled a request, whose `end` mark will not come. Scripts cannot write its start.
 */
const canceledRequest =
  /^workerd\/\S+ (?:info|error): uncaught exception(?:; exception =|:) workerd\/\S+ failed: (?:remote\.)?jsg\.Error: The (Node\.js process\.exit|Workers runtime canceled this request)/i;

const cancelReasons: Readonly<Record<string, string>> = {
  "Node.js process.exit": "the script called process.exit",
  "Workers runtime canceled this request": "the script waits for something that never happens",
};

const logStart = `["${lineMark}`;

/** Precedes in the runtime's own log what a script wrote. A regular expression would be quadratic in a hostile line. */
const loggedMark = `message() = ${logStart}`;

/** The level and message of a line that the script wrote. The runtime's own log has it as a JSON array. */
function getOutput(line: string): readonly string[] | undefined {
  const at = line.indexOf(loggedMark);
  const isLogged = at >= 0 && line.endsWith('"]');
  const [written = ""] = isLogged ? parseLine(line.slice(at + loggedMark.length - logStart.length)) : [line];
  return written.startsWith(lineMark) ? parseLine(written.slice(lineMark.length)) : undefined;
}

function parseLine(json: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed) ? parsed.map(String) : [json];
  } catch {
    return [json];
  }
}
