import { once } from "node:events";
import { PassThrough } from "node:stream";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createServerFactory } from "../../../src/server/server.ts";
import { protocolVersions, serveEarlyStdio } from "../../../src/server/transports/early-stdio.ts";
import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { generatedRegistry } from "../../../src/tools/registry.ts";
import { createSurface, type Selection } from "../../../src/tools/surface.ts";
import type { ToolRegistry } from "../../../src/tools/tool.ts";
import { docsClient } from "../docs-service.ts";
import { fixtureTools, registryOf, withResolvers } from "../fixture-tools.ts";

const line = (message: unknown) => `${JSON.stringify(message)}\n`;

const request = (id: string | number, method: string, params?: unknown) => line({ jsonrpc: "2.0", id, method, params });

const initialize = (id: string | number, protocolVersion = "2025-06-18", more = {}) =>
  request(id, "initialize", {
    protocolVersion,
    capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } },
    clientInfo: { name: "host", title: "Host", version: "1.0.0" },
    ...more,
  });

const initialized = line({ jsonrpc: "2.0", method: "notifications/initialized" });

const ping = (id: string | number) => request(id, "ping");

const list = (id: string | number) => request(id, "tools/list");

const call = (id: string | number, text = "a") =>
  request(id, "tools/call", { name: "join_words", arguments: { words: [{ text }] } });

const opening = initialize(1) + initialized + list(2);

const selections: Readonly<Record<string, Selection>> = {
  "the usual surface": {},
  "a read-only surface": { readOnly: true },
  "all toolsets": { toolsets: ["all"] },
};

describe("stdio before the server is loaded", () => {
  it("supports the SDK's protocol versions", () => {
    expect(protocolVersions).toEqual(SUPPORTED_PROTOCOL_VERSIONS);
  });

  describe.each(Object.entries(selections))("with %s", (_name, selection) => {
    it.each([...SUPPORTED_PROTOCOL_VERSIONS, "2026-07-28", "1.0", ""])(
      "answers a host of version %j in the server's bytes, without the server",
      async (version) => {
        const text = initialize(1, version) + initialized + ping("p") + list("two");
        const host = startStdio({ selection, registry: generatedRegistry, closed: true });
        host.input.write(text);
        const answers = await host.lines(3);
        expect(answers).toEqual(await answersOfServer(text, 3, selection, generatedRegistry));
        host.input.end();
        host.release();
        await host.ended;
        expect(host.answers()).toEqual(answers);
      },
    );
  });

  it("lists tools before the host is initialized, and answers pings in between", async () => {
    const text = initialize("a") + ping(1) + list(0);
    const host = startStdio({ closed: true });
    host.input.write(text);
    expect(await host.lines(3)).toEqual(await answersOfServer(text, 3));
    await host.stop();
  });

  it("loads the server once the list is answered, not before", async () => {
    const host = startStdio();
    host.input.write(initialize(1) + initialized + ping(2));
    await host.lines(2);
    expect(host.loads()).toBe(0);
    host.input.write(list(3));
    await host.lines(3);
    await host.taken;
    expect(host.loads()).toBe(1);
    await host.stop();
  });

  it.each([["nothing yet", "", 0] as const, ["half a handshake", initialize(1), 1] as const])(
    "loads the server when the host, with %s, is quiet",
    async (_what, text, count) => {
      const host = startStdio({ maxSilence: 1 });
      host.input.write(text);
      await host.taken;
      const rest = count === 0 ? opening + call(3) : initialized + list(2) + call(3);
      host.input.write(rest);
      expect(await host.lines(3)).toEqual(await answersOfServer(opening + call(3), 3));
      await host.stop();
    },
  );

  it("keeps the order of what arrives while the server loads", async () => {
    const calls = ["b", "c", "d"].map((text, index) => call(index + 3, text));
    const host = startStdio({ closed: true });
    host.input.write(opening);
    await host.lines(2);
    for (const text of calls) host.input.write(text);
    host.release();
    expect((await host.lines(5)).map(textOf)).toEqual([undefined, undefined, "b", "c", "d"]);
    await host.stop();
  });

  it("accepts a host that reuses the id of its handshake", async () => {
    const text = initialize(1) + initialized + ping(1) + list(1) + ping(1) + call(1);
    const host = startStdio();
    host.input.write(text);
    const expected = await answersOfServer(text, 5);
    expect(await host.lines(5)).toEqual(expected);
    host.input.write(initialize(1));
    expect((await host.lines(6)).at(5)).toBe(expected[0]);
    await host.stop();
  });

  it.each([
    ["a discovery", request(1, "server/discover", modernEnvelope())],
    ["a list without a handshake", list(1)],
    ["a ping without a handshake", ping(1)],
    ["another request", initialize(1) + request(2, "resources/templates/list")],
    ["a method that does not exist", initialize(1) + request(2, "tools/fly")],
    ["a second handshake", initialize(1) + initialize(2, "2025-03-26")],
    ["a list with a cursor", initialize(1) + request(2, "tools/list", { cursor: "x" })],
    ["a list with a wrong cursor", initialize(1) + request(2, "tools/list", { cursor: 1 })],
    ["a handshake without its members", request(1, "initialize", { protocolVersion: "2025-06-18" })],
    ["wrong capabilities", initialize(1, "2025-06-18", { capabilities: { roots: { listChanged: 1 } } })],
    ["a wrong version", request(1, "initialize", { protocolVersion: 1, capabilities: {}, clientInfo: {} })],
    ["a line that is no JSON", `not a message\n${initialize(1)}`],
    ["an empty line", `\n${initialize(1)}`],
    ["a batch", `[${initialize(1).trim()}]\n${initialize(2)}`],
    ["a message that is none", `{"jsonrpc":"2.0"}\nnull\n7\n${initialize(1)}`],
    ["an answer to nothing", `${initialize(1)}${line({ jsonrpc: "2.0", id: 9, result: {} })}${ping(2)}`],
    ["an id that is null", `${initialize(1)}{"jsonrpc":"2.0","id":null,"method":"ping"}\n${ping(2)}`],
    ["an unknown member", `${initialize(1)}{"jsonrpc":"2.0","id":5,"method":"ping","more":1}\n${ping(2)}`],
    ["a cancelled request", `${opening}${line({ jsonrpc: "2.0", method: "notifications/cancelled" })}${ping(3)}`],
  ])("leaves %s to the server", async (_what, text) => {
    const expected = await allAnswersOfServer(text);
    const host = startStdio();
    host.input.write(text);
    await host.lines(expected.length);
    await host.taken;
    await host.stop();
    // Only the server may return an error before the handshake that came first.
    expect(host.answers().sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(0);
  });

  it("reads the same messages in any chunks, with LF or CRLF", async () => {
    const text = opening + call(3, "ä€😀") + ping(4);
    const expected = await answersOfServer(text, 4);
    const bytes = (ending: string) => Buffer.from(text.replaceAll("\n", ending));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("\n", "\r\n"),
        fc.uniqueArray(fc.nat(bytes("\r\n").length), { maxLength: 12 }),
        async (ending, cuts) => {
          const all = bytes(ending);
          const host = startStdio();
          let from = 0;
          for (const cut of [...cuts.sort((left, right) => left - right), all.length]) {
            host.input.write(all.subarray(from, cut));
            from = cut;
            await new Promise((resolve) => setImmediate(resolve));
          }
          expect((await host.lines(4)).sort()).toEqual([...expected].sort());
          await host.stop();
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each(["first", "after the handshake"])("passes a line of 2 MB on, %s", async (when) => {
    const words = "word ".repeat(400_000);
    const text = when === "first" ? call(3, words) : initialize(1) + initialized + call(3, words);
    const host = startStdio();
    for (let at = 0; at < text.length; at += 16_384) host.input.write(text.slice(at, at + 16_384));
    const answers = await host.lines(when === "first" ? 1 : 2);
    expect(textOf(answers.at(-1) ?? "")).toBe(words);
    await host.stop();
  });

  it("ends when the host closes its side, at every point of the opening", async () => {
    for (let length = 0; length <= opening.length; length += 1) {
      const text = opening.slice(0, length);
      const host = startStdio();
      host.input.end(text);
      await host.ended;
      const answered = [initialize(1), opening].filter((part) => text.startsWith(part)).length;
      expect(host.answers(), `after ${length} bytes`).toHaveLength(answered);
    }
  });

  it("ends when the host closes its side while the server loads", async () => {
    const host = startStdio({ closed: true });
    host.input.write(opening);
    await host.lines(2);
    host.input.end();
    host.release();
    await host.ended;
    expect(host.answers()).toHaveLength(2);
  });

  it.each([false, true])(
    "ends when its answers can no longer be written (while the server loads: %s)",
    async (late) => {
      const host = startStdio({ closed: true });
      host.input.write(late ? opening : initialize(1));
      await host.lines(late ? 2 : 1);
      host.output.destroy(new Error("broken pipe"));
      await new Promise((resolve) => host.output.once("close", resolve));
      host.release();
      await host.ended;
      expect(host.loads()).toBe(late ? 1 : 0);
    },
  );

  it("fails when the server cannot be loaded", async () => {
    const input = new PassThrough();
    const served = serveEarlyStdio({
      surface: createSurface(registryOf(fixtureTools).entries),
      version: "9.8.7",
      streams: { input, output: new PassThrough() },
      load: () => Promise.reject(new Error("no such file")),
    });
    input.write("\n");
    await expect(served).rejects.toThrow("no such file");
  });
});

function modernEnvelope() {
  return {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "host", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  };
}

/** The text of a tool's answer; undefined for other answers. */
function textOf(answer: string): string | undefined {
  const { result } = JSON.parse(answer) as { result?: { content?: { text: string }[] } };
  return result?.content?.[0]?.text;
}

interface StartOptions {
  readonly selection?: Selection;
  readonly registry?: ToolRegistry;
  readonly maxSilence?: number;
  /** Whether loading waits for `release`. */
  readonly closed?: boolean;
}

const fixtures = registryOf(fixtureTools);

/** Early stdio before a server that, once loaded, is the product's. */
function startStdio({ selection = {}, registry = fixtures, maxSilence = 60_000, closed = false }: StartOptions = {}) {
  const { factory, surface } = server(selection, registry);
  const pipe = streams();
  const gate = withResolvers();
  const taken = withResolvers();
  if (!closed) gate.resolve();
  let loads = 0;
  const ended = serveEarlyStdio({
    surface,
    version: "9.8.7",
    streams: pipe,
    maxSilence,
    async load() {
      loads += 1;
      await gate.promise;
      return (answered) => {
        taken.resolve();
        return serveStdioTransport(factory, { streams: pipe, answered });
      };
    },
  });
  return {
    ...pipe,
    ended,
    taken: taken.promise,
    loads: () => loads,
    release: gate.resolve,
    stop() {
      pipe.input.end();
      gate.resolve();
      return ended;
    },
  };
}

/** What the server by itself returns: the first `count` lines. */
async function answersOfServer(text: string, count: number, selection: Selection = {}, registry = fixtures) {
  const pipe = streams();
  const ended = serveStdioTransport(server(selection, registry).factory, { streams: pipe });
  pipe.input.write(text);
  const answers = await pipe.lines(count);
  pipe.input.end();
  await ended;
  return answers;
}

/** Everything the server by itself returns at once. */
async function allAnswersOfServer(text: string): Promise<string[]> {
  const pipe = streams();
  const ended = serveStdioTransport(server({}, fixtures).factory, { streams: pipe });
  pipe.input.write(text);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  pipe.input.end();
  await ended;
  return pipe.answers();
}

function server(selection: Selection, registry: ToolRegistry) {
  const surface = createSurface(registry.entries, selection);
  const client = docsClient();
  const factory = createServerFactory({
    registry,
    surface,
    client: async () => client,
    confirmPolicy: "never",
    answerTokens: 1_000_000,
    version: "9.8.7",
    log: () => {},
  });
  return { factory, surface };
}

function streams() {
  const input = new PassThrough();
  const output = new PassThrough({ encoding: "utf8" });
  let written = "";
  output.on("data", (text: string) => {
    written += text;
  });
  const answers = () => written.split("\n").slice(0, -1);
  return {
    input,
    output,
    answers,
    async lines(count: number): Promise<string[]> {
      while (answers().length < count) await once(output, "data");
      return answers();
    },
  };
}
