import { describe, expect, it } from "vitest";
import { createRateLimit, withRateLimit } from "../../../src/server/access/limits.ts";
import { docsClient } from "../docs-service.ts";

function limitAt(perMinute: number) {
  const clock = { now: 1000 };
  return { clock, limit: createRateLimit(perMinute, () => clock.now) };
}

const times = (count: number, act: () => number | undefined) => Array.from({ length: count }, act);

describe("a rate limit", () => {
  it("lets each caller send a minute's requests at once, then one per refill", () => {
    const { clock, limit } = limitAt(60);
    expect(times(60, () => limit.take("ann"))).toEqual(Array(60).fill(undefined));
    expect(limit.take("ann")).toBe(1000);
    expect(limit.take("bob")).toBeUndefined();
    clock.now += 400;
    expect(limit.take("ann")).toBeCloseTo(600);
    clock.now += 600;
    expect(limit.take("ann")).toBeUndefined();
    expect(limit.take("ann")).toBe(1000);
  });

  it("never refills beyond its size", () => {
    const { clock, limit } = limitAt(2);
    limit.take("ann");
    clock.now += 10 * 60_000;
    expect(times(3, () => limit.take("ann"))).toEqual([undefined, undefined, 30_000]);
  });

  it("accepts everything with an unlimited size", () => {
    const { limit } = limitAt(10);
    expect(limit.take("ann", 500)).toBeUndefined();
    expect(limit.take("ann")).toBe(6000);
  });

  it("forgets callers idle for a minute", () => {
    const { clock, limit } = limitAt(10);
    for (let index = 0; index < 1000; index++) limit.take(`caller ${index}`);
    expect(limit.size).toBe(1000);
    clock.now += 60_000;
    limit.take("ann");
    expect(limit.size).toBe(1);
  });
});

describe("authorization with a rate limit", () => {
  const caller = { client: docsClient(), principal: "ann" };
  const limited = (perMinute: number) => withRateLimit(async () => caller, limitAt(perMinute).limit);
  const request = () => new Request("http://127.0.0.1/mcp");

  it("answers 429 with Retry-After", async () => {
    const authorize = limited(2);
    expect(await authorize(request())).toMatchObject({ principal: "ann" });
    await authorize(request());
    const refused = (await authorize(request())) as Response;
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect([refused.headers.get("x-ratelimit-limit"), refused.headers.get("x-ratelimit-remaining")]).toEqual([
      "2",
      "0",
    ]);
    expect(refused.headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
    expect(await refused.json()).toEqual({
      jsonrpc: "2.0",
      error: { code: -32000, message: "Too many requests: wait 30 s, then continue more slowly." },
      id: null,
    });
  });

  it("counts each message of an array", async () => {
    const authorize = limited(5);
    const first = await authorize(request());
    if (first instanceof Response) throw new Error("the first request was refused");
    expect(await first.refuse?.([{}, {}, {}])).toBeUndefined();
    expect(await first.refuse?.({})).toBeUndefined();
    expect((await first.refuse?.([{}, {}, {}, {}]))?.status).toBe(429);
  });

  it("does not count a rejected request", async () => {
    const { limit } = limitAt(1);
    const authorize = withRateLimit(async () => new Response(null, { status: 401 }), limit);
    await authorize(request());
    expect(limit.size).toBe(0);
  });
});
