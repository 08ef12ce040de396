import { describe, expect, it } from "vitest";
import { readTraceParent } from "../../../src/server/observation/finished-call.ts";

const trace = "0af7651916cd43dd8448eb211c80319c";

const span = "b7ad6b7169203331";

describe("a traceparent", () => {
  it("names the caller's span", () => {
    const caller = { traceId: trace, spanId: span };
    expect(readTraceParent(`00-${trace}-${span}-01`)).toEqual({ ...caller, sampled: true });
    expect(readTraceParent(`00-${trace}-${span}-00`)).toEqual({ ...caller, sampled: false });
    expect(readTraceParent(`01-${trace}-${span}-03-later`)).toEqual({ ...caller, sampled: true });
  });

  it.each([
    undefined,
    null,
    7,
    "",
    `ff-${trace}-${span}-01`,
    `00-${"0".repeat(32)}-${span}-01`,
    `00-${trace}-${"0".repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}`,
    `00-${trace}-${span}-011`,
    ` 00-${trace}-${span}-01`,
    `00-${trace}-${span}-01-${"x".repeat(1000)}`,
  ])("is ignored if it is %j", (text) => {
    expect(readTraceParent(text)).toBeUndefined();
  });
});
