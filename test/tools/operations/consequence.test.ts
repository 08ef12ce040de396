import { expect, it } from "vitest";
import { operationTool } from "../../../src/tools/operations/tools.ts";
import { contextWith } from "../context-with.ts";

const organizationId = "ac7kq0VbnTgY2mXw9LrZ";

const spaceId = "S1kq0VbnTgY2mXw9LrZe";

async function question(name: string, input: Record<string, unknown>, answer: (request: Request) => Response) {
  return (await operationTool(name))?.consequence?.(input, contextWith(answer).context);
}

it.each([403, 501])("names no object if the service returns %d for reading it", async (status) => {
  const told = await question("delete_site_by_id", { organizationId, siteId: "docs" }, () =>
    Response.json({ error: { code: status, message: "No." } }, { status }),
  );
  expect(told).toContain(
    `Delete a site, not the spaces it shows. On organization "${organizationId}", site "docs". (deleteSiteById)`,
  );
});

it.each([
  ["delete_site_by_id", { organizationId, siteId: "docs" }, "there is nothing to delete"],
  ["publish_site", { organizationId, siteId: "docs" }, "publishSite was not called"],
  ["import_git_repository", { spaceId, url: "https://a.example/b.git", ref: "refs/heads/main" }, "was not called"],
])("%s requires no confirmation if its object does not exist", async (name, input, told) => {
  const none = () => Response.json({ error: { code: 404, message: "No." } }, { status: 404 });
  await expect(question(name, input, none)).rejects.toThrow(told);
});

it("joining requires confirmation, although the caller may not see the organization yet", async () => {
  const none = () => Response.json({ error: { code: 404, message: "No." } }, { status: 404 });
  expect(await question("join_organization", { organizationId }, none)).toContain(organizationId);
});

it("states only the revision of the object that is changed", async () => {
  const objects = [
    { path: `/v1/spaces/${spaceId}`, id: spaceId, title: "Guides", revision: "r1" },
    { path: `/v1/spaces/${spaceId}/change-requests/7`, id: "c7", number: 7, subject: "Fees", revision: "r2" },
  ];
  const merge = await question("merge_change_request", { spaceId, changeRequestId: "7" }, (request) =>
    Response.json(objects.find(({ path }) => path === new URL(request.url).pathname)),
  );
  expect(merge).toBe(
    `Merge a change request, so that its space has the changes. On space "Guides" (${spaceId}), change request "Fees" (7, revision r2). (mergeChangeRequest)`,
  );
});
