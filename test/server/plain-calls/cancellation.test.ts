import { describe, expect, it } from "vitest";
import { defineTool } from "../../../src/tools/tool.ts";
import { endpoint } from "../endpoint.ts";
import { waitingTool, withResolvers } from "../fixture-tools.ts";
import { envelope, openSession, openStdioOf, post } from "./channels.ts";

const ways = [
  ["as a plain call", false],
  ["by the SDK", true],
] as const;

/** A tool that ignores its cancellation and returns when it is told to. */
function deafTool() {
  const [started, finish] = [withResolvers(), withResolvers()];
  const tool = defineTool({
    name: "ignore_cancellation",
    title: "Ignore cancellation",
    description: "Returns although it was cancelled.",
    toolset: "content",
    uses: [],
    input: {},
    async run() {
      started.resolve();
      await finish.promise;
      return { text: "too late" };
    },
  });
  return { tool, started: started.promise, finish: finish.resolve };
}

describe.each(ways)("a call performed %s", (_way, withoutPlainCalls) => {
  it.each(["2025", "2026"] as const)("gets no response over stdio of %s when it is cancelled", async (era) => {
    const { tool, started, cancelled } = waitingTool();
    const by = endpoint({ tools: [tool], withoutPlainCalls });
    const pipe = await openStdioOf(era, by);
    const _meta = era === "2026" ? envelope() : {};
    pipe.send({ id: 7, method: "tools/call", params: { name: tool.name, arguments: {}, _meta } });
    await started;
    expect(by.plainCallCount()).toBe(withoutPlainCalls ? 0 : 1);
    pipe.send({ method: "notifications/cancelled", params: { requestId: 7, ...(era === "2026" && { _meta }) } });
    await cancelled;
    pipe.send({ id: 8, method: "tools/call", params: { name: "unknown", arguments: {}, _meta } });
    expect(JSON.parse(await pipe.next())).toMatchObject({ id: 8 });
    await pipe.close();
    await by.handler.close();
  });

  it("gets no response if its tool did not notice that it was cancelled", async () => {
    const { tool, started, finish } = deafTool();
    const by = endpoint({ tools: [tool], withoutPlainCalls });
    const pipe = await openStdioOf("2025", by);
    pipe.send({ id: 7, method: "tools/call", params: { name: tool.name } });
    await started;
    pipe.send({ method: "notifications/cancelled", params: { requestId: 7 } });
    pipe.send({ id: 8, method: "ping" });
    expect(await pipe.next()).toContain('"id":8');
    finish();
    // The result of a call that was not cancelled would come first.
    pipe.send({ id: 9, method: "tools/call", params: { name: "unknown" } });
    expect(await pipe.next()).toContain('"id":9');
    await pipe.close();
    await by.handler.close();
  });

  it("is cancelled when its host disconnects", async () => {
    const { tool, started, cancelled } = waitingTool();
    const by = endpoint({ tools: [tool], withoutPlainCalls });
    const pipe = await openStdioOf("2025", by);
    pipe.send({ id: 7, method: "tools/call", params: { name: tool.name } });
    await started;
    await pipe.close();
    await cancelled;
    await by.handler.close();
  });

  it("ends its stream in a session when it is cancelled", async () => {
    const { tool, started, cancelled } = waitingTool();
    const by = endpoint({ tools: [tool], withoutPlainCalls });
    const headers = await openSession(by, "2025-06-18");
    const response = await post(by, { id: 7, method: "tools/call", params: { name: tool.name } }, headers);
    await started;
    await post(by, { method: "notifications/cancelled", params: { requestId: 7 } }, headers);
    await cancelled;
    expect(await response.text()).toBe("");
    await by.handler.close();
  });

  it("leaves a stream of several calls open when one of them is cancelled", async () => {
    const { tool, started, cancelled } = waitingTool();
    const deaf = deafTool();
    const by = endpoint({ tools: [tool, deaf.tool], withoutPlainCalls });
    const headers = await openSession(by, "2025-03-26");
    const batch = [tool, deaf.tool].map(({ name }, at) => ({
      jsonrpc: "2.0",
      id: 7 + at,
      method: "tools/call",
      params: { name },
    }));
    const response = await by.handler.fetch(
      new Request("http://127.0.0.1/mcp", {
        method: "POST",
        body: JSON.stringify(batch),
        headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
      }),
    );
    await Promise.all([started, deaf.started]);
    await post(by, { method: "notifications/cancelled", params: { requestId: 7 } }, headers);
    await cancelled;
    const text = response.text();
    deaf.finish();
    await new Promise((resolve) => setImmediate(resolve));
    await by.handler.close();
    expect(await text).toContain("too late");
  });

  it("is cancelled when its session ends", async () => {
    const { tool, started, cancelled } = waitingTool();
    const by = endpoint({ tools: [tool], withoutPlainCalls });
    const headers = await openSession(by, "2025-06-18");
    const response = await post(by, { id: 7, method: "tools/call", params: { name: tool.name } }, headers);
    await started;
    const ended = await by.handler.fetch(new Request("http://127.0.0.1/mcp", { method: "DELETE", headers }));
    expect(ended.status).toBe(200);
    await cancelled;
    expect(await response.text()).toBe("");
    await by.handler.close();
  });

  it.each(["its client disconnects", "the server closes"])(
    "is cancelled in a request of 2026 when %s",
    async (when) => {
      const { tool, started, cancelled } = waitingTool();
      const by = endpoint({ tools: [tool], withoutPlainCalls });
      const client = new AbortController();
      const params = { name: tool.name, arguments: {}, _meta: envelope() };
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool.name };
      void post(by, { id: 7, method: "tools/call", params }, headers, client.signal).catch(() => {});
      await started;
      if (when === "the server closes") await by.handler.close();
      else client.abort();
      await cancelled;
      await by.handler.close();
    },
  );
});

describe("a plain call in a session", () => {
  it("is replayed to a client that lost its connection after the stream began", async () => {
    const by = endpoint();
    const headers = await openSession(by, "2025-11-25");
    const call = { id: 7, method: "tools/call", params: { name: "who_am_i" } };
    const text = await (await post(by, call, headers)).text();
    expect(by.plainCallCount()).toBe(1);
    const [, first = ""] = /^id: (.*)$/m.exec(text) ?? [];
    const again = await by.handler.fetch(
      new Request("http://127.0.0.1/mcp", {
        headers: { ...headers, accept: "text/event-stream", "last-event-id": first },
      }),
    );
    const replayed = await again.text();
    expect(replayed).toContain('"id":7');
    expect(text).toContain(replayed);
    await by.handler.close();
  });

  it("is resumed by a client that lost its connection before the result", async () => {
    const { tool, started, finish } = deafTool();
    const by = endpoint({ tools: [tool] });
    const headers = await openSession(by, "2025-11-25");
    const response = await post(by, { id: 7, method: "tools/call", params: { name: tool.name } }, headers);
    const reader = response.body?.getReader();
    const [, first = ""] = /^id: (.*)$/m.exec(new TextDecoder().decode((await reader?.read())?.value)) ?? [];
    await started;
    await reader?.cancel();
    const again = await by.handler.fetch(
      new Request("http://127.0.0.1/mcp", {
        headers: { ...headers, accept: "text/event-stream", "last-event-id": first },
      }),
    );
    finish();
    expect(await again.text()).toContain("too late");
    await by.handler.close();
  });
});

it("a change in a request of 2026 is carried out when the person has agreed", async () => {
  const by = endpoint({ confirmPolicy: "writes" });
  const params = { name: "open_draft", arguments: {}, _meta: envelope({ elicitation: {} }) };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "open_draft" };
  const asked = await post(by, { id: 7, method: "tools/call", params }, headers);
  const { result } = (await asked.json()) as { result: { requestState: string } };
  const inputResponses = { confirm: { action: "accept", content: { agree: true } } };
  const again = { ...params, requestState: result.requestState, inputResponses };
  const done = await post(by, { id: 8, method: "tools/call", params: again }, headers);
  expect(await done.json()).toMatchObject({
    result: { content: [{ type: "text", text: "opened" }], resultType: "complete" },
  });
  await by.handler.close();
});
