import type { RichDocument } from "../../text/document/model.ts";
import type { ShareRow } from "../store/translation-shares.ts";

/** What a change request says of who translated, behind what it said of earlier runs and what people wrote. */
export async function withMakers(
  description: string | null,
  run: number,
  shares: readonly ShareRow[],
): Promise<string | null> {
  if (shares.length === 0) return description;
  const { documentFromMarkdown } = await import("../../text/document/from-markdown.ts");
  const { object, data, nodes } = documentFromMarkdown(sentenceOf(run, shares));
  const before = description === null ? [] : (JSON.parse(description) as RichDocument).nodes;
  return JSON.stringify({ object, data, nodes: [...before, ...nodes] });
}

function sentenceOf(run: number, shares: readonly ShareRow[]): string {
  const all = shares.reduce((sum, { segments }) => sum + segments, 0);
  const parts = shares.map(({ segments, maker }) => `${segments} by ${maker === "" ? "people or agents" : maker}`);
  return `Run ${run} translated ${all === 1 ? "one segment" : `${all} segments`}: ${parts.join(", ")}.`;
}
