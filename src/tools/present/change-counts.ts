import type { SemanticChanges } from "../../contract/models/semantic-change.ts";

/** Such as "2 pages edited, 1 page deleted"; empty for none. */
export function changeCounts({ changes, more = 0 }: SemanticChanges): string {
  const counts = new Map<string, number>();
  for (const { type } of changes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const told = [...counts].map(([type, count]) => {
    const at = type.lastIndexOf("_");
    const noun = type.slice(0, at).replaceAll("_", " ");
    return `${count} ${noun}${count === 1 || noun.endsWith("s") ? "" : "s"} ${type.slice(at + 1)}`;
  });
  return [...told, ...(more > 0 ? [`${more} more changes`] : [])].join(", ");
}
