import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actingClient } from "../../../../src/cli/connection.ts";
import { openWorkspace, type Workspace } from "../../../support/workspace.ts";

let workspace: Workspace;

beforeAll(async () => {
  workspace = await openWorkspace();
  const space = await workspace.makeSpace("Guides", [{ markdown: "# A\n" }]);
  const names = { organizationId: workspace.organization };
  const site = await workspace.client.sites.create({ ...names, title: "Guides", spaces: [space.id] });
  await workspace.client.sitePublishing.publish({ ...names, siteId: site.id });
});

afterAll(() => workspace.close());

async function urlsOfSites() {
  const { platform, organization, user } = workspace;
  const client = actingClient(platform, { user, scope: "admin" });
  return (await client.sites.list({ organizationId: organization })).items.map(({ urls }) => urls);
}

describe("the URLs of sites that agents see", () => {
  it("lead to the server that the agents are connected to", async () => {
    workspace.platform.serveAt("http://127.0.0.1:7400");
    expect(await urlsOfSites()).toEqual([
      expect.objectContaining({
        published: "http://127.0.0.1:7400/sites/guides/",
        preview: expect.stringMatching(/^http:\/\/127\.0\.0\.1:7400\/sites\/~preview\/\w+\/$/),
      }),
    ]);
  });
});
