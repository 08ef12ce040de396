import { afterAll, beforeAll, expect, it } from "vitest";
import { editPage } from "../../../src/tools/catalog/edit-page.ts";
import { listComments } from "../../../src/tools/catalog/list-comments.ts";
import { listIssueClusters } from "../../../src/tools/catalog/list-issue-clusters.ts";
import { listPages } from "../../../src/tools/catalog/list-pages.ts";
import { publishOpenapiSpec } from "../../../src/tools/catalog/publish-openapi-spec.ts";
import { readPage } from "../../../src/tools/catalog/read-page.ts";
import { showChanges } from "../../../src/tools/catalog/show-changes.ts";
import { showOrganization } from "../../../src/tools/catalog/show-organization.ts";
import { updateIssueCluster } from "../../../src/tools/catalog/update-issue-cluster.ts";
import { estimateTokens } from "../../../src/tools/present/budget.ts";
import { linksWithin } from "../../../src/tools/present/resource-links.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { parseToolArguments } from "../../../src/tools/tool-arguments.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { commentsService } from "./comments-service.ts";
import { conversationsService } from "./conversations-service.ts";
import { organizationService, spec } from "./organization-service.ts";

let workspace: Workspace;
let space: SeededSpace;
let draft: { id: string; number: number };

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Guides", [{ markdown: "# Billing\n\nFlat.\n" }]);
  draft = await workspace.openChangeRequest(space.id);
});
afterAll(() => workspace.close());

async function answerOf(tool: unknown, input: object, client = workspace.client, answerTokens = 6000) {
  const subject = tool as Tool;
  const checked = parseToolArguments(subject, input);
  if (!checked.ok) throw new Error(checked.problem);
  const context = { client, answerTokens, signal: new AbortController().signal, progress: () => undefined };
  const { text, links = [] } = await subject.run(checked.parsed, context);
  const shown = linksWithin(links, answerTokens - estimateTokens(text));
  return { text, links: shown.map(({ name, uri }) => `${name}: ${uri}`) };
}

const linksOf = async (tool: unknown, input: object) => (await answerOf(tool, { space: space.id, ...input })).links;

it("lead to the page that was read, in the space or in a change request", async () => {
  const page = space.page("billing");
  expect(await linksOf(readPage, { page: "billing" })).toEqual([`Billing: docs://spaces/${space.id}/pages/${page}`]);
  expect(await linksOf(readPage, { page: "billing", change_request: String(draft.number) })).toEqual([
    `Billing: docs://spaces/${space.id}/change-requests/${draft.number}/pages/${page}`,
  ]);
});

it("lead to the change request and the page that was edited in it", async () => {
  const named = { change_request: String(draft.number) };
  const edits = [{ old_text: "Flat.", new_text: "Tiered." }];
  const changes = `#${draft.number} Seed: docs://spaces/${space.id}/change-requests/${draft.number}`;
  expect(await linksOf(editPage, { ...named, page: "billing", edits })).toEqual([
    changes,
    `Billing: docs://spaces/${space.id}/change-requests/${draft.number}/pages/${space.page("billing")}`,
  ]);
  expect(await linksOf(showChanges, named)).toEqual([changes]);
});

it("lead to the page and the change request whose comments were read", async () => {
  const { client } = commentsService();
  const on = { space: "guides", page: "Billing" };
  const page = "Billing: docs://spaces/guides/pages/billing1";
  expect((await answerOf(listComments, on, client)).links).toEqual([page]);
  const draft = "docs://spaces/guides/change-requests/7";
  expect((await answerOf(listComments, { space: "guides", change_request: "7" }, client)).links).toEqual([
    `#7 Fees: ${draft}`,
  ]);
});

it("lead to the specification and to the issue clusters of an answer", async () => {
  const conversations = conversationsService().client;
  const toCluster = ["Refunds take long: docs://orgs/acme/issue-clusters/k1"];
  expect((await answerOf(listIssueClusters, {}, conversations)).links).toEqual(toCluster);
  expect((await answerOf(listIssueClusters, { cluster: "k1" }, conversations)).links).toEqual(toCluster);
  expect((await answerOf(updateIssueCluster, { cluster: "k1", muted: true }, conversations)).links).toEqual(toCluster);

  const { client } = organizationService({ "PUT /v1/orgs/acme/openapi/payments": spec });
  const toSpec = ["payments: docs://orgs/acme/openapi/payments"];
  const about = "openapi_specs";
  expect((await answerOf(showOrganization, { about, name: "payments" }, client)).links).toEqual(toSpec);
  expect((await answerOf(showOrganization, { about }, client)).links).toContain(toSpec[0]);
  const published = { slug: "payments", url: "https://api.acme.com/openapi.yaml" };
  expect((await answerOf(publishOpenapiSpec, published, client)).links).toEqual(toSpec);
  expect((await answerOf(showOrganization, { about: "members" }, client)).links).toEqual([]);
});

it("are ten at the most, and count as tokens of the answer", async () => {
  const pages = Array.from({ length: 300 }, (_, at) => ({ markdown: `# Page ${at}\n` }));
  const { id } = await workspace.makeSpace("Many", pages);
  for (const budget of [500, 1000, 2000, 6000]) {
    const { text, links } = await answerOf(listPages, { space: id }, workspace.client, budget);
    expect(links.length).toBeLessThanOrEqual(10);
    expect(estimateTokens(text) + links.reduce((sum, link) => sum + estimateTokens(link), 0)).toBeLessThan(budget);
    expect(links.length === 10 || budget < 6000).toBe(true);
  }
});
