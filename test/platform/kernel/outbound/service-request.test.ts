import { describe, expect, it } from "vitest";
import { parseJson } from "../../../../src/platform/kernel/outbound/service-request.ts";
import { expectCost } from "../../../support/cost.ts";

describe("the JSON of a service's response", () => {
  it("is read", () => {
    expect(parseJson('{"translations": [{"text": "Über"}]}')).toEqual({ translations: [{ text: "Über" }] });
  });

  it.each([
    ["nests 4,000,000 levels deep", "[".repeat(4_000_000) + "]".repeat(4_000_000)],
    ["has an array of 2,000,000 items", `[${"{},".repeat(2_000_000)}{}]`],
    ["has 700,000 members of different names", `{${Array.from({ length: 700_000 }, (_, at) => `"k${at}":1`).join()}}`],
  ])("is ignored if it %s, at less cost than parsing it", async (_, text) => {
    expect(parseJson(text)).toBeUndefined();
    const parse = () => {
      try {
        JSON.parse(text);
      } catch {}
    };
    await expectCost(() => parseJson(text), { times: 1, reference: parse });
  });
});
