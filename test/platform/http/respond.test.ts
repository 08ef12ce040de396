import { describe, expect, it } from "vitest";
import { contract } from "../../../src/contract/index.ts";
import { renderHttp, toResponse } from "../../../src/platform/http/operation-response.ts";
import { expectCost } from "../../support/cost.ts";

/** Takes a megabyte of memory, however often it occurs in a response. */
const megabyte = "x".repeat(1_000_000);

const answerOf = (megabytes: number) => ({ items: Array.from({ length: megabytes }, () => ({ text: megabyte })) });

describe("a response of more than 64 million characters", () => {
  it.each([
    [
      "a list of comments",
      contract.spaceComments.list,
      "The answer would have more than 64000000 characters. Use `format=markdown` and a smaller `limit`.",
    ],
    ["a space", contract.spaces.get, "The answer would have more than 64000000 characters. Request a part of it."],
  ])("is rejected as %s with how to request less, and never printed", async (_, operation, message) => {
    const refused = (megabytes: number) =>
      expect(() => toResponse(operation, answerOf(megabytes))).toThrow(
        expect.objectContaining({ code: "answer_too_large", message }),
      );
    refused(100_000);
    // Printing 64 million characters takes many times as long as counting those of 100.
    await expectCost(() => refused(100), { times: 1, reference: () => JSON.stringify(answerOf(64)) });
  });

  it("is rejected if only its escapes make it too long", async () => {
    const nulls = Array.from({ length: 20 }, () => "\0".repeat(1_000_000));
    const response = toResponse(contract.spaces.get, { nulls });
    await expect(renderHttp(response, "")).rejects.toMatchObject({ code: "answer_too_large" });
  });
});

it("a smaller response is sent completely", async () => {
  const response = await renderHttp(toResponse(contract.spaces.get, answerOf(10)), "");
  expect((await response.text()).length).toBeGreaterThan(10_000_000);
  expect(response.headers.get("content-type")).toBe("application/json");
});
