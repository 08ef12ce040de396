import { afterEach, describe, expect, it } from "vitest";
import { bindScope } from "../../../src/server/request-scope.ts";
import { createSessions, type Sessions } from "../../../src/server/transports/sessions.ts";
import { createSurface } from "../../../src/tools/surface.ts";
import { endpoint } from "../endpoint.ts";
import { fixtureTools, registryOf } from "../fixture-tools.ts";

const open: Sessions[] = [];

afterEach(async () => {
  for (const sessions of open.splice(0)) await sessions.close();
});

function sessionsAt(clock: { now: number }, maxSessions = 10, maxPerCaller = 100): Sessions {
  const { factory } = endpoint();
  const sessions = createSessions({
    factory,
    maxSessions,
    maxPerCaller,
    idle: 1000,
    now: () => clock.now,
    onError() {},
  });
  open.push(sessions);
  return sessions;
}

function message(session?: string, verb = "POST", accept = "application/json, text/event-stream"): Request {
  const headers = {
    "content-type": "application/json",
    accept,
    ...(session === undefined ? {} : { "mcp-session-id": session }),
  };
  const request = new Request("http://127.0.0.1/mcp", { method: verb, headers });
  bindScope(request, { surface: createSurface(registryOf(fixtureTools).entries) });
  return request;
}

const bodies: Record<string, unknown> = {
  initialize: {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  "tools/list": { jsonrpc: "2.0", id: 2, method: "tools/list" },
};

async function begin(sessions: Sessions, principal?: string): Promise<string> {
  const response = await sessions.handle(message(), bodies.initialize, principal);
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

async function statusOfList(sessions: Sessions, session: string, principal?: string): Promise<number> {
  const response = await sessions.handle(message(session), bodies["tools/list"], principal);
  await response.text();
  return response.status;
}

describe("sessions", () => {
  it("end only after being idle long enough", async () => {
    const clock = { now: 0 };
    const sessions = sessionsAt(clock);
    const session = await begin(sessions);
    clock.now = 900;
    expect(await statusOfList(sessions, session)).toBe(200);
    clock.now = 1800;
    await sessions.reap();
    expect(await statusOfList(sessions, session)).toBe(200);
    clock.now = 3000;
    await sessions.reap();
    expect(sessions.size).toBe(0);
    expect(await statusOfList(sessions, session)).toBe(404);
  });

  it("stay while a stream is open, however long it is silent", async () => {
    const clock = { now: 0 };
    const sessions = sessionsAt(clock);
    const session = await begin(sessions);
    const stream = await sessions.handle(message(session, "GET"), undefined, undefined);
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    clock.now = 1_000_000;
    await sessions.reap();
    expect(sessions.size).toBe(1);
    await stream.body?.cancel();
    clock.now = 2_000_000;
    await sessions.reap();
    expect(sessions.size).toBe(0);
  });

  it("are evicted for a new one at the limit, the longest idle first", async () => {
    const clock = { now: 0 };
    const sessions = sessionsAt(clock, 2);
    const first = await begin(sessions);
    clock.now = 1;
    const second = await begin(sessions);
    clock.now = 2;
    const third = await begin(sessions);
    expect(sessions.size).toBe(2);
    expect(await statusOfList(sessions, first)).toBe(404);
    expect(await statusOfList(sessions, second)).toBe(200);
    expect(await statusOfList(sessions, third)).toBe(200);
  });

  it("are refused when all are in use", async () => {
    const sessions = sessionsAt({ now: 0 }, 1);
    const session = await begin(sessions);
    const stream = await sessions.handle(message(session, "GET"), undefined, undefined);
    const refused = await sessions.handle(message(), bodies.initialize, undefined);
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("30");
    await stream.body?.cancel();
  });

  it("are evicted only for new ones of the same caller when it is at its limit, the longest idle first", async () => {
    const clock = { now: 0 };
    const sessions = sessionsAt(clock, 10, 2);
    const other = await begin(sessions, "bob");
    clock.now = 1;
    const first = await begin(sessions, "ann");
    clock.now = 2;
    const second = await begin(sessions, "ann");
    clock.now = 3;
    await begin(sessions, "ann");
    expect(sessions.size).toBe(3);
    expect(await statusOfList(sessions, first, "ann")).toBe(404);
    expect(await statusOfList(sessions, second, "ann")).toBe(200);
    expect(await statusOfList(sessions, other, "bob")).toBe(200);
  });

  it("are refused to a caller whose own are all in use, but not to others", async () => {
    const sessions = sessionsAt({ now: 0 }, 10, 1);
    const session = await begin(sessions, "ann");
    const stream = await sessions.handle(message(session, "GET"), undefined, "ann");
    const refused = await sessions.handle(message(), bodies.initialize, "ann");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await begin(sessions, "bob")).not.toBe("");
    await stream.body?.cancel();
  });

  it("are evicted for a caller that has none, from whoever has the most", async () => {
    const clock = { now: 0 };
    const sessions = sessionsAt(clock, 4);
    const alone = await begin(sessions, "bob");
    clock.now = 1;
    const many: string[] = [];
    for (let at = 0; at < 3; at += 1) many.push(await begin(sessions, "ann"));
    clock.now = 2;
    const late = await begin(sessions, "cid");
    expect(sessions.size).toBe(4);
    expect(await statusOfList(sessions, many[0] ?? "", "ann")).toBe(404);
    for (const session of many.slice(1)) expect(await statusOfList(sessions, session, "ann")).toBe(200);
    expect(await statusOfList(sessions, alone, "bob")).toBe(200);
    expect(await statusOfList(sessions, late, "cid")).toBe(200);
  });

  it("are not evicted from a caller with few for one with many", async () => {
    const sessions = sessionsAt({ now: 0 }, 3);
    const alone = await begin(sessions, "bob");
    for (let at = 0; at < 10; at += 1) expect(await begin(sessions, "ann")).not.toBe("");
    expect(sessions.size).toBe(3);
    expect(await statusOfList(sessions, alone, "bob")).toBe(200);
  });

  it("stay within the limit when many are opened at once", async () => {
    const sessions = sessionsAt({ now: 0 }, 3);
    const opened = await Promise.all(Array.from({ length: 20 }, () => begin(sessions)));
    expect(sessions.size).toBe(3);
    expect(opened.filter((id) => id !== "")).toHaveLength(3);
  });

  it("end when the client deletes them", async () => {
    const sessions = sessionsAt({ now: 0 });
    const session = await begin(sessions);
    const deleted = await sessions.handle(message(session, "DELETE"), undefined, undefined);
    expect(deleted.status).toBe(200);
    expect(await statusOfList(sessions, session)).toBe(404);
  });

  it("leave nothing behind if initialize fails", async () => {
    const sessions = sessionsAt({ now: 0 });
    const request = message(undefined, "POST", "text/html");
    const response = await sessions.handle(request, bodies.initialize, undefined);
    expect(response.status).toBe(406);
    expect(sessions.size).toBe(0);
  });
});
