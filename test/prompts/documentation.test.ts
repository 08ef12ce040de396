import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listPrompts } from "../../src/prompts/prompts.ts";

it("the manual describes every prompt with its arguments", () => {
  const page = readFileSync(new URL("../../docs/prompts.md", import.meta.url), "utf8");
  const documented = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, given]) => `${name}: ${given}`);
  expect(documented).toEqual(
    listPrompts().map(({ name, arguments: all = [] }) => {
      const given = all.map((argument) => `\`${argument.name}\`${argument.required === true ? "" : " optional"}`);
      return `${name}: ${given.join(", ")}`;
    }),
  );
});
