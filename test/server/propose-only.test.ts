import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { ApiError } from "../../src/client/errors.ts";
import { listOperations } from "../../src/contract/index.ts";
import { listReaches } from "../../src/contract/reach.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../support/workspace.ts";
import { connectHost, type Host } from "../tools/untrusted/host.ts";
import { type Attempt, attack, attemptsOn, handMadeAttempts, openGullibleService } from "./hostile-agent.ts";

let workspace: Workspace;
let space: SeededSpace;
let draft: { readonly id: string; readonly number: number };
let real: Readonly<Record<string, string>>;
let attempts: readonly Attempt[];

beforeAll(async () => {
  workspace = await openWorkspace();
  const { client, organization } = workspace;
  space = await workspace.makeSpace("Guides", [
    { markdown: "# Billing\n\nFlat.\n" },
    { markdown: "# Start\n\nOne.\n" },
  ]);
  draft = await workspace.openChangeRequest(space.id, [
    { operation: "update_page", page: space.page("billing"), document: { markdown: "# Billing\n\nOwned.\n" } },
  ]);
  const text = '{"openapi":"3.1.0","info":{"title":"Tides","version":"1"},"paths":{}}';
  await client.openapiSpecs.set({ organizationId: organization, specSlug: "tides", source: { text } });
  await workspace.platform.jobsSettled();
  const { id: userId } = await client.users.getAuthenticated({});
  real = { organizationId: organization, spaceId: space.id, changeRequestId: draft.id, specSlug: "tides", userId };
  attempts = [...handMadeAttempts(space.id, String(draft.number)), ...attemptsOn(real)];
});
afterAll(() => workspace.close());

/** The published space and who may see it; comments and change requests are for the agent to create. */
async function published() {
  const { client, organization: organizationId } = workspace;
  await workspace.platform.jobsSettled();
  const inOrganization = { organizationId };
  const inSpace = { spaceId: space.id };
  const { comments: _comments, ...own } = (await client.spaces.get(inSpace)) as Readonly<Record<string, unknown>>;
  const page = (slug: string) => client.pages.get({ ...inSpace, pageId: space.page(slug), format: "markdown" });
  const answers = await Promise.all(
    [
      client.organizations.get(inOrganization),
      client.spaces.list(inOrganization),
      client.collections.list(inOrganization),
      client.pages.list(inSpace),
      page("billing"),
      page("start"),
      client.members.list(inOrganization),
      client.teams.list(inOrganization),
      client.invites.list(inOrganization),
      client.spacePermissions.listUsers(inSpace),
      client.samlProviders.list(inOrganization),
      client.sites.list(inOrganization),
      client.openapiSpecs.get({ ...inOrganization, specSlug: "tides" }),
      client.agentInstructions.get(inOrganization),
      client.glossary.list(inOrganization),
      client.translations.list(inOrganization),
      client.installations.listInSpace(inSpace),
    ].map((answer) => answer.catch(codeOf)),
  );
  return JSON.stringify([own, ...answers]);
}

/** What the embedded platform does not have has no state. */
function codeOf(error: unknown): string {
  if (error instanceof ApiError && error.code === "not_implemented") return error.code;
  throw error;
}

/** The requests of a hostile agent, without those that only read. */
function watchedClient(sent: string[]): Client {
  return workspace.clientThrough(async (request, send) => {
    const { pathname } = new URL(request.url);
    const inDraft = /"changeRequest(Id)?":"/.test(await request.clone().text()) ? "?in-draft" : "";
    if (request.method !== "GET") sent.push(`${request.method} ${pathname}${inDraft}`);
    return send(request);
  });
}

const proposals = listOperations().flatMap(({ operation: { method, path, reach } }) =>
  listReaches(reach).includes("proposes")
    ? [new RegExp(`^${method} /v1${path.replace(/\{\w+\}/g, "[^/]+")}(\\?.*)?$`)]
    : [],
);
const beyondProposals = (lines: readonly string[]) =>
  lines.filter((line) => !proposals.some((pattern) => pattern.test(line)) && !/search/.test(line));

async function attackAll(host: Host): Promise<void> {
  for (const attempt of attempts) await attack(host, attempt);
}

describe("propose only, under attack", () => {
  it("leaves published content and access unchanged to the byte", async () => {
    const sent: string[] = [];
    const host = await connectHost(watchedClient(sent), "never", [], { proposeOnly: true });
    const before = await published();
    await attackAll(host);
    await host.close();
    expect(await published()).toBe(before);
    expect(beyondProposals(sent)).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });

  it("sends another service nothing but proposals", async () => {
    const service = await openGullibleService();
    const client = createClient({ baseUrl: service.baseUrl, token: "t" });
    const host = await connectHost(client, "destructive", [], { proposeOnly: true });
    await attackAll(host);
    await host.close();
    await service.close();
    expect(beyondProposals(service.writes)).toEqual([]);
    expect(service.writes.length).toBeGreaterThan(0);
  });

  it("returns no preview that the agent could confirm by itself", async () => {
    const host = await connectHost(workspace.client, "destructive", [], { proposeOnly: true });
    const previews: string[] = [];
    for (const attempt of attempts) {
      const { result } = await host.request("tools/call", { name: attempt.tool, arguments: attempt.input });
      if (JSON.stringify(result).includes("Nothing was changed yet")) previews.push(attempt.tool);
    }
    await host.close();
    expect(previews).toEqual([]);
  });

  it("lets an agent open a change request, edit it, comment and request changes", async () => {
    const host = await connectHost(workspace.client, "never", [], { proposeOnly: true });
    const opened = await host.call("open_change_request", { space: space.id, subject: "Fees" });
    const number = /"change_request": "(\d+)"/.exec(opened.text)?.[1];
    const at = { space: space.id, change_request: number };
    const edit = { page: "billing", edits: [{ old_text: "Flat.", new_text: "By use." }] };
    const calls = [
      await host.call("edit_page", { ...at, ...edit }),
      await host.call("post_comment", { ...at, text: "Ready." }),
      await host.call("post_comment", { ...at, verdict: "changes-requested", text: "Not yet." }),
      await host.call("update_change_request", { ...at, update_from_space: true, subject: "Fees by use" }),
    ];
    await host.close();
    expect(calls.filter(({ failed }) => failed)).toEqual([]);
  });

  it("refuses an approval, and says why", async () => {
    const host = await connectHost(workspace.client, "never", [], { proposeOnly: true });
    const at = { space: space.id, change_request: String(draft.number) };
    const { text, failed } = await host.call("post_comment", { ...at, verdict: "approved" });
    await host.close();
    expect({ text, failed }).toEqual({ failed: true, text: expect.stringContaining("approves a change request") });
  });

  it("cannot be lifted by a request", async () => {
    const host = await connectHost(workspace.client, "never", [], { proposeOnly: true, tools: ["sync_git"] });
    const { failed, text } = await host.call("sync_git", { space: space.id, direction: "import" });
    await host.close();
    expect({ failed, text }).toEqual({ failed: true, text: expect.stringContaining("--propose-only") });
  });
});

describe("an agent that may not merge or delete, under attack", () => {
  it.each([
    ["merge_change_request", "delete_operation"],
    ["mergeChangeRequest", "delete_operation"],
  ])("finds no other way to replace what is published (%s, %s)", async (...excluded) => {
    const sent: string[] = [];
    const host = await connectHost(watchedClient(sent), "destructive", excluded);
    const content = async () => {
      const pages = await workspace.client.pages.list({ spaceId: space.id });
      return JSON.stringify([pages, (await workspace.client.spaces.get({ spaceId: space.id })).revision]);
    };
    const before = await content();
    const direct = attempts.filter(
      ({ tool, operation }) =>
        operation === undefined ||
        /merge|import|template|translation|delete|remove/i.test(operation) ||
        tool === "delete_operation",
    );
    for (const attempt of direct) await attack(host, attempt);
    await host.close();
    expect(await content()).toBe(before);
    // Members and invites are not published content, but --propose-only protects them too.
    const ways =
      /DELETE (?!.*\/(?:members|link-invites)\/)|\/merge$|\/git\/import$|\/imports$|\/content\/template$|\/translations\/[^/]+\/run$/;
    expect(sent.filter((line) => ways.test(line))).toEqual([]);
  });
});
