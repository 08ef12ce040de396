import { expect, it } from "vitest";
import { bindAddress, createFailedAttempts, withFailedAttempts } from "../../../src/server/access/failed-attempts.ts";
import { createRateLimit, tooManyRequests } from "../../../src/server/access/rate-limit.ts";
import type { Client } from "../../../src/server/request-scope.ts";

/** Callers with the token "good"; three failures a minute. */
function door() {
  let now = 0;
  const checked: string[] = [];
  const authorize = withFailedAttempts(
    async (request) => {
      const token = request.headers.get("authorization") ?? "none";
      checked.push(token);
      return token === "Bearer good" ? { client: {} as Client } : new Response(null, { status: 401 });
    },
    createFailedAttempts(createRateLimit(3, () => now)),
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
      bindAddress(request, address);
      const answer = await authorize(request);
      return answer instanceof Response ? answer.status : 200;
    },
  };
}

it("tokens that are no good are not looked at any more after too many from one address", async () => {
  const { knock, checked, wait } = door();
  for (const guess of ["a", "b", "c"]) expect(await knock(guess, "203.0.113.7")).toBe(401);
  expect(await knock("d", "203.0.113.7")).toBe(429);
  expect(checked).not.toContain("Bearer d");
  expect(await knock("d", "203.0.113.8")).toBe(401);
  wait(20_000);
  expect(await knock("e", "203.0.113.7")).toBe(401);
});

it("a token that was taken lately is still taken, since a proxy gives everybody one address", async () => {
  const { knock } = door();
  expect(await knock("good", "203.0.113.7")).toBe(200);
  for (const guess of ["a", "b", "c", "d"]) await knock(guess, "203.0.113.7");
  expect(await knock("good", "203.0.113.7")).toBe(200);
  expect(await knock("other", "203.0.113.7")).toBe(429);
});

it("asking without a token, as clients do to find the authorization server, counts as no guess", async () => {
  const { knock } = door();
  for (let at = 0; at < 10; at += 1) expect(await knock(undefined, "203.0.113.7")).toBe(401);
  expect(await knock("a", "203.0.113.7")).toBe(401);
});

it.each([
  ["2001:db8:1:2:3::1", "2001:db8:1:2:ffff:1:2:3", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["::ffff:203.0.113.7", "203.0.113.7", true],
  ["::1", "2001:db8::1", false],
])("%s and %s are one network: %s", async (one, other, same) => {
  const { knock } = door();
  for (const guess of ["a", "b", "c"]) await knock(guess, one);
  expect(await knock("d", other)).toBe(same ? 429 : 401);
});
