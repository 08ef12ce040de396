import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../../src/client/client.ts";
import { postComment } from "../../../src/tools/catalog/post-comment.ts";
import { Refusal } from "../../support/scripted-service.ts";
import { callTool, masked, refusal } from "./call-tool.ts";
import { comment, commentsService } from "./comments-service.ts";
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
  expect(answer).toContain("Review v2: approved, with your text as its comment.");
});

it("returns the ids that the next call requires", async () => {
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

it("says what is missing for an unknown comment", async () => {
  await expect(post({ comment: "c1", text: "Hm" })).rejects.toThrow("there is no comment c1 on space");
});

it("says that the reply was posted if the comment cannot be resolved", async () => {
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

describe("several comments in one call", () => {
  const open = async () => (await desk.client.spaces.get({ spaceId: desk.space.id })).comments;

  it("are posted in their order, each where it belongs", async () => {
    const { client } = desk;
    const known = idIn(await post({ text: "Old" }));
    const before = (await client.spaceComments.list({ spaceId: desk.space.id, status: "all" })).items.length;
    const comments = [
      { text: "On the page", page: "Billing" },
      { text: "On the whole" },
      { comment: known, text: "Done.", status: "resolved" },
    ];
    const answer = await post({ comments });
    expect(desk.named(answer).replaceAll(/\w{20}/g, "ID")).toBe(
      'Posted comment ID on page "Billing" (billing1).\nPosted comment ID.\nPosted reply ID to comment ID.\nComment ID is resolved.\nIn space "Guides" (guides).',
    );
    const { items } = await client.spaceComments.list({ spaceId: desk.space.id, status: "all" });
    expect(items).toHaveLength(before + 2);
    expect((await client.spaceComments.get(on(known))).status).toBe("resolved");
  });

  it.each([
    [[{ text: "Good" }, { text: "Bad", page: "Nowhere" }], "comments[1]: "],
    [[{ text: "Good" }, { comment: "c1", text: "Hm" }], 'comments[1]: there is no comment "c1" on space "Guides"'],
    [[{ text: "Good" }, { page: "billing" }], "comments[1]: Nothing to post: give `text`."],
    [[{ text: "Good" }, { status: "open" }], "comments[1]: `status` resolves or reopens a comment"],
    [[], "Nothing to post: `comments` is empty."],
    [Array.from({ length: 51 }, () => ({ text: "x" })), "`comments` has 51; one call takes 50."],
  ])("are posted all or not at all: %j", async (comments, problem) => {
    const before = await open();
    expect(await refusal(post({ comments }))).toContain(problem);
    expect(await open()).toBe(before);
  });

  it("are not mixed with one, nor with a verdict", async () => {
    expect(await refusal(post({ comments: [{ text: "a" }], text: "b" }))).toContain("belong in each of them");
    expect(await refusal(post({ comments: [{ text: "a" }], verdict: "approved", ...draft() }))).toContain("A verdict");
  });

  it("say which were posted if the service fails at one", async () => {
    let posted = 0;
    const service = commentsService({
      "POST /v1/spaces/guides/comments": () =>
        ++posted === 3 ? new Refusal(403, "Enough.") : { ...comment, id: `c${posted}` },
    });
    const comments = ["a", "b", "c", "d"].map((text) => ({ text }));
    const problem = await refusal(post({ space: "guides", comments }, service.client));
    expect(problem).toContain("Enough.");
    expect(problem).toContain("Done before that, do not repeat it: Posted comment c1. Posted comment c2.");
    expect(service.writes()).toHaveLength(3);
  });
});
