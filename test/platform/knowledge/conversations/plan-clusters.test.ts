import { describe, expect, it } from "vitest";
import type { Row } from "../../../../src/platform/kernel/database/tables.ts";
import type { KnownIssue, KnownIssues } from "../../../../src/platform/knowledge/conversations/known-issues.ts";
import { planClusters } from "../../../../src/platform/knowledge/conversations/plan-clusters.ts";
import { extractTerms } from "../../../../src/platform/knowledge/conversations/terms.ts";

const topics = 40;

const perTopic = 80;

const created = "2026-01-01T00:00:00.000Z";

function issue(id: string, text: string, cluster: string | null): KnownIssue {
  const facts = { conversation: id, title: text, impact: "low", source: "email", created_at: created };
  return { id, ...facts, terms: extractTerms(text), cluster };
}

const textOf = (topic: number, index: number) => `gadget${topic} valve${topic} lever${topic} detail${index % 20}`;

/** More issues than are grouped again each time, each topic a cluster. */
function settled(): KnownIssue[] {
  return Array.from({ length: topics * perTopic }, (_, at) => {
    const topic = at % topics;
    return issue(`issue-${at}`, textOf(topic, Math.floor(at / topics)), `cluster-${topic}`);
  });
}

function known(issues: readonly KnownIssue[], changed = 0): KnownIssues {
  const clusters = Array.from({ length: topics }, (_, topic) => {
    return { id: `cluster-${topic}`, created_at: created } as Row<"issue_cluster">;
  });
  return { issues, clusters, changed };
}

const plan = (issues: KnownIssues, readPages: () => Promise<undefined> = async () => undefined) =>
  planClusters(issues, readPages, async () => {});

describe("a new issue among many", () => {
  it("joins an existing cluster, without moving others or reading pages", async () => {
    const issues = [...settled(), issue("new", "The gadget7 and its lever7 squeak", null)];
    const { regroupsAll, clusters, merged, dissolved } = await plan(known(issues), () => {
      throw new Error("Pages were read");
    });
    expect(regroupsAll).toBe(false);
    expect([merged, dissolved]).toEqual([[], []]);
    expect(clusters.map(({ id, issues: members }) => [id, members.length])).toEqual(
      Array.from({ length: topics }, (_, topic) => [`cluster-${topic}`, topic === 7 ? perTopic + 1 : perTopic]),
    );
    expect(clusters.find(({ id }) => id === "cluster-7")?.issues).toContain("new");
  });

  it("forms a cluster with other new ones if none fits, or stays alone", async () => {
    const news = [
      issue("new-1", "The anchor of my rowing boat rusts", null),
      issue("new-2", "Rust on the anchor of a rowing boat", null),
      issue("new-3", "Pink elephants everywhere", null),
    ];
    const { clusters } = await plan(known([...settled(), ...news]));
    expect(clusters).toHaveLength(topics + 1);
    expect(clusters.filter(({ id }) => id === undefined).map(({ issues }) => issues)).toEqual([["new-1", "new-2"]]);
  });
});

describe("a full clustering, after a tenth of many issues changed,", () => {
  it("keeps the ids of the clusters", async () => {
    const issues = settled();
    const { regroupsAll, clusters, merged, dissolved } = await plan(known(issues, issues.length / 10));
    expect(regroupsAll).toBe(true);
    expect([merged, dissolved]).toEqual([[], []]);
    expect(clusters.map(({ id }) => id).sort()).toEqual(
      known([])
        .clusters.map(({ id }) => id)
        .sort(),
    );
  });

  it("splits what drifted apart, and merges what became one", async () => {
    const drifted = settled().map((one, at) => {
      // A third of the first topic is now about something else; the second topic is about the third's.
      if (one.cluster === "cluster-0" && at % 3 === 0)
        return issue(one.id, `harbour crane ship ${at % 7}`, one.cluster);
      if (one.cluster === "cluster-1") return issue(one.id, textOf(2, at), one.cluster);
      return one;
    });
    const { clusters, merged } = await plan(known(drifted, drifted.length / 10));
    expect(clusters.find(({ id }) => id === "cluster-0")?.issues).toHaveLength(53);
    expect(clusters.find(({ id }) => id === undefined)?.issues).toHaveLength(27);
    const kept = clusters.findIndex(({ issues }) => issues.length === 2 * perTopic);
    expect(["cluster-1", "cluster-2"]).toContain(clusters[kept]?.id);
    expect(merged).toEqual([{ id: clusters[kept]?.id === "cluster-1" ? "cluster-2" : "cluster-1", into: kept }]);
  });
});
