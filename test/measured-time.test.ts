import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .map((name) => join(import.meta.dirname, name))
  .filter((path) => path.endsWith(".ts") && !/node_modules|[/\\]conformance[/\\]|measured-time/.test(path));
const texts = new Map(
  files.map((path) => [relative(import.meta.dirname, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]),
);

/** `file: line` for each match, of files that are not excepted. */
const places = (pattern: RegExp, excepted: Readonly<Record<string, string>> = {}) =>
  [...texts]
    .filter(([name]) => !Object.hasOwn(excepted, name))
    .flatMap(([name, text]) => (text.match(pattern) ?? []).map((line) => `${name}: ${line.trim()}`));

/** What may look at how long something takes, each with its reason. */
const measuring: Readonly<Record<string, string>> = {
  "support/cost.ts": "compares costs of one run with each other",
  "markdown/text/time-slices.test.ts": "works until a turn must be over",
  "platform/knowledge/conversations/crash.test.ts": "kills a process at some moment, which need not be exact",
  "platform/kernel/language-model/model.test.ts": "a wait lasts at least as long as was asked for, on any machine",
  "platform/knowledge/translations/providers/service-call.test.ts":
    "a wait lasts at least as long as was asked for, on any machine",
};

describe("a test", () => {
  it("has been found, with those that measure", () => {
    expect(texts.size).toBeGreaterThan(500);
    expect(Object.keys(measuring).filter((name) => !texts.has(name))).toEqual([]);
  });

  it("measures no time: costs are compared with expectCost and expectLinearCost, or are rows of the bench", () => {
    expect(places(/^.*(?:performance\.(?:now|mark|measure)|process\.(?:hrtime|cpuUsage)).*$/gm, measuring)).toEqual([]);
    // A point in time some days ago is none.
    expect(places(/^.*\bDate\.now\(\) - [a-z_]\w*\b(?! \*).*$/gim)).toEqual([]);
  });

  it("is never decided by something having been fast enough", () => {
    expect(places(/^.*(?:performance|Date)\.now\(\)[^\n]*toBeLess.*$/gm)).toEqual([
      // Whether two clocks show about the same time.
      'cli/many-processes.test.ts: expect(Math.abs(Date.parse(createdAt ?? "") - Date.now())).toBeLessThan(60_000);',
    ]);
  });

  it("waits with expect.poll, whose limit is set for all, and sets no limit below a minute", () => {
    expect(places(/^.*\bvi\.wait(?:For|Until)\(.*$/gm)).toEqual([]);
    const limits = places(/\btimeout: [\d_]+/g).filter((place) => {
      const limit = Number(/timeout: ([\d_]+)$/.exec(place)?.[1]?.replaceAll("_", ""));
      return limit < 60_000;
    });
    // A lock of the database that is not waited for.
    expect(limits).toEqual(["platform/kernel/jobs/storm.test.ts: timeout: 0"]);
  });
});
