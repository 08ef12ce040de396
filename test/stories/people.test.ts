import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import type { Role } from "../../src/contract/models/role.ts";
import { openDatabase } from "../../src/platform/kernel/database/database.ts";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { addColleague, type Colleague } from "../support/colleague.ts";
import { connectAgent, found } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";

let service: Served;
let admin: Client;
let organizationId = "";
let spaceId = "";

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
  service = await serve(["--data", data]);
  admin = clientOf((await copydesk(["token", "create", "--name", "admin", "--data", data])).stdout.trim());
  organizationId = (await admin.organizations.list({})).items[0]?.id ?? "";
  spaceId = (await admin.spaces.list({ organizationId })).items[0]?.id ?? "";
});
afterAll(() => service.stop());

const clientOf = (token: string) => createClient({ baseUrl: (service.ready.api ?? "").replace(/\/v1$/, ""), token });

interface Actor extends Colleague {
  readonly client: Client;
}

/** A further person, whom the running service knows at once. */
async function addActor(name: string, role: Role | null): Promise<Actor> {
  const database = await openDatabase(data);
  try {
    const now = () => new Date().toISOString();
    const person = await addColleague({ database, now }, organizationId, {
      role,
      name,
      email: `${name}@tern.example`,
    });
    return { ...person, client: clientOf(person.token) };
  } finally {
    await database.close();
  }
}

it("three people and an agent: grouped, granted, forbidden, proposed, approved, merged and removed", async () => {
  const [ana, bo, cleo] = [await addActor("ana", "read"), await addActor("bo", "read"), await addActor("cleo", null)];

  // Group and grant: the team may review in the space, and its owner decides who is in it.
  const { id: teamId } = await admin.teams.create({ organizationId, title: "Editors" });
  await admin.teams.setMember({ organizationId, teamId, userId: ana.user, role: "owner" });
  await admin.spacePermissions.grant({ spaceId, teams: [teamId], role: "review" });
  await ana.client.teams.updateMembers({ organizationId, teamId, add: ["Bo@Tern.example"] });
  await expect(bo.client.teams.updateMembers({ organizationId, teamId, add: [cleo.user] })).rejects.toMatchObject({
    status: 403,
  });

  // Forbid: the guest finds nothing, not even by its id.
  expect((await cleo.client.spaces.list({ organizationId })).items).toEqual([]);
  await expect(cleo.client.spaces.get({ spaceId })).rejects.toMatchObject({ status: 404 });

  // Propose: the agent acts as Ana.
  const rules = [{ rule: "require_at_least_one_approved_review" }] as const;
  await admin.organizations.update({ organizationId, mergeRules: { type: "rules", rules: [...rules] } });
  const way = { url: service.ready.mcp ?? "", token: ana.token };
  const agent = await connectAgent("SDK v2, modern", way, () => "accept");
  const opened = await agent.call("open_change_request", { space, subject: "Add a note" });
  const named = { space, change_request: found(/#(\d+)/, opened) };
  await agent.call("write_pages", { ...named, pages: [{ action: "create", title: "Note" }] });

  // Approve: the author may not, and the agent is told who may.
  await agent.call("post_comment", { ...named, verdict: "approved" });
  const refused = await agent.refusal("merge_change_request", named);
  expect(refused).toContain("your own does not count");
  expect(refused).toContain(`"bo" (${bo.user})`);
  expect(refused).not.toContain(cleo.user);
  expect(await agent.call("update_change_request", { ...named, reviewers: ["bo"] })).toContain("Requested a review");
  const names = { spaceId, changeRequestId: named.change_request };
  await bo.client.reviews.submit({ ...names, status: "approved" });
  expect(await agent.call("merge_change_request", named)).toMatch(/^Merged change request #/);
  expect((await admin.changeRequests.get(names)).mergedBy?.id).toBe(ana.user);

  // Remove: her agent is refused at once, and what she wrote keeps her name.
  await admin.members.remove({ organizationId, userId: ana.user });
  await expect(agent.call("list_spaces")).rejects.toThrow();
  await expect(ana.client.users.getAuthenticated({})).rejects.toMatchObject({ status: 401 });
  const kept = await bo.client.changeRequests.get(names);
  expect([kept.createdBy?.displayName, kept.createdBy?.email]).toEqual(["ana", undefined]);
  const team = await bo.client.teams.listMembers({ organizationId, teamId });
  expect(team.items.map(({ organization }) => organization.id)).toEqual([bo.user]);
  await agent.close();
});
