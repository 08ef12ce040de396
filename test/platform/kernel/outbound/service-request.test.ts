import { describe, expect, it } from "vitest";
import { parseJson } from "../../../../src/platform/kernel/outbound/service-request.ts";
import { processorTime } from "../../../support/processor-time.ts";

describe("the JSON of a service's response", () => {
  it("is read", () => {
    expect(parseJson('{"translations": [{"text": "Über"}]}')).toEqual({ translations: [{ text: "Über" }] });
  });

  it.each([
    ["nests 4,000,000 levels deep", "[".repeat(4_000_000) + "]".repeat(4_000_000)],
    ["has an array of 2,000,000 items", `[${"{},".repeat(2_000_000)}{}]`],
    ["has 700,000 members of different names", `{${Array.from({ length: 700_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ])("is ignored if it %s, at little cost", (_, text) => {
    const started = processorTime();
    expect(parseJson(text)).toBeUndefined();
    expect(processorTime() - started).toBeLessThan(1000);
  });
});
