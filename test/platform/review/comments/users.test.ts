import { expect, it } from "vitest";
import { openWorkspace } from "../../../support/platform-workspace.ts";
import { join } from "./people.ts";

it("a user is visible to members of a shared organization, and to no one else", async () => {
  const workspace = await openWorkspace();
  const ana = await join(workspace, "Ana", "read");
  const dee = await join(workspace, "Dee", undefined);
  expect(await workspace.client.users.get({ userId: ana.id })).toMatchObject({ id: ana.id, displayName: "Ana" });
  expect((await dee.client.users.get({ userId: dee.id })).displayName).toBe("Dee");
  await expect(dee.client.users.get({ userId: ana.id })).rejects.toThrow(`there is no user ${ana.id}`);
  await expect(ana.client.users.get({ userId: dee.id })).rejects.toThrow(`there is no user ${dee.id}`);
});

it("the author of a comment who is gone keeps the id, under a name that says so", async () => {
  const workspace = await openWorkspace();
  const { client, organization, platform } = workspace;
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Stations" });
  const ana = await join(workspace, "Ana", "comment");
  const { id: commentId } = await ana.client.spaceComments.create({ spaceId, body: { markdown: "Why?" } });
  await platform.database.write((queries) => queries.deleteFrom("user").where("id", "=", ana.id).execute());
  const { postedBy } = await client.spaceComments.get({ spaceId, commentId });
  expect(postedBy).toMatchObject({ id: ana.id, displayName: "Former user" });
});
