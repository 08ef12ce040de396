import { expect, it } from "vitest";
import { drawDiagrams } from "../../../../src/platform/publishing/published/diagrams.ts";

const many = (name: string) => Array.from({ length: 30 }, (_, index) => `${name}${index}`).join(" & ");

/** A few hundred characters that take minutes. */
const endless = `graph TD\n ${many("a")} --> ${many("b")}`;

it("a diagram that takes too long is given up, and those after it are drawn", async () => {
  const others = ["graph TD\n A --> B", "sequenceDiagram\n A->>B: hi"];
  const drawn = await drawDiagrams([endless, ...others]);
  expect([...drawn.keys()]).toEqual(others);
  const again = await drawDiagrams([endless, ...others]);
  expect([...again]).toEqual([...drawn]);
});

it("readers who come at the same time get the same drawings", async () => {
  const sources = ["graph LR\n C --> D", "gantt", "graph LR\n E --> F"];
  const all = await Promise.all([drawDiagrams(sources), drawDiagrams(sources.toReversed()), drawDiagrams(sources)]);
  for (const drawn of all) expect([...drawn.keys()].sort()).toEqual([sources[0], sources[2]]);
});
