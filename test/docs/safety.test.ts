import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { project, readText } from "./project-files.ts";
import { evidence, scope } from "./safety-evidence.ts";
import { statementsOf } from "./statements.ts";

const page = "docs/concepts/safety.md";
const statements = statementsOf(readText(page));
const keys = [...Object.keys(evidence), ...Object.keys(scope)];

/** Whether a file has a test, or a group of tests, of exactly this name: it is the first argument of a call. */
function hasTest(text: string, name: string): boolean {
  const quoted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`\\(\\s*(["'\`])${quoted}\\1\\s*,`).test(text);
}

describe(`each statement of ${page}`, () => {
  it("has one entry, of evidence or of scope", () => {
    const wrong = statements.flatMap((statement) => {
      const found = keys.filter((key) => statement.startsWith(key));
      return found.length === 1 ? [] : [`${found.length} entries: ${statement}`];
    });
    expect(wrong).toEqual([]);
  });

  it("exists once for each entry", () => {
    const wrong = keys.flatMap((key) => {
      const count = statements.filter((statement) => statement.startsWith(key)).length;
      return count === 1 ? [] : [`${count} statements: ${key}`];
    });
    expect(wrong).toEqual([]);
  });

  it("is covered by tests that exist", () => {
    const wrong = Object.entries(evidence).flatMap(([key, files]) =>
      Object.entries(files).flatMap(([file, names]) => {
        if (!existsSync(join(project, file))) return [`${key}: there is no ${file}`];
        const text = readText(file);
        return names.filter((name) => !hasTest(text, name)).map((name) => `${key}: ${file} has no test "${name}"`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("has a reason if no test can cover it", () => {
    expect(Object.entries(scope).filter(([, reason]) => reason.length < 10)).toEqual([]);
    expect(Object.values(evidence).filter((files) => Object.values(files).flat().length === 0)).toEqual([]);
  });
});

describe("the check of statements", () => {
  it("separates sentences, list items and rows, and omits headings", () => {
    const markdown = [
      '---\ndescription: "Front matter."\n---\n# Title',
      'One is `127.0.0.1`, not all. "Two"\nis **bold**. `--three` is code. [Four](four.md) is a link.',
      '{% hint style="info" %}\nFive.\n{% endhint %}',
      "* Six. Seven.\n* eight",
      "| A | B |\n| --- | --- |\n| nine | ten. Eleven. |",
    ].join("\n\n");
    expect(statementsOf(markdown)).toEqual([
      "One is `127.0.0.1`, not all.",
      '"Two" is **bold**.',
      "`--three` is code.",
      "[Four](four.md) is a link.",
      "Five.",
      "Six.",
      "Seven.",
      "eight",
      "nine | ten. Eleven.",
    ]);
  });

  it("distinguishes the name of a test from the same words elsewhere", () => {
    const text = ["it(", '  "does it",', "  () => {});", "it.each(x)(`is %s`, run);", '// it("is gone")'].join("\n");
    expect(["does it", "is %s", "is gone", "does"].map((name) => hasTest(text, name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
