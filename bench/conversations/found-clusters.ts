import { extractIssues } from "../../src/platform/knowledge/conversations/find-issues.ts";
import { groupVectors } from "../../src/platform/knowledge/conversations/grouping/group-issues.ts";
import { computeVectors } from "../../src/platform/knowledge/conversations/grouping/vectors.ts";
import type { RelatedPages } from "../../src/platform/knowledge/conversations/related-pages.ts";
import type { LabelledConversation } from "./labelled-set.ts";

export interface Clustered {
  readonly id: string;
  readonly topic: string | undefined;
  /** The first id in its cluster; undefined if it is alone. */
  readonly cluster: string | undefined;
}

/** The cluster of each conversation's first issue. */
export async function foundClusters(set: readonly LabelledConversation[], pages?: RelatedPages): Promise<Clustered[]> {
  const issues = set.flatMap(({ id, subject, parts }) =>
    extractIssues({ id, subject, parts })
      .slice(0, 1)
      .map(({ terms }) => ({ id, terms })),
  );
  const breathe = async () => {};
  const texts = issues.map(({ terms }) => terms);
  const groups = await groupVectors(await computeVectors(texts, pages, breathe), breathe);
  const clusters = new Map(
    groups.flatMap((members) => {
      const ids = members.map((member) => issues[member]?.id ?? "").sort();
      return ids.map((id): [string, string] => [id, ids[0] ?? ""]);
    }),
  );
  return set.map(({ id, topic }) => ({ id, topic, cluster: clusters.get(id) }));
}
