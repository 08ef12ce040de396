import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findSpace } from "../../../../src/platform/access/spaces-rows.ts";
import { allPages } from "../../../../src/platform/content/page-tree.ts";
import { findRevision } from "../../../../src/platform/content/revisions-rows.ts";
import { searchSections } from "../../../../src/platform/content/search/search.ts";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import { storePlan } from "../../../../src/platform/exchange/imports/store-plan.ts";
import { planImport } from "../../../../src/platform/exchange/space-files/plan.ts";
import { openWorkspaceAt, type PlatformWorkspace } from "../../../support/platform-workspace.ts";

/** Questions that people ask about the manual, with the pages that answer them. */
const QUESTIONS: readonly (readonly [query: string, ...pages: string[]])[] = [
  ["two people changed the same paragraph", "guides/resolve-conflicts.md"],
  ["merge confilct", "guides/resolve-conflicts.md"],
  ["use with claude desktop", "getting-started/connect-a-host.md"],
  ["vscode", "getting-started/connect-a-host.md"],
  ["docker image", "guides/run-a-server.md"],
  ["prometheus /metrics", "guides/run-a-server.md"],
  ["where are my files stored on disk", "configuration.md", "getting-started/install.md"],
  ["--read-only", "configuration.md", "concepts/safety.md", "errors.md"],
  ["COPYDESK_DATA", "configuration.md"],
  ["answer tokens", "configuration.md", "guides/search-and-read.md"],
  ["prompt injection in pages", "concepts/safety.md"],
  ["export to a folder", "guides/import-and-export.md"],
  ["round trip with git", "guides/import-and-export.md"],
  ["github actions pipeline", "guides/work-in-ci.md"],
  ["exit code of import", "guides/work-in-ci.md", "command-line.md"],
  ["who approves a change request before it is merged", "guides/review-and-merge.md"],
  ["undo a merge", "guides/review-and-merge.md", "concepts/safety.md"],
  ["replace one passage of a page", "guides/edit-pages.md"],
  ["upload a picture", "guides/edit-pages.md", "reference/files.md"],
  ["edit_page", "tools.md"],
  ["translate_space", "tools.md"],
  ["why do I not see a tool", "errors.md", "configuration.md"],
  ["stale revision", "errors.md", "guides/edit-pages.md", "guides/resolve-conflicts.md"],
  ["create a token", "command-line.md", "getting-started/install.md", "guides/work-in-ci.md"],
  ["restore a deleted space", "reference/spaces.md", "concepts/safety.md"],
  ["saml single sign on", "guides/people-and-sign-in.md", "reference/saml-providers.md"],
  ["invite somebody to an organisation", "guides/invite-people.md", "reference/invites.md"],
  ["redirect an old address of a site", "reference/site-redirects.md"],
  ["getPageById", "reference/pages.md", "coverage.md"],
  ['"at the same time"', "concepts/change-requests.md"],
];

let folder: string;

let workspace: PlatformWorkspace;

let space: string;

let sources: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-questions-"));
  workspace = await openWorkspaceAt(folder);
  const { platform, organization, user } = workspace;
  space = (await storePlan(platform, await planImport("docs"), { organization, user })).space;
  const pages = await platform.database.read(async (queries) => {
    const { revision = "" } = (await findSpace(queries, space)) ?? {};
    const { root = "" } = (await findRevision(queries, space, revision)) ?? {};
    return allPages(new SpaceContent(queries).at(root));
  });
  sources = new Map(pages.map(({ id, source = "" }) => [id, source]));
});

afterAll(async () => {
  await workspace.platform.close();
  await rm(folder, { recursive: true, force: true });
});

it("search ranks the right page of the manual first for half of the questions, and in the first three for four fifths", async () => {
  const late: string[] = [];
  let first = 0;
  for (const [query, ...wanted] of QUESTIONS) {
    const { pages } = await workspace.platform.database.read((queries) =>
      searchSections(queries, { spaces: [space], query, limit: 3, offset: 0 }),
    );
    const found = pages.map(({ page }) => sources.get(page) ?? "");
    if (wanted.includes(found[0] ?? "")) first += 1;
    if (!found.some((page) => wanted.includes(page))) late.push(`${query}: ${found.join(", ")}`);
  }
  expect(late.length, late.join("\n")).toBeLessThanOrEqual(QUESTIONS.length / 5);
  expect(first).toBeGreaterThanOrEqual(QUESTIONS.length / 2);
});
