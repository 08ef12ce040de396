import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Act, listActs } from "../../../src/platform/audit/acts-rows.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";

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
