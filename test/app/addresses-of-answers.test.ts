import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { createOutbound } from "../../src/platform/kernel/outbound/outbound.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { getFurthestReach, type Tool } from "../../src/tools/tool.ts";
import { startGitServer } from "../platform/exchange/git/git-server.ts";
import { addColleague } from "../support/colleague.ts";
import { callTool } from "../tools/catalog/call-tool.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let ada: Visitor;

beforeAll(async () => {
  desk = await openDesk({ outbound: createOutbound((address) => address === "127.0.0.1") });
  ada = await desk.signedIn();
});
afterAll(() => desk.close());

type Input = Readonly<Record<string, unknown>>;

const pageText = "# Limits\n\nTen requests a second.\n";

const makeSpace = (title: string) => desk.makeSpace(title, [{ markdown: pageText, slug: "limits" }]);

async function draft(title: string): Promise<{ space: string; change_request: string }> {
  const space = await makeSpace(title);
  const { number } = await desk.openChangeRequest(space.id, [
    { operation: "insert_page", document: { markdown: "# New\n" } },
  ]);
  return { space: space.id, change_request: String(number) };
}

const asked = [
  "How tight must each bolt of the mast be?",
  "The bolts of our mast come loose in a storm, what torque do they need?",
  "Bolts of the mast: which torque?",
];

async function makeCluster(): Promise<string> {
  const conversations = asked.map((body, index) => ({
    id: `t${index}`,
    parts: [{ type: "message" as const, role: "user" as const, body }],
  }));
  await desk.client.conversations.ingest({ organizationId: desk.organization, conversations });
  await desk.platform.jobsSettled();
  const { items } = await desk.client.issueClusters.list({ organizationId: desk.organization });
  return items[0]?.id ?? "";
}

/** The input of each writing tool, and a word from the page that its result links to. */
const calls: Readonly<Record<string, () => Promise<readonly [input: Input, shown: string]>>> = {
  open_change_request: async () => [{ space: (await makeSpace("Opened")).id, subject: "Say more" }, "Say more"],
  edit_page: async () => [
    { ...(await draft("Edited")), page: "limits", edits: [{ old_text: "Ten", new_text: "Twelve" }] },
    "Twelve",
  ],
  write_pages: async () => [
    { ...(await draft("Written")), pages: [{ action: "create", title: "Quotas", markdown: "Few." }] },
    "Quotas",
  ],
  update_change_request: async () => [{ ...(await draft("Renamed")), subject: "Renamed request" }, "Renamed request"],
  merge_change_request: async () => [await draft("Merged"), "New"],
  post_comment: async () => [{ ...(await draft("Commented")), text: "Since when?" }, "Since when?"],
  update_issue_cluster: async () => [{ cluster: await makeCluster(), muted: true }, "muted"],
  ingest_conversations: async () => [
    { conversations: [{ id: "c1", messages: [{ role: "user", text: "How do I sign in?" }] }] },
    "Spaces",
  ],
  manage_people: async () => {
    const { user } = await addColleague(desk.platform, desk.organization, { role: "edit", name: "Bob" });
    return [{ action: "set_role", people: [user], role: "review" }, "Spaces"];
  },
  publish_openapi_spec: async () => [
    { slug: "tides", text: JSON.stringify({ openapi: "3.1.0", info: { title: "Tides", version: "1" }, paths: {} }) },
    "tides",
  ],
  translate_space: async () => [
    { space: (await makeSpace("To translate")).id, language: "de", from: "en" },
    "translate",
  ],
  sync_git: async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Welcome\n" });
    return [
      { space: (await desk.makeSpace("Kept in Git")).id, direction: "import", url: server.url, branch: "main" },
      "Kept in Git",
    ];
  },
  set_up_integration: async () => {
    await desk.client.integrations.publish({
      integrationName: "chat",
      organization: desk.organization,
      title: "Chat",
      description: "Posts.",
      script: "",
      scopes: ["space:content:read"],
    });
    return [{ integration: "chat" }, "Chat"];
  },
  write_operation: async () => [
    { operation: "createSpace", arguments: { title: "By an operation", organizationId: desk.organization } },
    "By an operation",
  ],
  update_site: async () => {
    const site = await desk.client.sites.create({ organizationId: desk.organization, title: "Manual" });
    return [{ site: site.id, title: "Handbook site" }, "Handbook site"];
  },
};

it("every tool that writes is called here", async () => {
  const tools: readonly Tool[] = await Promise.all(Object.values(catalog).map((load) => load() as Promise<Tool>));
  const writing = tools.filter((tool) => getFurthestReach(tool) !== "reads" || tool.name === "write_operation");
  expect(writing.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
});

it.each(Object.keys(calls))("the answer of %s links to the page of what it wrote", async (name) => {
  const tool = await catalog[name as keyof typeof catalog]();
  const [input, shown] = (await calls[name]?.()) ?? [{}, ""];
  const client = createClient({ baseUrl: desk.url, token: desk.token, fetch: desk.platform.fetch });
  const answer = await callTool(tool, client, input);
  const [, address = ""] = /^Link for the person: (\S+)$/m.exec(answer) ?? [];
  expect(new URL(address, "none:").origin, answer).toBe(desk.url);
  expect(await ada.see(new URL(address).pathname)).toContain(shown);
});

/** Inputs for tools that ask for confirmation, if the call above would not ask or does not exist. */
const asking: Readonly<Record<string, () => Promise<Input>>> = {
  publish_openapi_spec: async () => ({ slug: "waves", text: "{}", visibility: "public" }),
  update_site: async () => {
    const site = await desk.client.sites.create({ organizationId: desk.organization, title: "Guide" });
    return { site: site.id, published: true };
  },
  set_up_integration: async () => ({
    ...(await calls.set_up_integration?.())?.[0],
    configuration: { channel: "docs" },
  }),
  write_operation: async () => ({
    operation: "updateSpaceById",
    arguments: { spaceId: (await makeSpace("Asked")).id, title: "Asked again" },
  }),
  delete_operation: async () => ({
    operation: "deleteSpaceById",
    arguments: { spaceId: (await makeSpace("To delete")).id },
  }),
};

const toolsThatAsk = async () => {
  const tools: readonly Tool[] = await Promise.all(Object.values(catalog).map((load) => load() as Promise<Tool>));
  return tools.filter(({ consequence }) => consequence !== undefined);
};

const questionOf = async (tool: Tool, given: Parameters<Tool["run"]>) =>
  (await tool.consequence?.(...given)) ?? "nothing";

it("the question of every tool that asks links to the page of the object it acts on", async () => {
  const client = createClient({ baseUrl: desk.url, token: desk.token, fetch: desk.platform.fetch });
  const without: string[] = [];
  for (const tool of await toolsThatAsk()) {
    const input = (await asking[tool.name]?.()) ?? (await calls[tool.name]?.())?.[0] ?? {};
    const question = await callTool(
      { ...tool, run: async (...given: Parameters<Tool["run"]>) => ({ text: await questionOf(tool, given) }) },
      client,
      input,
    );
    const [, address = ""] = / See it at (\S+)$/.exec(question) ?? [];
    if (!address.startsWith(desk.url) || (await ada.see(new URL(address).pathname)) === "") {
      without.push(`${tool.name}: ${question}`);
    }
  }
  expect(without).toEqual([]);
});
