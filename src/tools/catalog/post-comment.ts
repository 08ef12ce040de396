import { z } from "zod";
import { ReviewStatus } from "../../contract/models/review.ts";
import { reviews } from "../../contract/operations/reviews.ts";
import { reachOf } from "../../contract/reach.ts";
import { type Discussion, discussionOf, discussionWrites } from "../discussion/discussion.ts";
import { type Step, takeSteps } from "../editing/steps.ts";
import { furthestOf } from "../planned.ts";
import { quoted } from "../present/name.ts";
import { named } from "../resolve/arguments.ts";
import { type Content, contentName, findContent, readTree } from "../resolve/content.ts";
import { PageIndex } from "../resolve/page-index.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer, type ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

export const postComment = defineTool({
  name: "post_comment",
  title: "Comment or review",
  description:
    "Comment on a space, a page or a change request, reply to a comment, resolve or reopen it, or give your verdict on a change request.",
  toolset: "comments",
  uses: [...discussionWrites, reviews.submit, ...usedTo.findContent, ...usedTo.readTree],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest.optional(),
    page: named.page.optional(),
    text: z.string().min(1).max(20_000).optional().describe("Markdown"),
    comment: z.string().max(200).optional().describe("Id of the comment to reply to, resolve or reopen"),
    status: z.enum(["open", "resolved"]).optional().describe("Reopen or resolve `comment`"),
    verdict: ReviewStatus.optional().describe("On the change request; `text` says why"),
  },
  plan: ({ verdict }) => ({
    reach:
      verdict === undefined
        ? furthestOf({ uses: discussionWrites })
        : reachOf(reviews.submit.reach, { status: verdict }),
  }),
  async run(input, context): Promise<ToolAnswer> {
    demandSense(input);
    const content = await findContent(input, context);
    const done = await takeSteps(stepsOf(input, content, context), context);
    return { text: [...done, `In ${contentName(content)}.`].join("\n") };
  },
});

interface Input {
  readonly change_request?: string | undefined;
  readonly page?: string | undefined;
  readonly text?: string | undefined;
  readonly comment?: string | undefined;
  readonly status?: "open" | "resolved" | undefined;
  readonly verdict?: z.infer<typeof ReviewStatus> | undefined;
}

/** Refuses what fits no single meaning, before anything is sent. */
function demandSense({ page, text, comment, status, verdict }: Input): void {
  if (verdict !== undefined) {
    if (comment !== undefined || status !== undefined || page !== undefined) {
      throw new ToolError(
        "A verdict is on the whole change request: leave out comment, status and page, or call twice.",
      );
    }
    return;
  }
  if (status !== undefined && comment === undefined) {
    throw new ToolError("`status` resolves or reopens a comment: give its id as `comment`. list_comments shows them.");
  }
  if (comment !== undefined && page !== undefined) {
    throw new ToolError("A reply goes where its comment is: leave `page` out.");
  }
  if (comment !== undefined && text === undefined && status === undefined) {
    throw new ToolError("Give `text` to reply to the comment, or `status` to resolve or reopen it.");
  }
  if (comment === undefined && text === undefined) throw new ToolError("Nothing to post: give `text`.");
}

function stepsOf(input: Input, content: Content, context: ToolContext): Step[] {
  const { text, comment, status, verdict } = input;
  if (verdict !== undefined) return [() => review(verdict, text, content, context)];
  const discussion = discussionOf(content, context);
  if (comment === undefined) return [() => create(text ?? "", input.page, content, discussion, context)];
  return [
    ...(text === undefined ? [] : [() => reply(comment, text, discussion)]),
    ...(status === undefined ? [] : [() => setStatus(comment, status, discussion)]),
  ];
}

async function create(
  text: string,
  page: string | undefined,
  content: Content,
  discussion: Discussion,
  context: ToolContext,
): Promise<string> {
  if (page === undefined) return `Posted comment ${(await discussion.create(text, undefined)).id}.`;
  const target = new PageIndex(await readTree(content, context)).find(page, contentName(content)).page;
  const { id } = await discussion.create(text, target.id);
  return `Posted comment ${id} on page ${quoted(target.title)} (${target.id}).`;
}

async function reply(comment: string, text: string, discussion: Discussion): Promise<string> {
  const { id } = await discussion.reply(comment, text);
  return `Posted reply ${id} to comment ${comment}.`;
}

async function setStatus(comment: string, status: "open" | "resolved", discussion: Discussion): Promise<string> {
  await discussion.setResolved(comment, status === "resolved");
  return `Comment ${comment} is ${status}.`;
}

async function review(
  verdict: z.infer<typeof ReviewStatus>,
  text: string | undefined,
  { space, changeRequest }: Content,
  { client, signal }: ToolContext,
): Promise<string> {
  if (changeRequest === undefined) throw new ToolError("A verdict needs a `change_request`; show_changes lists them.");
  const names = { spaceId: space.id, changeRequestId: changeRequest.id };
  const comment = text === undefined ? {} : { comment: { markdown: text } };
  const { id } = await client.reviews.submit({ ...names, status: verdict, ...comment }, { signal });
  return `Review ${id}: ${verdict}.`;
}
