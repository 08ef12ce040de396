import { get } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Collector, startCollector } from "../server/observation/collector.ts";
import { type Served, serve, start, temporaryFolder } from "./program.ts";
import { callTool, initialize, initialized } from "./protocol.ts";

const folder = temporaryFolder();
const bearer = "0123456789abcdefghijklmnopqrstuv";
let open: Served;
let guarded: Served;
beforeAll(async () => {
  open = await serve(["--data", join(folder, "open"), "--log-format", "json"]);
  guarded = await serve(["--data", join(folder, "guarded")], { COPYDESK_BEARER: bearer });
});
afterAll(() => Promise.all([open.stop(), guarded.stop()]));

const metricsOf = ({ ready }: Served) => (ready.health ?? "").replace(/health$/, "metrics");

/** Fetch does not let a program choose the Host header. */
const statusFor = (url: string, headers: Record<string, string>) =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });

describe("the metrics of copydesk serve", () => {
  it("are in the Prometheus text format, under /metrics", async () => {
    const response = await fetch(metricsOf(open));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const text = await response.text();
    expect(text).toContain('\ncopydesk_build_info{version="0.1.0"} 1\n');
    const line = /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+)$/;
    expect(
      text
        .trimEnd()
        .split("\n")
        .filter((sample) => !line.test(sample)),
    ).toEqual([]);
  });

  it("require the same access as MCP", async () => {
    const url = metricsOf(guarded);
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { Authorization: "Bearer wrong" } })).status).toBe(401);
    expect((await fetch(url, { headers: { Authorization: `Bearer ${bearer}` } })).status).toBe(200);
    expect(await statusFor(metricsOf(open), { Host: "attacker.example" })).toBe(403);
    expect(await statusFor(metricsOf(open), { Origin: "http://localhost:5173" })).toBe(403);
    expect(await statusFor(metricsOf(open), { "Sec-Fetch-Site": "cross-site" })).toBe(403);
    expect((await fetch(metricsOf(open), { method: "POST" })).status).toBe(405);
  });
});

describe("the log of copydesk serve in JSON", () => {
  it("writes only JSON to stderr, from the first start on", async () => {
    const server = await serve(["--data", join(folder, "fresh"), "--log-format", "json"]);
    const { stderr } = await server.stop();
    const lines = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: string; message: string });
    expect(lines.map(({ level, message }) => `${level} ${message.split(" ")[0]}`)).toEqual([
      "info Imported",
      "info ready",
    ]);
  });
});

describe("copydesk over stdio", () => {
  let collector: Collector;
  beforeAll(async () => {
    collector = await startCollector();
  });
  afterAll(() => collector.close());

  it("logs each call and delivers its trace before it exits", async () => {
    const program = start(["--data", join(folder, "open"), "--log-format", "json"], {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    program.child.stdin.write(`${[initialize, initialized, callTool(2, "list_spaces")].join("\n")}\n`);
    await program.line("stdout", /"id":2/);
    program.child.stdin.end();
    const { code, stderr } = await program.ended;
    expect(code).toBe(0);
    expect(JSON.parse(stderr)).toMatchObject({ level: "info", tool: "list_spaces", outcome: "ok", request: "2" });
    expect(collector.spans().map(({ name }) => name)[0]).toBe("tools/call list_spaces");
    expect(collector.spans().length).toBeGreaterThan(1);
  });
});
