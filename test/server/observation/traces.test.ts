import { afterEach, describe, expect, it } from "vitest";
import { attributesOf, type Collector, startCollector } from "./collector.ts";
import { observedServer } from "./observed-server.ts";

let collector: Collector;
afterEach(() => collector.close());

describe("traces", () => {
  it("send a collector the span of a tool call, with its requests to the service below", async () => {
    collector = await startCollector();
    const server = await observedServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=docs%20team,authorization=Basic abc",
      OTEL_SERVICE_NAME: "handbook",
    });
    await server.client.callTool({ name: "ask_twice", arguments: { space: "api" } });
    await server.close();

    const [delivery] = collector.deliveries;
    expect(delivery).toMatchObject({
      path: "/v1/traces",
      headers: { "content-type": "application/json", "x-team": "docs team", authorization: "Basic abc" },
    });
    expect(delivery?.body.resourceSpans[0]?.resource.attributes).toEqual([
      { key: "service.version", value: { stringValue: "9.8.7" } },
      { key: "service.name", value: { stringValue: "handbook" } },
    ]);
    const [call, ...requests] = collector.spans();
    expect(call).toMatchObject({ name: "tools/call ask_twice", kind: 2, status: {} });
    expect(call?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(call).not.toHaveProperty("parentSpanId");
    expect(attributesOf(call)).toMatchObject({
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "ask_twice",
      "copydesk.outcome": "ok",
      "copydesk.upstream_retries": "1",
    });
    expect(requests.map(({ name, kind, traceId, parentSpanId }) => [name, kind, traceId, parentSpanId])).toEqual(
      ["GET getSpaceById", "GET getSpaceById", "GET getAuthenticatedUser"].map((name) => [
        name,
        3,
        call?.traceId,
        call?.spanId,
      ]),
    );
    expect(attributesOf(requests[0])).toEqual({
      "http.request.method": "GET",
      "http.response.status_code": "503",
      "server.address": "docs.example.com",
      "copydesk.operation": "getSpaceById",
      "error.type": "503",
    });
    expect(attributesOf(requests[1])).toMatchObject({ "http.request.resend_count": "1" });
    for (const { startTimeUnixNano, endTimeUnixNano } of requests) {
      expect(BigInt(startTimeUnixNano) >= BigInt(call?.startTimeUnixNano ?? 0)).toBe(true);
      expect(BigInt(endTimeUnixNano) <= BigInt(call?.endTimeUnixNano ?? 0) + 1000n).toBe(true);
    }
    expect(JSON.stringify(collector.deliveries)).not.toContain("secret_");
    expect(server.calls()[0]?.fields?.trace).toBe(call?.traceId);
  });

  it("continue the caller's span, and are omitted if the caller does not sample", async () => {
    collector = await startCollector();
    const environment = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path` };
    const inHeader = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
    const server = await observedServer(environment, [], inHeader);
    await server.client.callTool({ name: "count_up" });
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
    await server.client.callTool({ name: "count_up", _meta: { traceparent } });
    await server.close();
    expect(collector.deliveries[0]?.path).toBe("/own/path");
    expect(collector.spans()).toMatchObject([
      { traceId: "0af7651916cd43dd8448eb211c80319c", parentSpanId: "b7ad6b7169203331" },
    ]);
  });

  it("continue to the service, with a span for each request", async () => {
    collector = await startCollector();
    const server = await observedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await server.client.readResource({ uri: "docs://spaces/api" });
    await server.close();
    const [read, ...requests] = collector.spans();
    expect(read?.name).toBe("resources/read space");
    expect(attributesOf(read)).toMatchObject({ "copydesk.resource_family": "space" });
    expect(requests).toHaveLength(3);
    const sent = requests.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    expect([...server.traced].sort()).toEqual(sent.sort());
  });

  it("pass the caller's context on to the service if none are made here, and invent none", async () => {
    collector = await startCollector();
    const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const server = await observedServer();
    await server.client.callTool({ name: "ask_twice", arguments: { space: "api" }, _meta: { traceparent } });
    await server.client.callTool({ name: "ask_twice", arguments: { space: "api" }, _meta: { traceparent: "00-x" } });
    await server.close();
    expect(server.traced).toEqual([traceparent, traceparent, traceparent, null, null]);
  });

  it.each([[{}], [{ OTEL_SDK_DISABLED: "true" }], [{ OTEL_TRACES_EXPORTER: "none" }]])(
    "are not made with %j",
    async (variables) => {
      collector = await startCollector();
      const endpoint = Object.keys(variables).length === 0 ? "" : collector.url;
      const server = await observedServer({ ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
      await server.client.callTool({ name: "count_up" });
      await server.close();
      expect(collector.deliveries).toEqual([]);
      expect(server.calls()[0]?.fields?.trace).toBeUndefined();
    },
  );

  it("cost a log line, not a call, if the collector refuses them", async () => {
    collector = await startCollector(503);
    const server = await observedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const answer = await server.client.callTool({ name: "count_up" });
    await server.close();
    expect(answer).toMatchObject({ content: [{ text: "three" }] });
    expect(server.lines.filter(({ level }) => level === "warn")).toMatchObject([
      { message: "traces: not delivered: the collector answered 503" },
      { message: "traces: some were dropped", fields: { spans: 1 } },
    ]);
  });

  it("are reported and not created with an invalid endpoint", async () => {
    collector = await startCollector();
    const server = await observedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" });
    await server.client.callTool({ name: "count_up" });
    await server.close();
    expect(server.lines).toContainEqual({
      level: "error",
      message: "traces: OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.",
      fields: undefined,
    });
  });
});
