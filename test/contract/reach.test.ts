import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/contract/index.ts";
import { byFields, computeReach, listReaches } from "../../src/contract/reach.ts";

const operations = listOperations().map(({ operation }) => operation);
const ids = new Set(operations.map(({ id }) => id));
const reachOfCall = (id: string, sent: Readonly<Record<string, unknown>>) => {
  const operation = operations.find((one) => one.id === id);
  return operation && computeReach(operation.reach, sent);
};

describe("the reach of readers' tokens", () => {
  it("allows no changes and nothing beyond the role of reading", () => {
    const open = listOperations().filter(({ operation }) => operation.forReaders);
    expect(open.length).toBeGreaterThan(30);
    expect(open.filter(({ operation }) => operation.effect !== "read").map(({ operation }) => operation.id)).toEqual(
      [],
    );
  });
});

describe("the reach of operations", () => {
  it("is reading for exactly those that only read", () => {
    const wrong = operations.filter(({ effect, reach }) => (effect === "read") !== (reach === "reads"));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("is never a proposal if they delete", () => {
    const wrong = operations.filter(({ effect, reach }) => effect === "delete" && listReaches(reach)[0] !== "deletes");
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it("is the highest for unknown arguments, if omitting them could mean more", () => {
    expect(reachOfCall("updateOpenAPISpecBySlug", { visibility: "PUBLIC" })).toBe("publishes");
    expect(reachOfCall("submitChangeRequestReview", { status: 7 })).toBe("approves");
    expect(reachOfCall("applyTemplateToSpace", { changeRequestId: "" })).toBe("changes_content");
    expect(reachOfCall("applyTemplateToSpace", { changeRequestId: ["c"] })).toBe("changes_content");
    expect(reachOfCall("startImportRun", { target: { space: "s", changeRequest: null } })).toBe("changes_content");
    expect(reachOfCall("startImportRun", { target: { space: "s", changeRequest: "" } })).toBe("changes_content");
    expect(reachOfCall("bulkUpsertSiteRedirects", { redirects: "all" })).toBe("deletes");
    expect(reachOfCall("bulkUpsertSiteRedirects", { redirects: [{ source: "/a", destination: null }] })).toBe(
      "deletes",
    );
  });

  it("is one of those it names, whatever is sent", () => {
    const strange = [
      {},
      { visibility: null, status: [], draft: "true", active: 0, target: 1, redirects: {}, role: {} },
    ];
    for (const { id, reach } of operations) {
      for (const sent of strange) expect(listReaches(reach), id).toContain(computeReach(reach, sent));
    }
  });

  it("names only existing operations as substitutes", () => {
    expect(operations.flatMap(({ insteadOf }) => insteadOf).filter((id) => !ids.has(id))).toEqual([]);
  });

  it("is the highest of the fields that are given, including null", () => {
    const reach = byFields("administers", { role: "grants", visibility: "publishes" });
    expect(reach.among).toEqual(["administers", "publishes", "grants"]);
    expect(reach.of({ title: "T" })).toBe("administers");
    expect(reach.of({ visibility: "public", role: null })).toBe("grants");
  });
});
