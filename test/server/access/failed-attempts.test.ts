import { expect, it } from "vitest";
import { bindPeer, createClientAddress } from "../../../src/server/access/client-address.ts";
import {
  createFailedAttempts,
  createRateLimit,
  tooManyRequests,
  withFailedAttempts,
} from "../../../src/server/access/limits.ts";
import type { Client } from "../../../src/server/request-scope.ts";

/** Callers with the token "good"; three failures a minute. */
function door({ behindProxy = false } = {}) {
  let now = 0;
  const checked: string[] = [];
  const failures = () => createRateLimit(3, () => now);
  const authorize = withFailedAttempts(
    async (request) => {
      const token = request.headers.get("authorization") ?? "none";
      checked.push(token);
      return token === "Bearer good" ? { client: {} as Client } : new Response(null, { status: 401 });
    },
    createFailedAttempts({
      ofAddress: failures(),
      ofPresented: failures(),
      clientAddress: createClientAddress({ behindProxy }),
    }),
    tooManyRequests,
  );
  return {
    checked,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    async knock(token: string | undefined, address: string) {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const request = new Request("http://127.0.0.1/mcp", { headers });
      bindPeer(request, address);
      const answer = await authorize(request);
      return answer instanceof Response ? answer.status : 200;
    },
  };
}

it("a client that sends many invalid tokens is told to wait, and others are not", async () => {
  const { knock, wait } = door();
  for (const guess of ["a", "b", "c"]) expect(await knock(guess, "203.0.113.7")).toBe(401);
  expect(await knock("d", "203.0.113.7")).toBe(429);
  expect(await knock("d", "203.0.113.8")).toBe(401);
  wait(20_000);
  expect(await knock("e", "203.0.113.7")).toBe(401);
});

it("a valid token is accepted from an address without attempts left, even one not seen before", async () => {
  const { knock } = door();
  for (const guess of ["a", "b", "c", "d"]) await knock(guess, "203.0.113.7");
  expect(await knock("good", "203.0.113.7")).toBe(200);
  expect(await knock("e", "203.0.113.7")).toBe(429);
});

it("behind a proxy that hides its clients, a stranger's tokens use up nobody's attempts", async () => {
  const { knock } = door({ behindProxy: true });
  for (let at = 0; at < 50; at += 1) expect(await knock(`guess-${at}`, "203.0.113.7")).toBe(401);
  expect(await knock("good", "203.0.113.7")).toBe(200);
  expect(await knock("expired", "203.0.113.7")).toBe(401);
});

it("an invalid token is not checked again and again, wherever it comes from", async () => {
  const { knock, checked, wait } = door({ behindProxy: true });
  for (let at = 0; at < 3; at += 1) expect(await knock("expired", `203.0.113.${at}`)).toBe(401);
  expect(await knock("expired", "203.0.113.9")).toBe(429);
  expect(checked).toHaveLength(3);
  wait(20_000);
  expect(await knock("expired", "203.0.113.9")).toBe(401);
});

it("a request without a token, as for discovery, does not count as a guess", async () => {
  const { knock } = door();
  for (let at = 0; at < 10; at += 1) expect(await knock(undefined, "203.0.113.7")).toBe(401);
  expect(await knock("a", "203.0.113.7")).toBe(401);
});

it("a bounded number of strangers is remembered", () => {
  const limit = createRateLimit(3, () => 0);
  for (let at = 0; at < 50_000; at += 1) limit.take(`stranger ${at}`);
  expect(limit.size).toBe(20_000);
  expect(limit.waitFor("stranger 49999")).toBeUndefined();
});
