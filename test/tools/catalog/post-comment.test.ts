import { expect, it } from "vitest";
import { postComment } from "../../../src/tools/catalog/post-comment.ts";
import { Refusal } from "../../support/scripted-service.ts";
import { callTool, masked, refusal } from "./call-tool.ts";
import { commentsService } from "./comments-service.ts";

const post = (input: object, service = commentsService()) =>
  callTool(postComment, service.client, { space: "guides", ...input });
async function writes(input: object): Promise<string[]> {
  const service = commentsService();
  await post(input, service);
  return service.writes();
}

it("comments on a space, on a page of it, and in a change request", async () => {
  expect(await writes({ text: "Hello" })).toEqual(['POST /v1/spaces/guides/comments {"body":{"markdown":"Hello"}}']);
  expect(await writes({ text: "Hello", page: "Billing" })).toEqual([
    'POST /v1/spaces/guides/comments {"body":{"markdown":"Hello"},"page":"billing1"}',
  ]);
  expect(await writes({ text: "Hello", page: "billing", change_request: "7" })).toEqual([
    'POST /v1/spaces/guides/change-requests/draft1/comments {"body":{"markdown":"Hello"},"page":"billing1"}',
  ]);
});

it("replies, and resolves or reopens, in this order", async () => {
  expect(await writes({ comment: "c1", text: "Done.", status: "resolved" })).toEqual([
    'POST /v1/spaces/guides/comments/c1/replies {"body":{"markdown":"Done."}}',
    'PUT /v1/spaces/guides/comments/c1 {"resolved":true}',
  ]);
  expect(await writes({ comment: "c1", status: "open" })).toEqual([
    'PUT /v1/spaces/guides/comments/c1 {"resolved":false}',
  ]);
});

it("gives a verdict on a change request, with its reasons", async () => {
  const service = commentsService();
  const answer = await post({ change_request: "7", verdict: "approved", text: "Good." }, service);
  expect(service.writes()).toEqual([
    'POST /v1/spaces/guides/change-requests/draft1/reviews {"status":"approved","comment":{"markdown":"Good."}}',
  ]);
  expect(answer).toContain("Review v2: approved. merge_change_request publishes it.");
});

it("answers the ids that the next call needs", async () => {
  const answer = await post({ text: "Hello", page: "Billing" });
  await expect(masked(answer)).toMatchFileSnapshot("answers/post_comment.md");
});

it.each([
  [{}, "Nothing to post: give `text`."],
  [{ status: "resolved" }, "give its id as `comment`"],
  [{ comment: "c1" }, "Give `text` to reply to the comment"],
  [{ comment: "c1", text: "Hm", page: "billing" }, "leave `page` out"],
  [{ verdict: "approved", page: "billing", change_request: "7" }, "A verdict is on the whole change request"],
  [{ verdict: "approved" }, "A verdict needs a `change_request`"],
])("sends nothing for %j", async (input, problem) => {
  const service = commentsService();
  expect(await refusal(post(input, service))).toContain(problem);
  expect(service.writes()).toEqual([]);
});

it("says that the reply is there when the comment cannot be resolved", async () => {
  const service = commentsService({ "PUT /v1/spaces/guides/comments/c1": new Refusal(403, "Only its author may.") });
  const problem = await refusal(post({ comment: "c1", text: "Done.", status: "resolved" }, service));
  expect(problem).toContain("Only its author may.");
  expect(problem).toContain("Done before that, do not repeat it: Posted reply r2 to comment c1.");
});
