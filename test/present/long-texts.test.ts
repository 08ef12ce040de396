import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { cachedLongTextLength, cacheLongText, findLongText, toEscapedJson } from "../../src/present/long-texts.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const text = (at: number, length = 10_000) => `${at} ${"word ".repeat(length / 5)}`;

describe("long texts of answers", () => {
  it("are kept up to two million characters and bytes, the latest of them", () => {
    for (let at = 0; at < 500; at += 1) {
      cacheLongText(text(at), 2_500);
      toEscapedJson(text(at));
    }
    expect(cachedLongTextLength()).toBeLessThanOrEqual(2_000_000);
    expect(findLongText(text(0))).toBeUndefined();
    expect(findLongText(text(499))).toMatchObject({ tokens: 2_500 });
  });

  it("keep nothing else in memory when they are part of a page", () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < 40; at += 1) cacheLongText(text(at, 4_000_000).slice(0, 8_000), 2_000);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000);
  });
});
