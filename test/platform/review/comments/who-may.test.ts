import { beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../../../src/client/client.ts";
import type { Comment } from "../../../../src/contract/models/comment.ts";
import { openWorkspace, type PlatformWorkspace } from "../../../support/platform-workspace.ts";
import { join, type Person } from "./people.ts";

let workspace: PlatformWorkspace;
let spaceId: string;
let ana: Person;
let bo: Person;
let reader: Person;
let stranger: Person;
let question: Comment;
beforeEach(async () => {
  workspace = await openWorkspace();
  const { client, organization } = workspace;
  spaceId = (await client.spaces.create({ organizationId: organization, title: "Stations" })).id;
  ana = await join(workspace, "Ana", "comment");
  bo = await join(workspace, "Bo", "comment");
  reader = await join(workspace, "Cy", "read");
  stranger = await join(workspace, "Dee", undefined);
  question = await ana.client.spaceComments.create({ spaceId, body: { markdown: "Which mast?" } });
});

const on = (comment: Comment) => ({ spaceId, commentId: comment.id });
const status = (call: Promise<unknown>) =>
  call.then(
    () => "done",
    (error: { status?: number }) => error.status,
  );

/** Every operation on a comment and a reply of Ana's, as a client. */
const operations: Readonly<Record<string, (client: Client, reply: string) => Promise<unknown>>> = {
  list: (client) => client.spaceComments.list({ spaceId }),
  get: (client) => client.spaceComments.get(on(question)),
  listReplies: (client) => client.spaceComments.listReplies(on(question)),
  getReply: (client, reply) => client.spaceComments.getReply({ ...on(question), commentReplyId: reply }),
  listCommenters: (client) => client.spaceComments.listCommenters({ spaceId }),
  create: (client) => client.spaceComments.create({ spaceId, body: { markdown: "Here." } }),
  createReply: (client) => client.spaceComments.createReply({ ...on(question), body: { markdown: "This." } }),
  resolve: (client) => client.spaceComments.update({ ...on(question), resolved: true }),
  react: (client) => client.spaceComments.update({ ...on(question), addedReactions: ["+1"] }),
  rewrite: (client) => client.spaceComments.update({ ...on(question), body: { markdown: "Never mind." } }),
  rewriteReply: (client, reply) =>
    client.spaceComments.updateReply({ ...on(question), commentReplyId: reply, body: { markdown: "That." } }),
  removeReply: (client, reply) => client.spaceComments.removeReply({ ...on(question), commentReplyId: reply }),
  remove: (client) => client.spaceComments.remove(on(question)),
};

describe("the permitted actions on a comment", () => {
  it("depend on the role and, for its text and removal, on the author", async () => {
    const reply = await ana.client.spaceComments.createReply({ ...on(question), body: { markdown: "Mine." } });
    const attempts = async (client: Client) => {
      const seen: Record<string, unknown> = {};
      for (const [name, run] of Object.entries(operations)) seen[name] = await status(run(client, reply.id));
      return seen;
    };
    const reads = { list: "done", get: "done", listReplies: "done", getReply: "done", listCommenters: "done" };
    const names = Object.keys(operations);
    const all = (answer: unknown) => Object.fromEntries(names.map((name) => [name, answer]));
    expect(await attempts(stranger.client)).toEqual(all(404));
    expect(await attempts(reader.client)).toEqual({ ...all(403), ...reads });
    expect(await attempts(bo.client)).toEqual({
      ...all("done"),
      rewrite: 403,
      rewriteReply: 403,
      removeReply: 403,
      remove: 403,
    });
    const administrator = await join(workspace, "Eve", "admin");
    expect(await attempts(administrator.client)).toEqual({ ...all("done"), rewrite: 403, rewriteReply: 403 });
  });

  it("are all of them for its author", async () => {
    const reply = await ana.client.spaceComments.createReply({ ...on(question), body: { markdown: "Mine." } });
    for (const [name, run] of Object.entries(operations)) {
      expect(await status(run(ana.client, reply.id)), name).toBe("done");
    }
  });

  it("end for an author who may only read now, and a reader cannot tell which replies there are", async () => {
    const dan = await join(workspace, "Dan", "comment");
    const own = await dan.client.spaceComments.create({ spaceId, body: { markdown: "Which sail?" } });
    const reply = await dan.client.spaceComments.createReply({ ...on(question), body: { markdown: "Mine." } });
    const { client, organization } = workspace;
    await client.members.update({ organizationId: organization, userId: dan.id, role: "read" });
    const ofReply = { ...on(question), commentReplyId: reply.id };
    expect(await status(dan.client.spaceComments.removeReply(ofReply))).toBe(403);
    expect(await status(dan.client.spaceComments.remove(on(own)))).toBe(403);
    expect(await status(reader.client.spaceComments.removeReply(ofReply))).toBe(403);
    expect(await status(reader.client.spaceComments.removeReply({ ...ofReply, commentReplyId: "none" }))).toBe(403);
    expect((await dan.client.spaceComments.getReply(ofReply)).id).toBe(reply.id);
    expect((await dan.client.spaceComments.get(on(own))).id).toBe(own.id);
  });

  it("match `permissions` for each user", async () => {
    const seen = async ({ client }: { readonly client: Client }) => {
      const { permissions } = await client.spaceComments.get(on(question));
      return Object.keys(permissions).filter((name) => permissions[name]);
    };
    expect(await seen(ana)).toEqual(["view", "edit", "reply", "delete"]);
    expect(await seen(bo)).toEqual(["view", "reply"]);
    expect(await seen(reader)).toEqual(["view"]);
    expect(await seen(workspace)).toEqual(["view", "reply", "delete"]);
  });

  it("are named in a refusal, with who may perform them", async () => {
    const rewriting = bo.client.spaceComments.update({ ...on(question), body: { markdown: "Mine." } });
    await expect(rewriting).rejects.toThrow(
      `body: only the author of comment ${question.id} may change its text. Reply to it instead.`,
    );
    await expect(bo.client.spaceComments.remove(on(question))).rejects.toThrow(
      `Only its author and administrators of the space may delete comment ${question.id}.`,
    );
  });

  it("change nothing if part of a request is refused", async () => {
    const mixed = { ...on(question), resolved: true, addedReactions: ["+1"], body: { markdown: "Mine." } };
    await expect(bo.client.spaceComments.update(mixed)).rejects.toThrow("only the author");
    expect(await ana.client.spaceComments.get(on(question))).toEqual(question);
  });
});

describe("reactions", () => {
  it("belong to each user: given twice they count once, and no one removes another's", async () => {
    await ana.client.spaceComments.update({ ...on(question), addedReactions: ["+1", "+1", "eyes"] });
    await bo.client.spaceComments.update({ ...on(question), addedReactions: ["+1"], removedReactions: ["eyes"] });
    await bo.client.spaceComments.update({ ...on(question), addedReactions: ["+1"] });
    const { reactions } = await reader.client.spaceComments.get(on(question));
    expect(
      reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ user }) => user.displayName)]),
    ).toEqual([
      ["+1", 2, ["Ana", "Bo"]],
      ["eyes", 1, ["Ana"]],
    ]);
  });

  it("are limited to 100 different ones, and cannot be added and removed in one request", async () => {
    const many = Array.from({ length: 101 }, (_, at) => `e${at}`);
    await expect(ana.client.spaceComments.update({ ...on(question), addedReactions: many })).rejects.toThrow(
      "at most 100 different emojis are allowed",
    );
    await expect(
      ana.client.spaceComments.update({ ...on(question), addedReactions: ["+1"], removedReactions: ["+1"] }),
    ).rejects.toThrow("removedReactions: contains an emoji that is also in addedReactions");
    await expect(ana.client.spaceComments.update({ ...on(question), removedReactions: many })).rejects.toThrow(
      "removedReactions: can be 100 at most",
    );
  });
});

describe("a resolved comment", () => {
  it("says when and by whom, and keeps that when it is resolved again", async () => {
    await bo.client.spaceComments.update({ ...on(question), resolved: true });
    const resolved = await ana.client.spaceComments.update({ ...on(question), resolved: true });
    expect(resolved.resolvedBy?.displayName).toBe("Bo");
    expect(resolved.resolvedAt).toBeDefined();
    expect(resolved.editedAt).toBeUndefined();
    const opened = await ana.client.spaceComments.update({ ...on(question), resolved: false });
    expect(opened).toEqual(question);
  });
});

describe("commenters", () => {
  it("are listed once each, until their last comment or reply is removed", async () => {
    const names = async () =>
      (await reader.client.spaceComments.listCommenters({ spaceId })).items.map(({ user }) => user.displayName).sort();
    const other = await ana.client.spaceComments.create({ spaceId, body: { markdown: "And which rope?" } });
    await bo.client.spaceComments.createReply({ ...on(question), body: { markdown: "The tall one." } });
    expect(await names()).toEqual(["Ana", "Bo"]);
    await ana.client.spaceComments.remove(on(question));
    expect(await names()).toEqual(["Ana"]);
    await ana.client.spaceComments.remove(on(other));
    expect(await names()).toEqual([]);
  });

  it("stay named on their comments when they leave the organization", async () => {
    await workspace.platform.database.write((queries) =>
      queries
        .deleteFrom("member")
        .where("user", "=", ana.id)
        .execute()
        .then(() => undefined),
    );
    expect((await reader.client.spaceComments.get(on(question))).postedBy.displayName).toBe("Ana");
    expect((await reader.client.spaceComments.listCommenters({ spaceId })).items).toEqual([]);
  });
});
