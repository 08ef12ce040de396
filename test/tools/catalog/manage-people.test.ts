import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { managePeople } from "../../../src/tools/catalog/manage-people.ts";
import { showOrganization } from "../../../src/tools/catalog/show-organization.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { addColleague } from "../../support/colleague.ts";
import { openWorkspace, type Workspace } from "../../support/workspace.ts";
import { callTool, refusal } from "./call-tool.ts";

let workspace: Workspace;
let team: string;

beforeAll(async () => {
  workspace = await openWorkspace();
  const { platform, organization, client } = workspace;
  await addColleague(platform, organization, { role: "read", name: "Ana Lima", email: "ana@example.com" });
  await addColleague(platform, organization, { role: null, name: "Bo", email: "bo@example.com" });
  team = (await client.teams.create({ organizationId: organization, title: "Writers" })).id;
});
afterAll(() => workspace.close());

const manage = (input: object) => callTool(managePeople, workspace.client, { ...input });
const people = (input: object = {}) => callTool(showOrganization, workspace.client, { about: "members", ...input });

/** The question to a person before the call. */
const asked = (input: object): Promise<string> => {
  const tool = managePeople as object as Tool;
  const asking: Tool = { ...tool, run: async (...given) => ({ text: (await tool.consequence?.(...given)) ?? "" }) };
  return callTool(asking, workspace.client, { ...input });
};

describe("manage_people", () => {
  it("invites addresses and returns the links to pass on if mail is off", async () => {
    const call = { action: "invite", people: ["Cy@example.com", "ana@example.com"], role: "edit" };
    expect(await asked(call)).toBe('Invite "Cy@example.com", "ana@example.com" as edit. Organization: "Local".');
    const answer = await manage(call);
    expect(answer).toMatch(
      /^Invited 1 user as edit\.\n- cy@example\.com: no mail is sent; pass http:\/\/localhost\/app\/invite\/\w{43} only to its owner\n- ana@example\.com: is already a member$/,
    );
    const listed = await people();
    expect(listed).toMatch(/- invited: cy@example\.com \(edit, until \d{4}-\d\d-\d\d\)/);
    expect(await manage({ action: "revoke_invite", people: ["CY@example.com"] })).toBe(
      'Revoked the invitation of "cy@example.com".',
    );
    expect(await people()).not.toContain("cy@example.com");
  });

  it("revokes a link by the shown part of its id", async () => {
    const { client, organization: organizationId } = workspace;
    await client.organizations.update({ organizationId, inviteLinks: true });
    const { id } = await client.invites.create({ organizationId, role: "read" });
    const listed = await people();
    expect(listed).toContain(`- invite link ${id.slice(0, 8)}… (read)`);
    expect(listed).not.toContain(id);
    expect(await manage({ action: "revoke_invite", people: [`${id.slice(0, 8)}…`] })).not.toContain(id);
    expect((await client.invites.list({ organizationId })).items).toEqual([]);
  });

  it("changes roles by address and by name", async () => {
    const call = { action: "set_role", people: ["ana@example.com", "Bo"], role: "review" };
    expect(await asked(call)).toBe(
      'Make "Ana Lima" ("ana@example.com"), now read, "Bo" ("bo@example.com"), now guest, review. Organization: "Local".',
    );
    expect(await manage(call)).toBe(
      '"Ana Lima" ("ana@example.com") is now review, and was read.\n"Bo" ("bo@example.com") is now review, and was guest.',
    );
    await manage({ action: "set_role", people: ["Bo"], role: "guest" });
    expect(await people({ name: "Bo" })).toContain(", guest,");
  });

  it("adds members to a team and removes them", async () => {
    const members = { people: ["Ana Lima", "bo@example.com"], team: "writers" };
    expect(await asked({ action: "add_to_team", ...members })).toContain(
      `to team "Writers" (${team}), which has a role`,
    );
    await manage({ action: "add_to_team", ...members });
    expect(await people({ name: "Bo" })).toContain(`- team Writers (${team}): member`);
    await manage({ action: "remove_from_team", ...members });
    expect(await people({ name: "Bo" })).not.toContain("team Writers");
  });

  it("removes members", async () => {
    await addColleague(workspace.platform, workspace.organization, { role: "edit", name: "Dee" });
    expect(await asked({ action: "remove", people: ["Dee"] })).toMatch(/^Remove "Dee" \("\w+"\): teams and roles/);
    expect(await manage({ action: "remove", people: ["Dee"] })).toMatch(/^Removed "Dee"/);
    expect(await people()).not.toContain("Dee");
  });

  it("changes no one if one of several is not found", async () => {
    const call = manage({ action: "set_role", people: ["Ana Lima", "Nobody"], role: "admin" });
    expect(await refusal(call)).toMatch(/^There is no member "Nobody"/);
    expect(await people({ name: "Ana Lima" })).not.toContain(", admin,");
  });

  it("keeps the last administrator", async () => {
    const { client, user } = workspace;
    await expect(manage({ action: "remove", people: [user] })).rejects.toThrow(/last administrator/);
    expect((await client.users.getAuthenticated({})).id).toBe(user);
  });

  it.each([
    [{ action: "invite", people: ["Ana Lima"] }, '"Ana Lima" is not an e-mail address'],
    [{ action: "set_role", people: ["Bo"] }, "set_role needs `role`"],
    [{ action: "remove", people: ["Bo"], role: "read" }, "`role` does not apply to remove"],
    [{ action: "add_to_team", people: ["Bo"] }, "add_to_team needs `team`"],
    [{ action: "invite", people: ["x@example.com"], team: "Writers" }, "`team` does not apply to invite"],
    [{ action: "revoke_invite", people: ["x@example.com"] }, 'There is no invite "x@example.com"'],
  ])("refuses %j", async (input, message) => {
    expect(await refusal(manage(input))).toContain(message);
  });
});

describe("show_organization", () => {
  beforeEach(() =>
    workspace.client.organizations.update({ organizationId: workspace.organization, inviteLinks: true }),
  );

  it("tells the caller what a role lets them do", async () => {
    const answer = await people({ name: "me" });
    expect(answer).toContain(`(user ${workspace.user}, admin,`);
    const { id } = await workspace.makeSpace("Guides");
    const again = await people({ name: "me" });
    expect(again).toContain(`- space Guides (${id}): admin`);
    expect(again).toContain("review: approve and merge");
  });

  it("shows invites to administrators only", async () => {
    const reader = await addColleague(workspace.platform, workspace.organization, { role: "create", name: "Eve" });
    await manage({ action: "invite", people: ["zed@example.com"] });
    const seen = await callTool(showOrganization, workspace.clientOf(reader.token), { about: "members" });
    expect(seen).toContain("Ana Lima");
    expect(seen).not.toContain("zed@example.com");
  });
});
