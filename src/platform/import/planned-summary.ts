import type { SummarySource } from "../content/summary-source.ts";
import type { ImportPlan } from "./plan.ts";

/** The table of contents of a plan, with the ids that its pages got. */
export function plannedSummary(
  { summary, pages }: Pick<ImportPlan, "summary" | "pages">,
  ids: ReadonlyMap<string, string>,
): SummarySource | undefined {
  if (summary === undefined) return undefined;
  const { path, text } = summary;
  const listed = new Set(summary.lines.values());
  return {
    path,
    text,
    lines: [...summary.lines].map(([line, key]) => [line, ids.get(key) ?? ""]),
    unlisted: pages.filter(({ key }) => !listed.has(key)).map(({ key }) => ids.get(key) ?? ""),
  };
}
