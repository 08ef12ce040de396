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

/** The answer is told apart by its key alone. */
const answer = (key: string) => ({ operation: {} as never, answer: { key } });
const found = (at: ReturnType<typeof place>) => at.find()?.answer;

describe("an answer is reused", () => {
  it("for its own request", () => {
    place("a").keep(answer("a"));
    expect(found(place("a"))).toEqual({ key: "a" });
    expect(found(place("b"))).toBeUndefined();
  });

  it("only until anything was written", () => {
    place("a").keep(answer("a"));
    change = 2;
    expect(found(place("a"))).toBeUndefined();
    place("b").keep(answer("b"));
    expect(found(place("a"))).toBeUndefined();
  });

  it("for a second after its caller was authenticated, whatever for", () => {
    place("a").keep(answer("a"));
    time += 999;
    expect(found(place("a"))).toEqual({ key: "a" });
    time += 1;
    expect(found(place("a"))).toBeUndefined();
    place("b").keep(answer("b"));
    time += 500;
    expect(found(place("a"))).toEqual({ key: "a" });
  });

  it("not after the clock was put back", () => {
    place("a").keep(answer("a"));
    time -= 1;
    expect(found(place("a"))).toBeUndefined();
  });

  it("for its own caller", () => {
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
