import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copydesk, temporaryFolder } from "../cli/program.ts";
import { type Agent, connectAgent } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
let agent: Agent;

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data, "--title", "Handbook"]);
  agent = await connectAgent("SDK v2, modern", { args: ["--data", data] });
});
afterAll(() => agent.close());

const showSites = (more: object = {}) => agent.call("show_organization", { about: "sites", ...more });

it("an agent creates a site, adds spaces and sections, and sees its structure", async () => {
  expect(await showSites()).toContain("It has no site.");
  const organizationId = /"id":"(\w{20})"/.exec(
    await agent.call("read_operation", { operation: "listOrganizationsForAuthenticatedUser", arguments: {} }),
  )?.[1];
  await agent.call("write_operation", {
    operation: "createSite",
    arguments: { organizationId, title: "Help", visibility: "public" },
  });
  const made = await agent.call("write_operation", {
    operation: "createSpace",
    arguments: { organizationId, title: "API" },
  });
  expect(made).toContain("API");
  const added = await agent.call("update_site", { site: "Help", spaces: ["Handbook"], title: "Help center" });
  expect(added).toMatch(
    /Now the title is "Help center"\.\nIt shows space "Handbook" \(\w{20}\) as site space \w{20}\./,
  );
  expect(added).toContain("It is not published");
  await agent.call("update_site", { site: "Help center", spaces: ["API"], section: "API reference" });
  const shown = await showSites({ name: "Help center" });
  expect(shown).toMatch(/- section Help center \(id \w{20}, path help-center, default\)/);
  expect(shown).toMatch(/- section API reference \(id \w{20}, path api-reference\)/);
});

it("an agent publishes it after confirmation, gets the address, and unpublishes it", async () => {
  const published = await agent.confirmed("update_site", { site: "Help center", published: true });
  expect(published).toMatch(/It is published: `copydesk serve` shows it at "\/sites\/help\/"\./);
  expect(await showSites()).toMatch(/- Help center \(id \w{20}, public, published, 2 spaces, "[^"]*\/sites\/help\/"\)/);
  const offline = await agent.confirmed("update_site", { site: "Help center", published: false });
  expect(offline).toContain("It is offline.");
});

it("an agent is told what cannot be done", async () => {
  expect(await agent.refusal("update_site", { site: "Nowhere", title: "Other" })).toContain("Nowhere");
  const twice = await agent.refusal("update_site", { site: "Help center", spaces: ["API"] });
  expect(twice).toContain("shows space");
});
