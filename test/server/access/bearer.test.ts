import { describe, expect, it } from "vitest";
import { readBearer, staticBearer } from "../../../src/server/access/authorize.ts";
import { expectLinearCost } from "../../support/cost.ts";
import { docsClient } from "../docs-service.ts";

const read = (authorization: string | undefined, query = "") =>
  readBearer(
    new Request(`http://127.0.0.1/mcp${query}`, { headers: authorization === undefined ? {} : { authorization } }),
  );

describe("the token of a request", () => {
  it.each([
    ["Bearer abc", "abc"],
    ["bearer  a.b-c_d~e+f/g==", "a.b-c_d~e+f/g=="],
    ["BEARER cpd_1234", "cpd_1234"],
  ])("is read from %j as %j", (header, token) => {
    expect(read(header)).toEqual({ kind: "token", token });
  });

  it.each([undefined, ""])("is absent from %j", (header) => {
    expect(read(header).kind).toBe(header === undefined ? "nothing" : "another scheme");
  });

  it.each(["Basic YTpi", "DPoP abc", "Bearerabc", "abc"])(
    "is not read from %j, which uses another scheme",
    (header) => {
      expect(read(header).kind).toBe("another scheme");
    },
  );

  it.each(["Bearer", "Bearer a b", "Bearer a, Bearer b", "Bearer a,b", "Bearer a=b", 'Bearer "a"', "Bearer ä"])(
    "is not guessed from %j",
    (header) => {
      expect(read(header).kind).toBe("malformed");
    },
  );

  it("is refused if two headers give one each", () => {
    const headers = new Headers();
    headers.append("authorization", "Bearer first");
    headers.append("authorization", "Bearer second");
    expect(readBearer(new Request("http://127.0.0.1/mcp", { headers })).kind).toBe("malformed");
  });

  it("is refused in the URL, and the refusal does not repeat it", () => {
    const presented = read("Bearer good", "?access_token=leaked");
    expect(presented).toEqual({
      kind: "malformed",
      reason: "A token in the URL is not accepted; send Authorization: Bearer <token>. Replace the token.",
    });
  });

  it("is at most 8192 characters long, and longer ones are refused in linear time", async () => {
    expect(read(`Bearer ${"a".repeat(8000)}`).kind).toBe("token");
    expect(read(`Bearer ${"a".repeat(8192)}`).kind).toBe("malformed");
    const spaces = (count: number) => read(`Bearer${" ".repeat(count)}!`);
    expect(spaces(1_000_000).kind).toBe("malformed");
    await expectLinearCost(spaces, 10_000);
  });
});

describe("a static bearer", () => {
  const caller = { client: docsClient(), principal: "bearer" };
  const verify = staticBearer("a-secret-of-some-length", caller);

  it("admits its bearer as the given caller", async () => {
    expect(await verify("a-secret-of-some-length")).toBe(caller);
  });

  it.each(["a-secret-of-some-lengtH", "a-secret-of-some-length2", "a", ""])("does not know %j", async (token) => {
    expect(await verify(token)).toBeUndefined();
  });
});
