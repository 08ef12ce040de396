import { describe, expect, it } from "vitest";
import {
  createSessionEvents,
  EventsTogether,
  type SessionEvents,
} from "../../../src/server/transports/session-events.ts";

describe("the events of a session", () => {
  it("are replayed after the last one a client saw, from its own stream only", async () => {
    const store = createSessionEvents(new EventsTogether());
    const seen = await store.storeEvent("a", {} as never);
    const note = (text: string) => ({ jsonrpc: "2.0" as const, method: text });
    await store.storeEvent("a", note("one"));
    await store.storeEvent("b", note("other"));
    await store.storeEvent("a", note("two"));
    const replayed: unknown[] = [];
    const stream = await store.replayEventsAfter(seen, {
      send: async (_id, event) => {
        replayed.push(event);
      },
    });
    expect(stream).toBe("a");
    expect(replayed).toEqual([note("one"), note("two")]);
  });

  it("are dropped oldest first, and a late client gets no gap", async () => {
    const store = createSessionEvents(new EventsTogether());
    const first = await store.storeEvent("a", { jsonrpc: "2.0", method: "first" });
    for (let index = 0; index < 500; index++) await store.storeEvent("a", { jsonrpc: "2.0", method: "more" });
    expect(await store.getStreamIdForEventId?.(first)).toBeUndefined();
    await expect(store.replayEventsAfter(first, { send: async () => {} })).rejects.toThrow("no longer known");
  });

  it("are bounded in size, not only in number", async () => {
    const store = createSessionEvents(new EventsTogether());
    const first = await store.storeEvent("a", { jsonrpc: "2.0", method: "x".repeat(600_000) });
    const second = await store.storeEvent("a", { jsonrpc: "2.0", method: "x".repeat(600_000) });
    expect(await store.getStreamIdForEventId?.(first)).toBeUndefined();
    expect(await store.getStreamIdForEventId?.(second)).toBe("a");
  });

  it("share a limit with those of other sessions, which an ended session leaves to the others", async () => {
    const together = new EventsTogether(1000);
    const [busy, ended, quiet] = [0, 1, 2].map(() => createSessionEvents(together)) as [
      SessionEvents,
      SessionEvents,
      SessionEvents,
    ];
    const store = (events: SessionEvents, length: number) =>
      events.storeEvent("a", { jsonrpc: "2.0", method: "x".repeat(length) });
    const isKept = async (events: SessionEvents, id: string) => (await events.getStreamIdForEventId?.(id)) === "a";
    const early = await store(quiet, 200);
    await store(ended, 400);
    ended.close();
    const first = await store(busy, 400);
    expect([await isKept(quiet, early), await isKept(busy, first)]).toEqual([true, true]);
    const second = await store(busy, 400);
    expect([await isKept(quiet, early), await isKept(busy, first), await isKept(busy, second)]).toEqual([
      false,
      true,
      true,
    ]);
  });
});
