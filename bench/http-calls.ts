import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { generatePages } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { copydesk, type Program } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const concurrency = 32;

/** Of each server in turn, since other work on the machine slows some of them down. */
const rounds = 3;

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The 2025 protocol has sessions; in that of 2026-07-28 each request is alone. */
  readonly era: "2025" | "2026";
}

const reading: Call = { name: "find_operations", input: { task: "getSpaceById" }, era: "2026" };

/** Calls a second over HTTP with every tool registered and 32 under way: a tool that asks no service, and one that writes. */
export async function measureHttpCalls({ quick }: MeasureOptions): Promise<Measurement> {
  const [reads, writes] = quick ? [500, 100] : [15_000, 3_000];
  const peer = (peerName: string, file: string): Program => ({
    name: peerName,
    argv: [fileURLToPath(new URL(file, import.meta.url))],
  });
  return withFolder("http-calls", async (folder) => {
    const workspace = await openWorkspace(folder);
    const spaceId = await storePages(workspace, generatePages(20));
    const { number } = await workspace.client.changeRequests.create({ spaceId });
    await workspace.platform.close();
    const input = { space: spaceId, change_request: number, text: "A remark on the change." };
    const writing: Call = { name: "post_comment", input, era: "2026" };
    const program = copydesk(folder, ["serve", "--port", "0", "--toolsets", "all"]);
    const sdk = peer("the SDK's own, 1 tool", "./sdk-http-server.mjs");
    const subjects: Readonly<Record<string, readonly [Program, Call]>> = {
      own: [program, reading],
      session: [program, { ...reading, era: "2025" }],
      sdk: [sdk, reading],
      raw: [peer("raw Node", "./raw-http-server.mjs"), reading],
    };
    const rates = new Map<string, number[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, [server, call]] of Object.entries(subjects)) {
        rates.set(name, [...(rates.get(name) ?? []), await rate(server, call, reads / rounds)]);
      }
    }
    const of = (name: string) => median(rates.get(name) ?? []);
    const written = await rate(program, writing, writes);
    const row = (what: string, value: number, name: string, against: number): Row => ({
      what,
      value,
      against: { name, value: against },
      unit: "calls/s",
    });
    return {
      rows: [
        { ...row("tools/call over HTTP", of("own"), sdk.name, of("sdk")), goal: { atLeast: 1.5 } },
        row("the same in a session of 2025", of("session"), sdk.name, of("sdk")),
        row("tools/call over HTTP", of("own"), "raw Node", of("raw")),
        againstGoal("post_comment over HTTP", written, 3000, "calls/s"),
      ],
      notes: [
        `${reads.toLocaleString("en")} calls each of ${reading.name} for one operation's arguments and ${writes.toLocaleString("en")} of ${writing.name}, ${concurrency} at once; medians of ${rounds} rounds in turn.`,
      ],
    };
  });
}

async function rate(program: Program, call: Call, calls: number): Promise<number> {
  const child = spawn(process.execPath, program.argv, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  try {
    const ready = once(createInterface({ input: child.stdout }), "line");
    const [line] = (await Promise.race([ready, ended.then(() => ["{}"])])) as string[];
    const { mcp } = JSON.parse(line ?? "{}") as { mcp?: string };
    if (mcp === undefined) throw new Error(`${program.name} did not say where it is`);
    const run = await caller(mcp, agent, call);
    await many(run, Math.min(1000, calls));
    return (calls * 1000) / (await timed(() => many(run, calls)));
  } finally {
    agent.destroy();
    child.kill("SIGKILL");
    await ended;
  }
}

async function many(run: () => Promise<unknown>, calls: number): Promise<void> {
  let started = 0;
  const worker = async () => {
    while (started < calls) {
      started += 1;
      await run();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function caller(url: string, agent: Agent, { name, input, era }: Call): Promise<() => Promise<unknown>> {
  const method = "tools/call";
  const clientInfo = { name: "bench", version: "1" };
  const params = { name, arguments: input };
  if (era === "2026") {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": clientInfo,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } });
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name };
    return () => post(url, agent, body, headers);
  }
  const protocolVersion = "2025-06-18";
  const opening = {
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo },
  };
  const session = await post(url, agent, JSON.stringify(opening), {});
  const headers = { "mcp-protocol-version": protocolVersion, "mcp-session-id": session };
  await post(url, agent, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }), headers);
  let id = 0;
  return () => post(url, agent, JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }), headers);
}

/** Returns the id of the session. */
function post(url: string, agent: Agent, body: string, given: Readonly<Record<string, string>>): Promise<string> {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": Buffer.byteLength(body),
    ...given,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      if ((response.statusCode ?? 500) >= 300) reject(new Error(`HTTP ${response.statusCode}`));
      let answer = "";
      response.setEncoding("utf8").on("data", (text: string) => {
        answer += text;
      });
      response.on("end", () => {
        if (answer.includes('"isError":true')) reject(new Error(answer.slice(0, 300)));
        resolve(String(response.headers["mcp-session-id"] ?? ""));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
