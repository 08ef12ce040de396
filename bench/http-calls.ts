import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Measurement, type MeasureOptions, timed } from "./measurement.ts";
import { copydesk, type Program } from "./stdio-server.ts";
import { withFolder } from "./workspace.ts";

const concurrency = 32;
const method = "tools/call";
const name = "find_operations";
const call = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    name,
    arguments: { task: "getSpaceById" },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "content-length": Buffer.byteLength(call),
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  "mcp-name": name,
};

/**
 * Calls a second over HTTP with every tool registered and 32 under way, of a tool that asks no service: in the protocol
 * of 2026-07-28, where each request is alone.
 */
export async function measureHttpCalls({ quick }: MeasureOptions): Promise<Measurement> {
  const calls = quick ? 500 : 10_000;
  const peer = (peerName: string, file: string): Program => ({
    name: peerName,
    argv: [fileURLToPath(new URL(file, import.meta.url))],
  });
  return withFolder("http-calls", async (folder) => {
    const own = await rate(copydesk(folder, ["serve", "--port", "0", "--toolsets", "all"]), calls);
    const sdk = await rate(peer("the SDK's own, 1 tool", "./sdk-http-server.mjs"), calls);
    const raw = await rate(peer("raw Node", "./raw-http-server.mjs"), calls);
    const row = (against: { readonly name: string; readonly value: number }) =>
      ({ what: "tools/call over HTTP", value: own, against, unit: "calls/s" }) as const;
    return {
      rows: [row({ name: "the SDK's own, 1 tool", value: sdk }), row({ name: "raw Node", value: raw })],
      notes: [
        `${calls.toLocaleString("en")} calls each of ${name} for one operation's arguments, ${concurrency} at once, all three in one run.`,
        `The goal of 3,000 calls/s is ${own >= 3000 ? "met" : "missed"} on this machine, whose raw Node answers ${Math.round(raw).toLocaleString("en")}.`,
      ],
    };
  });
}

async function rate(program: Program, calls: number): Promise<number> {
  const child = spawn(process.execPath, program.argv, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  try {
    const ready = once(createInterface({ input: child.stdout }), "line");
    const [line] = (await Promise.race([ready, ended.then(() => ["{}"])])) as string[];
    const { mcp } = JSON.parse(line ?? "{}") as { mcp?: string };
    if (mcp === undefined) throw new Error(`${program.name} did not say where it is`);
    await many(mcp, agent, Math.min(1000, calls));
    return (calls * 1000) / (await timed(() => many(mcp, agent, calls)));
  } finally {
    agent.destroy();
    child.kill("SIGKILL");
    await ended;
  }
}

async function many(url: string, agent: Agent, calls: number): Promise<void> {
  let started = 0;
  const worker = async () => {
    while (started < calls) {
      started += 1;
      await one(url, agent);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

function one(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`HTTP ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject);
    sent.end(call);
  });
}
