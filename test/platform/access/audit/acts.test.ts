import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Act, type ActFilter, listActs } from "../../../../src/platform/access/audit/acts-rows.ts";
import { insertOrganization } from "../../../../src/platform/access/people-rows.ts";
import { createId } from "../../../../src/platform/kernel/database/ids.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../../support/workspace.ts";
import { join } from "../../review/comments/people.ts";

let workspace: Workspace;
let space: SeededSpace;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Rigging");
});
afterAll(() => workspace.close());

/** The only act that the work records. */
async function actOf(work: () => Promise<unknown>): Promise<Act | undefined> {
  const { platform, organization } = workspace;
  const all = () => platform.database.read((queries) => listActs(queries, { organization, limit: 100 }));
  const before = new Set((await all()).map(({ id }) => id));
  await work();
  const made = (await all()).filter(({ id }) => !before.has(id));
  expect(made).toHaveLength(1);
  return made[0];
}

describe("a recorded act", () => {
  it("names the organization and the space in which it was done", async () => {
    const { client, user, organization } = workspace;
    const act = await actOf(() => client.spaces.update({ spaceId: space.id, title: "Ropes" }));
    expect(act).toMatchObject({ user, organization, space: space.id, change_request: null });
  });

  it("names only the organization if it was done in no space", async () => {
    const { client, organization } = workspace;
    const act = await actOf(() => client.collections.create({ organizationId: organization, title: "Yard" }));
    expect(act).toMatchObject({ organization, space: null, change_request: null });
  });

  it("names the change request that it created", async () => {
    const { client } = workspace;
    let id = "";
    const act = await actOf(async () => {
      ({ id } = await client.changeRequests.create({ spaceId: space.id }));
    });
    expect(act).toMatchObject({ space: space.id, change_request: id });
  });

  it.each(["id", "number"] as const)("names the change request that the call gave by its %s", async (name) => {
    const { client } = workspace;
    const made = await client.changeRequests.create({ spaceId: space.id });
    const changeRequestId = String(made[name]);
    const act = await actOf(() =>
      client.changeRequests.update({ spaceId: space.id, changeRequestId, subject: "Coil them" }),
    );
    expect(act).toMatchObject({ space: space.id, change_request: made.id });
  });
});

describe("the list of acts", () => {
  it("has those of one organization alone, also if it names a change request or a user of another", async () => {
    const { client, platform, organization, user } = workspace;
    const other = await openOrganization();
    const { id: changeRequest } = await client.changeRequests.create({ spaceId: space.id });
    await other.client.collections.create({ organizationId: other.id, title: "Elsewhere" });
    const list = (filter: Partial<ActFilter>) =>
      platform.database.read((queries) => listActs(queries, { organization, limit: 100, ...filter }));
    expect(new Set((await list({})).map((act) => act.organization))).toEqual(new Set([organization]));
    expect((await list({ organization: other.id })).map((act) => [act.user, act.organization])).toEqual([
      [other.user, other.id],
    ]);
    expect(await list({ organization: other.id, changeRequest })).toEqual([]);
    expect(await list({ organization: other.id, user })).toEqual([]);
    expect(await list({ user: other.user })).toEqual([]);
  });
});

/** Another organization on the same platform, and its administrator. */
async function openOrganization() {
  const { platform } = workspace;
  const id = createId();
  await platform.database.write((queries) =>
    insertOrganization(queries, { id, title: "Elsewhere", default_role: null, created_at: platform.now() }),
  );
  const { id: user, client } = await join({ platform, organization: id }, "Eva", "admin");
  return { id, user, client };
}
