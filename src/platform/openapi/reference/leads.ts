import type { ApiOperation, Tag } from "./api.ts";
import { block, inline } from "./foreign-text.ts";
import { operationRow } from "./operation-text.ts";
import type { Draft } from "./pages.ts";

/** What a tag says of itself. */
export const aboutTag = ({ description, docs }: Tag): string[] => [
  block(description),
  docs === "" ? "" : `More: ${inline(docs, 500)}`,
];

/** What stands above the sections of a page: what it is about, and its operations. */
export function leadOf(about: readonly string[], operations: readonly ApiOperation[]): Draft["lead"] {
  return (addressOf) => {
    const rows = operations.map((operation) => operationRow(operation, addressOf(operation)));
    return [...about, rows.join("\n")].filter((one) => one !== "").join("\n\n");
  };
}

/** The first sentence of a description, as the line below a title. */
export function summaryOf(description: string): string | undefined {
  const line =
    description
      .split(/\n\s*\n|(?<=[.!?])\s/)[0]
      ?.replace(/\s+/g, " ")
      .trim() ?? "";
  return line === "" || line.length > 200 || /[<>{}`[\]]/.test(line) ? undefined : line;
}
