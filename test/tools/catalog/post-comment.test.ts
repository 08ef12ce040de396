import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { postComment } from "../../../src/tools/catalog/post-comment.ts";
import { callTool, masked, refusal } from "./call-tool.ts";
import { commentsService } from "./comments-service.ts";
import { type DiscussedSpace, openDiscussedSpace } from "./discussed-space.ts";

let desk: DiscussedSpace;
beforeAll(async () => {
  desk = await openDiscussedSpace();
});
afterAll(() => desk.close());

const post = (input: object, client: Client = desk.bo.client) =>
  callTool(postComment, client, { space: "Guides", ...input });
const idIn = (answer: string) => /(?:comment|reply) (\w{20})/.exec(answer)?.[1] ?? "";
const draft = () => ({ change_request: String(desk.draft.number) });
const on = (commentId: string) => ({ spaceId: desk.space.id, commentId });
const inDraft = () => ({ spaceId: desk.space.id, changeRequestId: desk.draft.id });

it("comments on a space, on a page of it, and in a change request", async () => {
  const { client, page } = desk;
  const whole = await client.spaceComments.get(on(idIn(await post({ text: "On the *space*" }))));
  expect([whole.body.markdown, whole.target.page]).toEqual(["On the *space*", undefined]);
  const onPage = await client.spaceComments.get(on(idIn(await post({ text: "On the page", page: "Billing" }))));
  expect([onPage.body.markdown, onPage.target.page?.id]).toEqual(["On the page", page]);
  const commentId = idIn(await post({ text: "In the draft", page: "billing", ...draft() }));
  const inside = await client.changeRequestComments.get({ ...inDraft(), commentId });
  expect([inside.body.markdown, inside.target.page?.id]).toEqual(["In the draft", page]);
});

it("replies, resolves and reopens", async () => {
  const { client } = desk;
  const id = idIn(await post({ text: "Which fee?" }));
  await post({ comment: id, text: "The yearly one.", status: "resolved" });
  const { items } = await client.spaceComments.listReplies(on(id));
  expect(items.map(({ body }) => body.markdown)).toEqual(["The yearly one."]);
  expect(await client.spaceComments.get(on(id))).toMatchObject({
    status: "resolved",
    resolvedBy: { displayName: "Bo" },
  });
  await post({ comment: id, status: "open" });
  expect((await client.spaceComments.get(on(id))).status).toBe("open");
});

it("gives a verdict on a change request, with its reasons", async () => {
  const service = commentsService();
  const verdict = { space: "guides", change_request: "7", verdict: "approved", text: "Good." };
  const answer = await post(verdict, service.client);
  expect(service.writes()).toEqual([
    'POST /v1/spaces/guides/change-requests/draft1/reviews {"status":"approved","comment":{"markdown":"Good."}}',
  ]);
  expect(answer).toContain("Review v2: approved.");
});

it("answers the ids that the next call needs", async () => {
  const answer = await post({ text: "Hello", page: "Billing" });
  const shown = desk.named(masked(answer), { c2: idIn(answer) });
  await expect(shown).toMatchFileSnapshot("answers/post_comment.md");
});

it.each([
  [{}, "Nothing to post: give `text`."],
  [{ status: "resolved" }, "give its id as `comment`"],
  [{ comment: "c1" }, "Give `text` to reply to the comment"],
  [{ comment: "c1", text: "Hm", page: "billing" }, "leave `page` out"],
  [{ verdict: "approved", page: "billing", change_request: "1" }, "A verdict is on the whole change request"],
  [{ verdict: "approved" }, "A verdict needs a `change_request`"],
])("writes nothing for %j", async (input, problem) => {
  const { comments } = await desk.client.spaces.get({ spaceId: desk.space.id });
  expect(await refusal(post(input))).toContain(problem);
  expect((await desk.client.spaces.get({ spaceId: desk.space.id })).comments).toBe(comments);
});

it("says what is missing for a comment there is not", async () => {
  await expect(post({ comment: "c1", text: "Hm" })).rejects.toThrow("there is no comment c1 on space");
});

it("says that the reply is there when the comment cannot be resolved", async () => {
  const id = idIn(await post({ text: "Gone soon?" }));
  const { clientThrough, client } = desk.workspace;
  const removing = clientThrough(async (request, send) => {
    if (request.method === "PUT") await client.spaceComments.remove(on(id));
    return send(request);
  });
  const problem = await refusal(post({ comment: id, text: "Done.", status: "resolved" }, removing));
  expect(problem).toContain(`there is no comment ${id}`);
  expect(problem).toMatch(new RegExp(`Done before that, do not repeat it: Posted reply \\w{20} to comment ${id}\\.`));
});
