import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "../cli/program.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../support/workspace.ts";
import { hostKinds } from "./agents.ts";
import { connectSubscriber, type Subscriber } from "./subscribers.ts";

const long = Array.from({ length: 2000 }, (_, line) => `Line ${line} of a long page.`).join("\n\n");

/** The tests write to the folder as another process than the one the host talks to. */
let workspace: Workspace;
let served: Served;
beforeAll(async () => {
  workspace = await openWorkspace();
  const { organization: organizationId } = workspace;
  const paragraph = { object: "block", type: "paragraph", nodes: [text("Write in the present tense.")] };
  await workspace.client.agentInstructions.update({
    organizationId,
    instructions: { object: "document", data: { schemaVersion: 1 }, nodes: [paragraph] },
  });
  served = await serve(["--data", workspace.folder]);
});
afterAll(async () => {
  await served.stop();
  await workspace.close();
});

const text = (words: string) => ({ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] });
const soon = { interval: 20 };

describe.each(hostKinds)("a host on %s over %s", (kind, transport) => {
  let host: Subscriber;
  let space: SeededSpace;
  let draft: { id: string; number: number };
  beforeAll(async () => {
    space = await workspace.makeSpace(`${kind} ${transport}`, [
      {
        markdown: "# Start\n\nHello.\n",
        slug: "start",
        pages: [{ markdown: "# Install\n\nRun it.\n", slug: "install" }],
      },
      { markdown: `# Long\n\n${long}\n`, slug: "long" },
    ]);
    draft = await workspace.openChangeRequest(space.id, [rewrite("start/install", "# Install\n\nRun it twice.\n")]);
    const data = ["--data", workspace.folder];
    host = await connectSubscriber(kind, transport === "HTTP" ? { url: served.ready.mcp ?? "" } : { args: data });
  });
  afterAll(() => host.close());

  const rewrite = (path: string, markdown: string) => ({
    operation: "update_page" as const,
    page: space.page(path),
    document: { markdown },
  });
  const uri = (rest: string) => `docs://spaces/${space.id}${rest}`;

  it("gets the house rules, or where to find them", () => {
    const opened = transport === "HTTP";
    expect(host.instructions).toMatch(
      opened ? /There are house rules/ : /open_change_request says whether there are house/,
    );
    expect(/<(text-\w+)>\nWrite in the present tense\.\n<\/\1>/.test(host.instructions)).toBe(opened);
  });

  it("reads a change request with its diff, and a page as it has it", async () => {
    const changes = await host.read(uri(`/change-requests/${draft.number}`));
    expect(changes).toContain("-Run it.\n+Run it twice.");
    expect(changes).toMatch(/<(text-[0-9a-f]{10})>[\s\S]*Run it twice[\s\S]*<\/\1>/);
    expect(await host.read(uri(`/change-requests/${draft.number}/pages/start%2Finstall`))).toContain("Run it twice.");
    expect(await host.read(uri("/pages/start/install"))).toContain("Run it.\n");
  });

  it("reads no more of a long page than fits an answer", async () => {
    const page = await host.read(uri("/pages/long"));
    expect(page).toContain("The page continues: read_page reads the rest.");
    expect(page.length).toBeLessThan(40_000);
  });

  it("is offered spaces by title, and pages and change requests of the chosen space", async () => {
    const inSpace = { space: space.id };
    expect(await host.complete("docs://spaces/{space}", { name: "space", value: space.title })).toEqual([space.id]);
    const pages = "docs://spaces/{space}/pages/{page}";
    expect(await host.complete(pages, { name: "page", value: "inst" }, inSpace)).toEqual(["start/install"]);
    const requests = "docs://spaces/{space}/change-requests/{number}";
    expect(await host.complete(requests, { name: "number", value: "" }, inSpace)).toEqual([`${draft.number}`]);
  });

  it("gets its era's error code for a missing resource", async () => {
    const code = kind === "SDK v1" ? -32002 : -32602;
    expect(await host.refusal(uri("/pages/nothing"))).toBe(code);
    expect(await host.refusal(uri("/change-requests/99"))).toBe(code);
    expect(await host.refusal("docs://orgs/nobody")).toBe(code);
  });

  it("is notified of pages that another process merged, and no others", async () => {
    const uris = ["", "/pages/start", "/pages/start/install", `/pages/${space.page("start/install")}`].map(uri);
    const draftUri = uri(`/change-requests/${draft.number}`);
    const subscription = await host.subscribe([...uris, draftUri]);
    const names = { spaceId: space.id, changeRequestId: draft.id };
    await workspace.client.changeRequests.merge(names);
    const expected = [uris[0], uris[2], uris[3], draftUri].sort();
    await expect.poll(() => [...host.told].sort(), soon).toEqual(expected);
    await subscription.end();
  });

  it("is notified of a new space, and of nothing after it unsubscribed", async () => {
    const subscription = await host.subscribe([uri("/pages/start")]);
    const before = host.told.length;
    await workspace.client.spaces.create({ organizationId: workspace.organization, title: "New" });
    await expect.poll(() => host.told.slice(before), soon).toEqual(["list"]);
    await subscription.end();
    await workspace.edit(space.id, [rewrite("start", "# Start\n\nAfter the end.\n")]);
    const after = await host.subscribe([uri("/pages/long")]);
    await workspace.edit(space.id, [rewrite("long", "# Long\n\nShort.\n")]);
    await expect.poll(() => host.told.slice(before), soon).toEqual(["list", uri("/pages/long")]);
    await after.end();
  });
});
