import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { listOperations } from "../../src/contract/index.ts";
import { computeReach, reaches } from "../../src/contract/reach.ts";
import { toToolName } from "../../src/tools/operation-names.ts";
import { toolByEffect } from "../../src/tools/operations/lookup.ts";
import { examples } from "../contract/examples/index.ts";
import { openWorkspace, type Workspace } from "../support/workspace.ts";
import { connectHost, type Host } from "../tools/untrusted/host.ts";
import { openGullibleService } from "./hostile-agent.ts";

/** The operations for which the manual promises confirmation, with the arguments of their examples. */
const promised = `inviteUsersToOrganization createOrganizationInvite updateOrganizationInviteById joinOrganization
  joinOrganizationWithInvite createSiteShareLink publishSite unpublishSite updateSitePublishingAuthById updateSiteById
  addSpaceToSite addSectionToSite updateMemberInOrganizationById setUserAsSSOMemberForOrganization inviteToSpace
  updateUserPermissionInSpace updateSpaceById updateCollectionById addMemberToOrganizationTeamById
  updateMembersInOrganizationTeam createOrganizationSAMLProvider updateOrganizationSAMLProvider transferSpace
  installIntegration publishIntegration updateOpenAPISpecBySlug updateOrganizationById mergeChangeRequest
  importGitRepository exportToGitRepository deleteSpaceById`.split(/\s+/);

const given = (id: string) => {
  const input = { ...examples[id]?.input };
  if (id === "updateOpenAPISpecBySlug") return { ...input, visibility: "public" };
  return "draft" in input ? { ...input, draft: false } : input;
};

const asking = listOperations().flatMap(({ operation: { id, effect, reach, follow } }) =>
  reaches[computeReach(reach, given(id))].asks
    ? [{ id, caller: toolByEffect[effect], goesOn: follow !== undefined }]
    : [],
);

let workspace: Workspace;

let service: Awaited<ReturnType<typeof openGullibleService>>;

let space: string;

let draft: string;

let embedded: Host;

let remote: Host;

let unasked: Host;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = (await workspace.makeSpace("Manual")).id;
  draft = (await workspace.openChangeRequest(space)).id;
  service = await openGullibleService();
  embedded = await connectHost(workspace.client, "destructive");
  unasked = await connectHost(workspace.client, "never");
  remote = await connectHost(createClient({ baseUrl: service.baseUrl, token: "t" }), "destructive");
});

afterAll(async () => {
  await embedded.close();
  await unasked.close();
  await remote.close();
  await service.close();
  await workspace.close();
});

it("every operation that publishes, invites or grants is covered", () => {
  expect(promised.filter((id) => !asking.some((one) => one.id === id))).toEqual([]);
});

const byHand = ["merge_change_request"];

it.each(asking)("$id asks before it calls a service, through its own tool and $caller", async ({ id, caller }) => {
  const input = given(id);
  const tool = toToolName(id);
  const answers = [
    await remote.call(caller, { operation: id, arguments: input }),
    ...(byHand.includes(tool) ? [] : [await remote.call(tool, input)]),
  ];
  for (const { text } of answers) expect(text).toContain("Nothing was changed yet. This would happen:");
  expect(service.writes).toEqual([]);
});

it.each(asking)("$id asks on the embedded platform, or says why it cannot be done", async ({ id, caller, goesOn }) => {
  const real = { organizationId: workspace.organization, spaceId: space, changeRequestId: draft };
  const input: Record<string, unknown> = given(id);
  for (const [name, value] of Object.entries(real)) if (name in input) input[name] = value;
  const { text } = await embedded.call(caller, { operation: id, arguments: input });
  if (text.startsWith("Nothing was changed yet. This would happen:")) return;
  expect(text).toMatch(/nothing was changed|Nothing was changed/);
  // Work that continues by itself fails later if it is not checked first.
  if (!goesOn) expect((await unasked.call(caller, { operation: id, arguments: input })).text).toBe(text);
});

it("a specification is not made public without confirmation by its own tool", async () => {
  const slug = "tides";
  const text = '{"openapi":"3.1.0","info":{"title":"Tides","version":"1"},"paths":{}}';
  const asked = await embedded.call("publish_openapi_spec", { slug, text, visibility: "public" });
  expect(asked.text).toContain("public: anyone with its link can read it");
  const specs = await workspace.client.openapiSpecs.list({ organizationId: workspace.organization });
  expect(specs.items).toEqual([]);
  expect((await embedded.call("publish_openapi_spec", { slug, text })).failed).toBe(false);
});

it("a translation is not started without confirmation by its own tool", async () => {
  const { id } = await workspace.makeSpace("Guides", [{ markdown: "# One\n" }]);
  const { text } = await embedded.call("translate_space", { space: id, language: "de", from: "en" });
  expect(text).toContain("Nothing was changed yet");
  const found = await workspace.client.translations.list({ organizationId: workspace.organization });
  expect(found.items).toEqual([]);
});

it.each(["destructive", "writes"] as const)(
  "a call that its tool will refuse is refused without asking, with --confirm %s",
  async (policy) => {
    const host = await connectHost(workspace.client, policy, ["deleteSiteById"]);
    const { organization: organizationId } = workspace;
    const refused: readonly (readonly [string, string, object, string])[] = [
      ["write_operation", "deleteSpaceById", { spaceId: space }, 'its effect is "delete". Call delete_operation'],
      ["read_operation", "deleteSpaceById", { spaceId: space }, 'its effect is "delete". Call delete_operation'],
      ["read_operation", "updateSpaceById", { spaceId: space, title: "x" }, "Call write_operation"],
      ["delete_operation", "transferSpace", { spaceId: space, organization: "o" }, "Call write_operation"],
      ["write_operation", "publishSites", {}, "There is no operation"],
      ["write_operation", "updateSpaceById", { spaceId: space, editMode: "open" }, "editMode"],
      ["write_operation", "updateSpaceById", { spaceId: "nowhere", title: "x" }, "nowhere"],
      ["write_operation", "transferSpace", { spaceId: space, organization: "nowhere" }, "nowhere"],
      ["delete_operation", "deleteSiteById", { organizationId, siteId: "s" }, "switched off"],
      ["delete_operation", "deleteSpaceById", { spaceId: "nowhere" }, "nowhere"],
    ];
    for (const [tool, operation, given, why] of refused) {
      const { text, failed } = await host.call(tool, { operation, arguments: given });
      expect(text, `${tool} ${operation}`).toContain(why);
      expect(text, `${tool} ${operation}`).not.toContain("This would happen");
      expect(failed, `${tool} ${operation}`).toBe(true);
    }
    await host.close();
  },
);
