import { type Area, areas } from "../contract/areas.ts";
import type { ContractEntry } from "../contract/index.ts";
import { code, markdownTable, page, paragraphs } from "./markdown.ts";
import { pageOfNoun, titleOfName } from "./words.ts";

/** An operation and where it is available. */
export interface Coverage {
  readonly entry: ContractEntry;
  /** A tool of its own. */
  readonly tool: string;
  /** Handwritten tools that call it. */
  readonly usedBy: readonly string[];
  /** Whether the embedded platform implements it. */
  readonly embedded: boolean;
}

/** Lists which operations the client, the tools and the embedded platform support, by area. */
export function coveragePage(rows: readonly Coverage[]): string {
  const sections = (Object.keys(areas) as Area[]).map((area) => ({
    area,
    rows: rows.filter(({ entry }) => entry.area === area),
  }));
  const filled = sections.filter((section) => section.rows.length > 0);
  return page(
    "Every operation of the API, and where it can be reached: client, tools, embedded platform.",
    "# Coverage",
    'Each operation of the API has a method in the client and a tool of its own, which `--toolsets` with its area switches on. `read_operation`, `write_operation` and `delete_operation` reach them all; the column "Used by" names the other hand-written tools that call it. A service that you name with `--base-url` decides itself what it implements; the embedded platform implements what the last column says, and returns 501 for the rest.',
    markdownTable(
      ["Area", "Operations", "Used by hand-written tools", "Embedded platform"],
      [
        ...filled.map(({ area, rows: own }) => [
          `[${titleOfName(area)}](#${titleOfName(area).toLowerCase()})`,
          ...totals(own),
        ]),
        ["All", ...totals(rows)],
      ],
    ),
    ...filled.map(({ area, rows: own }) => paragraphs(`## ${titleOfName(area)}`, table(own))),
  );
}

const totals = (rows: readonly Coverage[]): string[] =>
  [rows, rows.filter(({ usedBy }) => usedBy.length > 0), rows.filter(({ embedded }) => embedded)].map(({ length }) =>
    String(length),
  );

function table(rows: readonly Coverage[]): string {
  return markdownTable(
    ["Operation", "Request", "Client", "Tool", "Used by", "Embedded platform"],
    rows.map(({ entry: { operation, group, name }, tool, usedBy, embedded }) => [
      `[${operation.id}](reference/${pageOfNoun(group)})`,
      code(`${operation.method} ${operation.path}`),
      code(`client.${group}.${name}`),
      code(tool),
      usedBy.map(code).join(", ") || "none",
      embedded ? "yes" : "not yet",
    ]),
  );
}
