import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Script } from "node:vm";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { openColumn } from "../kernel/secrets/sealed-columns.ts";
import { keyHeader, openScriptGate, type ScriptGate, type ScriptWays } from "./script-gate.ts";
import { presentInstallations, presentIntegration } from "./view.ts";

/** Memory limits in megabytes: a script's heap, and the whole process that runs it. */
const memory = { heap: 64, process: 256 };

/** Milliseconds: timeout for starting a script, timeout for one event, and interval of memory checks. */
const times = { start: 10_000, event: 10_000, look: 50 };

/** Limits on the characters of a log line and the lines of one event. */
const mostLogged = { line: 2_000, lines: 100 };

/** Compatibility date of the runtime for scripts. */
const compatibilityDate = "2024-09-01";

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
}

export interface ScriptAnswer {
  readonly answer: { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array };
  readonly logs: readonly LogLine[];
}

/** A script in its own process, for the events of one installation, one at a time. */
export interface RunningScript {
  /** Sends it a form, in which scripts for this API receive events. Throws `ScriptStopped`. */
  post(form: FormData): Promise<ScriptAnswer>;
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
export async function startScript(runtime: string, script: string, ways: ScriptWays): Promise<RunningScript> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-script-"));
  const gate = await openScriptGate(ways);
  await writeFile(join(folder, "script.js"), `${prelude}\n${script}`, { mode: 0o600 });
  await writeFile(join(folder, "config.capnp"), configOf(gate, isModule(script)), { mode: 0o600 });
  const child = spawn(runtime, ["serve", "--verbose", "config.capnp", "--control-fd=3"], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "ignore", "pipe", "pipe"],
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

/** Marks each console line with its level, which the runtime does not report. */
const prelude = `{
  const write = console.log.bind(console);
  const text = (value) => {
    if (typeof value === "string") return value;
    if (value instanceof Error) return value.stack || String(value);
    try { return JSON.stringify(value); } catch { return String(value); }
  };
  for (const level of ["debug", "info", "log", "warn", "error", "trace"]) {
    console[level] = (...values) => write("copydesk", level, values.map(text).join(" ").slice(0, ${mostLogged.line}));
  }
}`;

/** Whether a script has exports and so uses the newer of the runtime's two formats. */
function isModule(script: string): boolean {
  if (!/\bexport\b/.test(script)) return false;
  try {
    new Script(script);
    return false;
  } catch {
    return true;
  }
}

const configOf = ({ port, key }: ScriptGate, module: boolean) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "script", worker = .script),
    (name = "gate", external = (address = "127.0.0.1:${port}", http = (
      style = proxy,
      injectRequestHeaders = [(name = "${keyHeader}", value = "${key}")],
    ))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "script")],
  v8Flags = ["--max-heap-size=${memory.heap}"],
);
const script :Workerd.Worker = (
  ${module ? 'modules = [(name = "script.js", esModule = embed "script.js")]' : 'serviceWorkerScript = embed "script.js"'},
  compatibilityDate = "${compatibilityDate}",
  globalOutbound = "gate",
);
`;

/** Limit on the bytes of a script's response that are read; the rest is discarded. */
const longestAnswer = 10 * 1024 * 1024;

async function readAnswer({ status, headers, body }: Response) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > longestAnswer) break;
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
    const lines = createInterface({ input: child.stderr as Readable });
    lines.on("line", (line) => this.#note(line));
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
    signal.addEventListener("abort", () => this.#kill("the job was stopped"), { once: true });
    if (signal.aborted) this.#kill("the job was stopped");
  }

  async post(form: FormData): Promise<ScriptAnswer> {
    this.#logs = [];
    const watch = setInterval(() => void this.#lookAtMemory(), times.look);
    try {
      const answer = fetch(`http://127.0.0.1:${this.#port}/v1`, { method: "POST", body: form, redirect: "manual" });
      const late = `the script took longer than ${times.event / 1000} seconds`;
      const { status, headers, bytes } = await this.#within(answer.then(readAnswer), times.event, late);
      // Output written before the response is read after it.
      await new Promise((resolve) => setTimeout(resolve, 10));
      return { answer: { status, headers, bytes }, logs: this.#logs };
    } catch (error) {
      if (error instanceof ScriptStopped) throw error;
      this.#kill(this.#reason);
      throw new ScriptStopped(this.#reason, this.#logs);
    } finally {
      clearInterval(watch);
    }
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.killed;
  }

  async stop(): Promise<void> {
    this.#kill("it was stopped");
    await this.#ended;
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
    if (resident > memory.process) this.#kill(`the script took more than ${memory.process} MB of memory`);
  }

  #note(line: string): void {
    if (this.#logs.length >= mostLogged.lines) return;
    const said = /message\(\) = (\["copydesk".*\])$/.exec(line)?.[1];
    if (said !== undefined) this.#logs.push(readConsoleLine(said));
    else if (/uncaught exception/i.test(line)) {
      const message = line.replace(/^.*?remote\.jsg\.|^.*?failed: (?:jsg\.)?/, "").slice(0, mostLogged.line);
      this.#logs.push({ level: "error", message: `Uncaught: ${message}` });
    } else if (/heap out of memory|last resort; GC/.test(line)) {
      this.#reason = `the script took more than ${memory.heap} MB of heap`;
    }
  }
}

const levels: Readonly<Record<string, LogLine["level"]>> = {
  debug: "debug",
  trace: "debug",
  warn: "warn",
  error: "error",
};

function readConsoleLine(json: string): LogLine {
  try {
    const [, level = "log", message = ""] = JSON.parse(json) as string[];
    return { level: levels[level] ?? "info", message };
  } catch {
    return { level: "info", message: json };
  }
}

/** The context passed with an event: the integration, its installation and its secrets. */
export async function environmentOf(
  context: Context,
  integration: Row<"integration">,
  installation: Row<"installation"> | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const [installed] = installation === undefined ? [] : await presentInstallations(context, [installation]);
  return {
    integration: await presentIntegration(context, integration),
    ...(installed === undefined ? {} : { installation: installed }),
    secrets: JSON.parse(openColumn(context.queries, "integration.secrets", integration)),
    signingSecrets: { integration: openColumn(context.queries, "integration.signing_secret", integration) },
    apiEndpoint: context.origin,
    apiTokens:
      installation === undefined ? {} : { installation: context.installationTokens.make(installation.id, context.now) },
  };
}
