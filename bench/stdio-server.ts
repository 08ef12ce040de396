import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { residentMemory } from "./resident-memory.ts";

/** A server that `node` runs. */
export interface Program {
  readonly name: string;
  readonly argv: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

/** Copydesk as a host starts it, or one of its commands; `program` is that of another build. */
export function copydesk(folder: string, command: readonly string[] = [], program = cli): Program {
  return { name: "copydesk", argv: [program, ...command, "--data", folder, "--log-level", "error"] };
}

/** An MCP server on stdio, driven with bare JSON lines so that no client's work is measured. */
export class StdioServer {
  readonly #child: ChildProcess;
  readonly #name: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;
  #received = "";
  #failed: Error | undefined;

  constructor({ name, argv, environment }: Program) {
    this.#name = name;
    this.#child = spawn(process.execPath, argv, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    });
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#receive(text));
    let complaint = "";
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-1000);
    });
    this.#child.once("close", (code) => this.#fail(new Error(`${name} ended with code ${code}: ${complaint.trim()}`)));
    this.#child.once("error", (error) => this.#fail(error));
  }

  /** Goes through the handshake of the 2025 protocol and answers the result of `tools/list`. */
  async listTools(): Promise<{ tools: unknown[] }> {
    const client = { name: "bench", version: "1" };
    await this.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: client });
    this.#send({ method: "notifications/initialized" });
    return (await this.request("tools/list", {})) as { tools: unknown[] };
  }

  /** The text of a tool's answer; throws if the tool failed. */
  async callTool(name: string, input: unknown): Promise<string> {
    const result = await this.request("tools/call", { name, arguments: input });
    const { content, isError } = result as { content: readonly { text?: string }[]; isError?: boolean };
    const text = content.map((part) => part.text ?? "").join("\n");
    if (isError === true) throw new Error(`${name}: ${text}`);
    return text;
  }

  async request(method: string, params: unknown): Promise<unknown> {
    if (this.#failed !== undefined) throw this.#failed;
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${this.#name}, ${method}: ${error.message}`);
    return result;
  }

  /** Memory in use by the process now, in bytes of 1,000,000 to the megabyte. */
  residentMegabytes(): number {
    return residentMemory(this.#child.pid ?? 0).total;
  }

  /** The most memory the process has had in use, in megabytes of 1,000,000 bytes; as Linux counts it. */
  peakMegabytes(): number {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#child.pid}/status`, "utf8"))?.[1];
    return (Number(kibibytes) * 1024) / 1e6;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #receive(text: string): void {
    const lines = (this.#received + text).split("\n");
    this.#received = lines.pop() ?? "";
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer;
      if (answer.id === undefined) continue;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    }
  }

  #fail(error: Error): void {
    this.#failed = error;
    for (const answer of this.#waiting.values()) answer({ error });
    this.#waiting.clear();
  }
}

/** Runs `work` with a server, and always stops the server. */
export async function withServer<Result>(
  program: Program,
  work: (server: StdioServer) => Promise<Result>,
): Promise<Result> {
  const server = new StdioServer(program);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}
