import { expect, it } from "vitest";
import { purgeComments } from "../../../src/platform/store/comment-places.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

const tables = ["comment", "comment_reply", "comment_reaction", "comment_place", "comment_tally", "commenter"] as const;

it("a purge removes every row of the comments of some places, and none of the others", async () => {
  const { client, organization, platform } = await openWorkspace();
  const discuss = async (title: string) => {
    const { id: spaceId } = await client.spaces.create({ organizationId: organization, title });
    const { id: commentId } = await client.spaceComments.create({ spaceId, body: { markdown: "Why?" } });
    const on = { spaceId, commentId };
    await client.spaceComments.update({ ...on, addedReactions: ["+1"] });
    const reply = await client.spaceComments.createReply({ ...on, body: { markdown: "So." } });
    await client.spaceComments.updateReply({ ...on, commentReplyId: reply.id, addedReactions: ["+1"] });
    return spaceId;
  };
  const rows = () =>
    platform.database.read((queries) =>
      Promise.all(tables.map(async (table) => (await queries.selectFrom(table).selectAll().execute()).length)),
    );
  const gone = await discuss("Gone");
  const alone = await rows();
  await discuss("Kept");
  await platform.database.write((queries) => purgeComments(queries, [gone]));
  expect(await rows()).toEqual(alone);
  expect(alone).toEqual([1, 1, 2, 1, 1, 1]);
});
