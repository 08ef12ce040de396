import { describe, expect, it } from "vitest";
import { InputError } from "../../src/client/errors.ts";
import { explainError } from "../../src/present/explain-error.ts";
import { ToolError } from "../../src/present/tool-error.ts";

const unrecorded = () => {
  throw new Error("nothing is to be recorded");
};

describe("an error reported to an agent", () => {
  it("has its own message if that is meant for the agent", () => {
    expect(explainError(new InputError("spaceId is missing"), unrecorded)).toBe("spaceId is missing");
    expect(explainError(new ToolError("old_text matches 3 times"), unrecorded)).toBe("old_text matches 3 times");
  });

  it("is only an id if it is unexpected, with stack and cause in the log", () => {
    const records: string[] = [];
    const error = new Error("/home/ann/data is gone", { cause: new TypeError("deep reason") });
    const text = explainError(error, (details) => records.push(details));
    expect(text).toMatch(/^Something failed inside Copydesk \(error [0-9a-f]{8}\)/);
    expect(text).not.toContain("ann");
    expect(records).toHaveLength(1);
    expect(text).toContain(records[0]?.slice(1, 9));
    expect(records[0]).toContain("/home/ann/data is gone");
    expect(records[0]).toContain("Caused by: TypeError: deep reason");
  });

  it("may be anything that was thrown", () => {
    const records: string[] = [];
    explainError("just text", (details) => records.push(details));
    explainError(undefined, (details) => records.push(details));
    expect(records.map((record) => record.slice(11))).toEqual(["just text", "undefined"]);
  });
});
