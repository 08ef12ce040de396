import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorkspace, type SeededSpace, type Workspace } from "../support/workspace.ts";
import { connectHost, type Host } from "../tools/untrusted/host.ts";

/** What a host may still do when the tools of three operations are disabled by name. */
let workspace: Workspace;
let space: SeededSpace;
let host: Host;
beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Guides", [{ markdown: "# Billing\n\nFlat.\n" }]);
  host = await connectHost(workspace.client, "never", [
    "update_change_request",
    "get_page_by_id",
    "create_change_request",
  ]);
});
afterAll(async () => {
  await host.close();
  await workspace.close();
});

const off = (operation: string) =>
  `${operation} was not called: that operation is switched off here (--exclude-tools).`;

it("a hand-made tool says which part of it is disabled, and does nothing", async () => {
  const before = await workspace.client.changeRequests.listInSpace({ spaceId: space.id });
  const opened = await host.call("open_change_request", { space: space.id, subject: "Fees" });
  expect(opened).toEqual({ failed: true, text: expect.stringContaining(off("createChangeRequest")) });
  expect(await workspace.client.changeRequests.listInSpace({ spaceId: space.id })).toEqual(before);
});

it("it does the rest without the disabled part", async () => {
  const { number } = await workspace.openChangeRequest(space.id);
  const draft = { space: space.id, change_request: String(number) };
  const updating = await host.call("merge_change_request", { ...draft, update_first: true });
  expect(updating).toEqual({ failed: true, text: expect.stringContaining("switched off here (--exclude-tools)") });
  expect((await host.call("merge_change_request", draft)).failed).toBe(false);
});

it("resources and the generic tools cannot do it either", async () => {
  const page = space.page("billing");
  const uri = `docs://spaces/${space.id}/pages/${page}`;
  expect((await host.request("resources/read", { uri })).error?.message).toContain(off("getPageById"));
  const given = { operation: "getPageById", arguments: { spaceId: space.id, pageId: page } };
  expect((await host.call("read_operation", given)).text).toContain("switched off here (--exclude-tools)");
  expect((await host.call("list_pages", { space: space.id })).text).toContain("Billing");
});
