import { beforeEach, describe, expect, it } from "vitest";
import { operationSummaries } from "../../../src/contract/load.ts";
import type { Acting } from "../../../src/platform/access/authenticate.ts";
import { askedByRequest } from "../../../src/platform/http/asked-call.ts";
import { ReusedAnswers } from "../../../src/platform/http/reused-answers.ts";

const summary = operationSummaries.find(({ id }) => id === "getPageById") ?? expect.unreachable();

let time: number;
let change: number;
let answers: ReusedAnswers;
beforeEach(() => {
  time = Date.parse("2026-03-04T05:06:07.000Z");
  change = 1;
  answers = new ReusedAnswers({ lastChange: () => change }, () => new Date(time).toISOString());
});

/** Where the answer with a page is kept for whoever has a token. */
function place(pageId: string, token = "one", acting?: Acting) {
  const request = new Request("http://localhost/v1", { headers: { authorization: `Bearer ${token}` } });
  const found = answers.placeOf(askedByRequest(request), { summary, params: { spaceId: "s", pageId } }, acting);
  return found ?? expect.unreachable();
}

/** The key identifies the answer. */
const answer = (key: string) => ({ operation: {} as never, answer: { key } });
const found = (at: ReturnType<typeof place>) => at.find()?.answer;

describe("a reused answer", () => {
  it("is returned only to the same request", () => {
    place("a").keep(answer("a"));
    expect(found(place("a"))).toEqual({ key: "a" });
    expect(found(place("b"))).toBeUndefined();
  });

  it("is returned only until something is written", () => {
    place("a").keep(answer("a"));
    change = 2;
    expect(found(place("a"))).toBeUndefined();
    place("b").keep(answer("b"));
    expect(found(place("a"))).toBeUndefined();
  });

  it("is returned for one second after its caller was authenticated for any request", () => {
    place("a").keep(answer("a"));
    time += 999;
    expect(found(place("a"))).toEqual({ key: "a" });
    time += 1;
    expect(found(place("a"))).toBeUndefined();
    place("b").keep(answer("b"));
    time += 500;
    expect(found(place("a"))).toEqual({ key: "a" });
  });

  it("is not returned after the clock was set back", () => {
    place("a").keep(answer("a"));
    time -= 1;
    expect(found(place("a"))).toBeUndefined();
  });

  it("is returned only to the same caller", () => {
    const acting = { user: "one", scope: "read" } as const;
    place("a").keep(answer("a"));
    place("b", "two").keep(answer("b"));
    place("b", "one", acting).keep(answer("c"));
    expect(found(place("a", "two"))).toBeUndefined();
    expect(found(place("a", "one", acting))).toBeUndefined();
    expect(found(place("b", "one", { ...acting, scope: "admin" }))).toBeUndefined();
    expect(found(place("b", "one", acting))).toEqual({ key: "c" });
  });
});
