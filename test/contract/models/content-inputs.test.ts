import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ContentReference } from "../../../src/contract/models/content-reference.ts";
import { ImportSource } from "../../../src/contract/models/import-run.ts";
import { OrganizationMergeRules, SpaceMergeRules } from "../../../src/contract/models/review.ts";
import { collections } from "../../../src/contract/operations/collections.ts";
import { git } from "../../../src/contract/operations/git.ts";
import { spaces } from "../../../src/contract/operations/spaces.ts";

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe("a content reference", () => {
  it("names what its kind requires", () => {
    expect(takes(ContentReference, { kind: "page", page: "page1" })).toBe(true);
    expect(takes(ContentReference, { kind: "page", file: "file1" })).toBe(false);
    expect(takes(ContentReference, { kind: "anchor", page: "page1" })).toBe(false);
    expect(takes(ContentReference, { kind: "site", site: "site1" })).toBe(false);
  });

  it("keeps members that a later version may add", () => {
    expect(ContentReference.parse({ kind: "url", url: "mailto:a@example.com", title: "Mail" })).toEqual({
      kind: "url",
      url: "mailto:a@example.com",
      title: "Mail",
    });
  });
});

describe("merge rules", () => {
  it("may be inherited by a space and not by an organization", () => {
    expect(takes(SpaceMergeRules, { type: "inherit" })).toBe(true);
    expect(takes(OrganizationMergeRules, { type: "inherit" })).toBe(false);
  });

  it.each([
    [{ rule: "require_specific_reviewers", users: ["user1"] }, true],
    [{ rule: "require_specific_reviewers" }, false],
    [{ rule: "require_at_least_one_review" }, true],
    [{ rule: "custom", expression: "changeRequest.pages < 10" }, true],
    [{ rule: "custom", message: "Too many pages" }, false],
    [{ rule: "custom", expression: "x".repeat(1025) }, false],
  ])("are accepted with %j: %s", (rule, taken) => {
    expect(takes(SpaceMergeRules, { type: "rules", rules: [rule] })).toBe(taken);
  });

  it("have rules if their type is `rules`", () => {
    expect(takes(SpaceMergeRules, { type: "rules" })).toBe(false);
  });
});

describe("a move", () => {
  const Destination = z.object(spaces.move.body);

  it("leads to the top of the organization with null", () => {
    expect(Destination.parse({ parent: null })).toEqual({ parent: null });
  });

  it("leads next to a space or a collection, named by type", () => {
    expect(takes(Destination, { position: { before: { type: "collection", collection: "collection1" } } })).toBe(true);
    expect(takes(Destination, { position: { before: { type: "collection", space: "space1" } } })).toBe(false);
    expect(takes(Destination, { position: { after: "space1" } })).toBe(false);
  });
});

describe("a collection's title", () => {
  it("has at most 50 characters, and its description 100", () => {
    const { title, description } = collections.update.body;
    expect([takes(title, "x".repeat(50)), takes(title, "x".repeat(51))]).toEqual([true, false]);
    expect([takes(description, "x".repeat(100)), takes(description, "x".repeat(101))]).toEqual([true, false]);
  });
});

describe("an import", () => {
  it("reads websites only over HTTP and HTTPS", () => {
    expect(takes(ImportSource, { type: "website", url: "https://example.com/docs" })).toBe(true);
    expect(takes(ImportSource, { type: "website", url: "file:///etc/passwd" })).toBe(false);
  });

  it("accepts 1 to 50 files", () => {
    const files = (count: number) => ({
      type: "file",
      files: Array.from({ length: count }, (_, at) => `uploads/${at}`),
    });
    expect([0, 1, 50, 51].map((count) => takes(ImportSource, files(count)))).toEqual([false, true, true, false]);
  });

  it.each(["main", "refs/heads/", "refs/tags/v1", "refs/heads/a b"])("rejects the Git branch %j", (ref) => {
    expect(takes(git.import.body.ref, ref)).toBe(false);
  });

  it("accepts a Git branch with slashes", () => {
    expect(takes(git.import.body.ref, "refs/heads/docs/next")).toBe(true);
  });
});
