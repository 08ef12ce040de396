import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fits } from "../../../src/present/budget.ts";
import { toEscapedJson } from "../../../src/present/long-texts.ts";
import { toCallResult } from "../../../src/server/calls/answer-parts.ts";
import { responseBytes } from "../../../src/server/plain-calls/response-bytes.ts";

const writtenBy = (result: Record<string, unknown>, id: string | number = 1) =>
  JSON.stringify({ result, jsonrpc: "2.0", id });

const bytesOf = (result: Record<string, unknown>, id: string | number = 1) =>
  responseBytes({ result, jsonrpc: "2.0", id }).toString();

describe("the bytes of an answer in parts", () => {
  it("are those of the whole answer, whatever its texts and its id", () => {
    const text = fc.string({ unit: "binary", maxLength: 50 });
    fc.assert(
      fc.property(text, text, text, fc.oneof(text, fc.integer()), (before, word, after, id) => {
        const long = `${word} `.repeat(1200);
        // Only texts that were counted are kept.
        fits(long, 1_000_000);
        for (let time = 0; time < 2; time += 1) {
          const result = toCallResult({ text: before + long + after, parts: [before, long, after] });
          expect(JSON.parse(bytesOf(result, id))).toEqual(JSON.parse(writtenBy(result, id)));
          expect(toEscapedJson(long)).toBeInstanceOf(Buffer);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("keep the members that a copy of the result has besides", () => {
    const result = { ...toCallResult({ text: "ab", parts: ["a", "b"] }), resultType: "complete", _meta: { own: 1 } };
    expect(bytesOf(result)).toBe(writtenBy(result));
  });

  it("are not confused by a client whose id is what stands for the text", () => {
    const result = toCallResult({ text: "ab", parts: ["a", "b"] });
    expect(bytesOf(result, "{text}")).toBe(writtenBy(result, "{text}"));
  });

  it("are followed by the end given", () => {
    const result = toCallResult({ text: "ä", parts: ["ä"] });
    const bytes = responseBytes({ result, jsonrpc: "2.0", id: 1 }, "\n");
    expect(bytes.toString()).toBe(`${writtenBy(result)}\n`);
  });
});
