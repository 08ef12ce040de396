import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addColleague, type Colleague } from "../support/colleague.ts";
import { versions } from "./description.ts";
import { exchangedProblems } from "./exchanged-problems.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { type VendorClient, vendorClient, vendorError } from "./vendor-client.ts";

describe.each(versions)("members and teams through the vendor's client %s", (version) => {
  let platform: ServedPlatform;
  let client: VendorClient;
  let organization = "";
  let ana: Colleague;
  let team = "";

  beforeAll(async () => {
    platform = await servePlatform();
    organization = platform.organization;
    client = vendorClient(version, platform.endpoint, platform.token);
    ana = await addColleague(platform.platform, organization, { role: "read", name: "Ana", email: "ana@example.com" });
    await client.orgs.createSpace(organization, { title: "Weather", emoji: "26c5" });
  });
  afterAll(() => platform.close());

  it("lists, searches, reads and changes members", async () => {
    const found = await client.orgs.listMembersInOrganizationById(organization, { search: "ana", sort: "joinedAt" });
    expect(found.data.items.map(({ id }) => id)).toEqual([ana.user]);
    const guests = await client.orgs.listMembersInOrganizationById(organization, { role: "guest" });
    expect(guests.data.items).toEqual([]);
    const changed = await client.orgs.updateMemberInOrganizationById(organization, ana.user, { role: "edit" });
    expect(changed.data.role).toBe("edit");
    expect((await client.orgs.getMemberInOrganizationById(organization, ana.user)).data).toEqual(changed.data);
    expect((await client.orgs.setUserAsSsoMemberForOrganization(organization, ana.user)).data.sso).toBe(true);
    expect((await client.orgs.updateOrganizationMemberLastSeenAt(organization)).data).toEqual({});
    const seen = await client.orgs.listMembersInOrganizationById(organization, { sort: "lastSeenAt" });
    expect(seen.data.items.map(({ id }) => id)).toEqual([platform.user]);
  });

  it("creates a team, fills it in one step and one by one, and lists its members", async () => {
    const made = await client.orgs.createOrganizationTeam(organization, { title: "Writers", members: [platform.user] });
    expect([made.status, made.data.members]).toEqual([201, 1]);
    team = made.data.id;
    const step = { add: ["Ana@example.com"], remove: [platform.user], memberships: { [ana.user]: { role: "owner" } } };
    expect((await client.orgs.updateMembersInOrganizationTeam(organization, team, step)).status).toBe(204);
    expect((await client.orgs.addMemberToOrganizationTeamById(organization, team, platform.user, {})).status).toBe(204);
    const members = (await client.orgs.listTeamMembersInOrganizationById(organization, team)).data.items;
    expect(Object.fromEntries(members.map((member) => [member.organization.id, member.team.role]))).toEqual({
      [ana.user]: "owner",
      [platform.user]: "member",
    });
    expect((await client.orgs.getTeamInOrganizationById(organization, team)).data.members).toBe(2);
    const owned = await client.orgs.listTeamsInOrganizationById(organization, { owner: ana.user, title: "writ" });
    expect(owned.data.items.map(({ id }) => id)).toEqual([team]);
    const hers = await client.orgs.listTeamsForOrganizationMember(organization, ana.user, { title: "WRITERS" });
    expect(hers.data.items.map((item) => item.member.role)).toEqual(["owner"]);
  });

  it("lets the owner of a team manage it, and no one else", async () => {
    const owner = vendorClient(version, platform.endpoint, ana.token);
    const renamed = await owner.orgs.updateTeamInOrganizationById(organization, team, { title: "Authors" });
    expect(renamed.data.title).toBe("Authors");
    const left = await owner.orgs.deleteMemberFromOrganizationTeamById(organization, team, platform.user);
    expect(left.status).toBe(205);
    const refused = owner.orgs.removeMemberFromOrganizationById(organization, platform.user);
    expect(await vendorError(version, refused)).toMatchObject({ code: 403 });
  });

  it("lists the spaces of a member with the role in each", async () => {
    const { items } = (await client.orgs.listSpacesForOrganizationMember(organization, ana.user)).data;
    expect(items.map(({ permission, space }) => [permission, space.title])).toEqual([["edit", "Weather"]]);
  });

  it("removes a team and a member, and keeps the last administrator", async () => {
    expect((await client.orgs.removeTeamFromOrganizationById(organization, team)).status).toBe(205);
    expect((await client.orgs.removeMemberFromOrganizationById(organization, ana.user)).status).toBe(205);
    expect((await client.orgs.removeMemberFromOrganizationById(organization, ana.user)).status).toBe(204);
    const last = client.orgs.removeMemberFromOrganizationById(organization, platform.user);
    expect(await vendorError(version, last)).toMatchObject({ code: 409 });
  });

  it("gets only responses that match the description", () => {
    expect(exchangedProblems(platform.exchanged, version)).toEqual([]);
    expect(platform.exchanged.length).toBeGreaterThan(20);
  });
});
