import { spawn } from "node:child_process";
import { PassThrough, Writable } from "node:stream";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import type { Log } from "../../../src/server/log.ts";
import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { programFile } from "../../support/program-file.ts";
import { textOf } from "../clients.ts";
import { type EndpointOptions, endpoint } from "../endpoint.ts";
import { waitingTool } from "../fixture-tools.ts";

const info = { name: "interop-test", version: "1.0.0" };
const program = {
  command: process.execPath,
  args: [programFile(import.meta.dirname, "stdio-program.ts")],
  stderr: "ignore" as const,
};

describe("a server over stdio", () => {
  it("serves a v1 client", async () => {
    const client = new EarlierClient(info);
    await client.connect(new EarlierTransport(program));
    expect((await client.listTools()).tools).toHaveLength(6);
    expect(textOf(await client.callTool({ name: "who_am_i", arguments: {} }))).toBe("process");
    await client.close();
  });

  it("serves a v2 client that negotiates the newest protocol", async () => {
    const client = new Client(info, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StdioClientTransport(program));
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect((await client.listTools()).tools).toHaveLength(6);
    await client.close();
  });

  it.each([
    ["the host closes its side", (child: ReturnType<typeof spawn>) => child.stdin?.end()],
    ["it gets SIGTERM", (child: ReturnType<typeof spawn>) => child.kill("SIGTERM")],
    ["it gets SIGINT", (child: ReturnType<typeof spawn>) => child.kill("SIGINT")],
  ])("ends in order, with nothing but the protocol on stdout, when %s", async (_what, end) => {
    const child = spawn(program.command, program.args, { stdio: ["pipe", "pipe", "pipe"] });
    const output: string[] = [];
    const errors: string[] = [];
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
    child.stdin.write(`${JSON.stringify(initialize)}\n`);
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        output.push(chunk.toString());
        resolve();
      });
    });
    end(child);
    const status = await new Promise((resolve) => child.on("close", (code, signal) => resolve(code ?? signal)));
    expect(status).toBe(0);
    expect(errors.join("")).toContain("ended in order");
    expect(errors.join("")).toContain("another stray line");
    const lines = output.join("").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ jsonrpc: "2.0", id: 1 }]);
  });
});

describe("a connection over streams", () => {
  it("accepts a discovery and then an initialize on the same pipe", async () => {
    const pipe = overStreams();
    pipe.send({
      jsonrpc: "2.0",
      id: 1,
      method: "server/discover",
      params: {
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": info,
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    });
    expect(await pipe.next()).toMatchObject({ id: 1, result: { supportedVersions: ["2026-07-28"] } });
    pipe.send({ ...initialize, id: 2 });
    expect(await pipe.next()).toMatchObject({ id: 2, result: { protocolVersion: "2025-11-25" } });
    await pipe.close();
  });

  it("continues after invalid messages, with one log line for each", async () => {
    const logged: string[] = [];
    const pipe = overStreams({}, (level, message) => logged.push(`${level} ${message}`));
    pipe.send(initialize);
    await pipe.next();
    for (const nonsense of [{ jsonrpc: "1.0", id: 7 }, [1, 2], { ...initialize, params: "x" }]) pipe.send(nonsense);
    pipe.send({ jsonrpc: "2.0", id: 8, method: "ping" });
    expect(await pipe.next()).toMatchObject({ id: 8, result: {} });
    await pipe.close();
    const warnings = logged.filter((line) => line.startsWith("warn"));
    expect(warnings).toEqual(
      Array.from({ length: 3 }, () => "warn stdio: a message was ignored that is not part of the protocol"),
    );
  });

  it("counts a message as sent once its bytes are, even if others wait behind it", async () => {
    const input = new PassThrough();
    const sent: (() => void)[] = [];
    const output = new Writable({ highWaterMark: 1, write: (_bytes, _encoding, done) => void sent.push(done) });
    const ended = serveStdioTransport(endpoint({}).factory, { streams: { input, output } });
    const send = (message: unknown) => input.write(`${JSON.stringify(message)}\n`);
    send(initialize);
    for (let id = 2; id < 32; id += 1) send({ jsonrpc: "2.0", id, method: "ping" });
    await expect.poll(() => output.writableLength).toBeGreaterThan(1000);
    // Code that waits for all of them keeps each of them.
    expect(output.listenerCount("drain")).toBe(0);
    const sending = setInterval(() => sent.shift()?.(), 1);
    input.end();
    await ended;
    clearInterval(sending);
  });

  it("refuses a call with too much JSON, and answers the next", async () => {
    const logged: string[] = [];
    const pipe = overStreams({}, (level, message) => logged.push(`${level} ${message}`));
    pipe.send(initialize);
    await pipe.next();
    const members = Object.fromEntries(Array.from({ length: 110_000 }, (_, index) => [`m${index}`, 0]));
    pipe.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "who_am_i", arguments: members } });
    expect(await pipe.next()).toMatchObject({ id: 2, error: { code: -32600 } });
    pipe.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "who_am_i", arguments: {} } });
    expect(await pipe.next()).toMatchObject({ id: 3, result: { content: [{ text: "process" }] } });
    await pipe.close();
    expect(logged).toContain("warn stdio: a message was left out that has objects of more than 100000 members");
  });

  it("cancels running calls when the host closes its side", async () => {
    const waiting = waitingTool();
    const pipe = overStreams({ tools: [waiting.tool] });
    pipe.send(initialize);
    await pipe.next();
    pipe.send({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "wait_forever", arguments: {} } });
    await waiting.started;
    await pipe.close();
    await waiting.cancelled;
  });
});

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info },
};

function overStreams(options: EndpointOptions = {}, log?: Log) {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  const ended = serveStdioTransport(endpoint(options).factory, { streams: { input, output }, ...(log && { log }) });
  const lines = output.iterator() as AsyncIterator<string>;
  return {
    send: (message: unknown) => input.write(`${JSON.stringify(message)}\n`),
    next: async () => JSON.parse((await lines.next()).value ?? "null") as unknown,
    close() {
      input.end();
      return ended;
    },
  };
}
