import { expect, it } from "vitest";
import { operationTool } from "../../src/tools/operation-tools.ts";
import { contextWith } from "./context-with.ts";

const organizationId = "ac7kq0VbnTgY2mXw9LrZ";
const spaceId = "S1kq0VbnTgY2mXw9LrZe";

async function question(name: string, input: Record<string, unknown>, answer: (request: Request) => Response) {
  return (await operationTool(name))?.consequence?.(input, contextWith(answer).context);
}

it.each([403, 404, 501])(
  "is told without a name where the service answers %d to reading the object",
  async (status) => {
    const told = await question("delete_site_by_id", { organizationId, siteId: "docs" }, () =>
      Response.json({ error: { code: status, message: "No." } }, { status }),
    );
    expect(told).toBe(
      `Delete a site, not the spaces it shows. On organization "${organizationId}", site "docs". (deleteSiteById)`,
    );
  },
);

it("tells the revision of the object acted on, and of none before it", async () => {
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
