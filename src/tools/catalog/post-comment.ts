import { z } from "zod";
import { ReviewStatus } from "../../contract/models/review.ts";
import { reviews } from "../../contract/operations/reviews.ts";
import { computeReach } from "../../contract/reach.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote } from "../../present/web-address.ts";
import { quoted } from "../../present/wording.ts";
import { type Content, contentName, findContent, readTree } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { PageIndex } from "../../resolve/pages.ts";
import { lookUp } from "../../resolve/reads.ts";
import { usedTo } from "../../resolve/uses.ts";
import { createDiscussion, type Discussion, discussionLookups, discussionWrites } from "../review/discussion.ts";
import { type Step, takeSteps } from "../steps.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";

/** The most comments one call posts. */
const maxComments = 50;

const post = {
  page: z.string().max(2000).optional(),
  text: z.string().min(1).max(20_000).optional(),
  comment: z.string().max(500).optional(),
  status: z.enum(["open", "resolved"]).optional(),
};

export const postComment = defineTool({
  name: "post_comment",
  title: "Comment or review",
  description:
    "Comment on a space, page or change request, reply to, resolve or reopen comments, or give your verdict on a change request.",
  toolset: "comments",
  uses: [...discussionWrites, ...discussionLookups, reviews.submit, ...usedTo.findContent, ...usedTo.readTree],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest.optional(),
    page: named.page.optional(),
    text: post.text.describe("Markdown"),
    comment: post.comment.describe("Id to reply to, resolve or reopen"),
    status: post.status,
    comments: z.array(z.strictObject(post)).optional().describe("Several at once instead"),
    verdict: ReviewStatus.optional(),
  },
  plan: ({ verdict }) => ({
    reach:
      verdict === undefined
        ? getFurthestReach({ uses: discussionWrites })
        : computeReach(reviews.submit.reach, { status: verdict }),
  }),
  async run(input, context): Promise<ToolResult> {
    requireSense(input);
    const content = await findContent(input, context);
    const done = await takeSteps(await createSteps(input, content, context), context);
    return {
      text: [...done, `In ${contentName(content)}.`, ...webAddressNote(content.changeRequest ?? content.space)].join(
        "\n",
      ),
    };
  },
});

interface Post {
  readonly page?: string | undefined;
  readonly text?: string | undefined;
  readonly comment?: string | undefined;
  readonly status?: "open" | "resolved" | undefined;
}

interface Input extends Post {
  readonly change_request?: string | undefined;
  readonly comments?: readonly Post[] | undefined;
  readonly verdict?: z.infer<typeof ReviewStatus> | undefined;
}

/** Rejects ambiguous arguments before anything is sent. */
function requireSense({ verdict, comments, ...input }: Input): void {
  const { page, text, comment, status } = input;
  const hasTarget = page !== undefined || comment !== undefined || status !== undefined;
  if (verdict !== undefined) {
    if (hasTarget || comments !== undefined) {
      throw new ToolError(
        "A verdict is on the whole change request: leave out comment, status, page and comments, or call twice.",
      );
    }
    return;
  }
  if (comments === undefined) {
    requirePost(input, "");
    return;
  }
  if (hasTarget || text !== undefined) {
    throw new ToolError("With `comments`, page, text, comment and status belong in each of them. Nothing was posted.");
  }
  if (comments.length === 0) throw new ToolError("Nothing to post: `comments` is empty.");
  if (comments.length > maxComments) {
    throw new ToolError(`\`comments\` has ${comments.length}; one call takes ${maxComments}. Nothing was posted.`);
  }
  for (const [at, one] of comments.entries()) requirePost(one, `comments[${at}]: `);
}

function requirePost({ page, text, comment, status }: Post, where: string): void {
  const problem =
    status !== undefined && comment === undefined
      ? "`status` resolves or reopens a comment: give its id as `comment`. list_comments shows them."
      : comment !== undefined && page !== undefined
        ? "A reply is on the same page as its comment: leave `page` out."
        : comment !== undefined && text === undefined && status === undefined
          ? "Give `text` to reply to the comment, or `status` to resolve or reopen it."
          : comment === undefined && text === undefined
            ? "Nothing to post: give `text`."
            : undefined;
  if (problem !== undefined) throw new ToolError(`${where}${problem}`);
}

async function createSteps(input: Input, content: Content, context: ToolContext): Promise<Step[]> {
  const { verdict, text, comments } = input;
  if (verdict !== undefined) return [() => review(verdict, text, content, context)];
  const discussion = createDiscussion(content, context);
  if (comments === undefined) return postSteps(input, await pageFinder([input], content, context), discussion);
  const find = await pageFinder(comments, content, context);
  const steps = comments.flatMap((one, at) => inItem(at, () => postSteps(one, find, discussion)));
  const commentRefs = comments.map(({ comment }, at) => ({ comment, at }));
  const checkedIds = new Set<string>();
  for (const { comment, at } of commentRefs) {
    if (comment === undefined || checkedIds.has(comment)) continue;
    checkedIds.add(comment);
    if ((await lookUp(discussion.get(comment))) === undefined) {
      throw new ToolError(
        `comments[${at}]: there is no comment ${quoted(comment)} on ${contentName(content)}; nothing was posted. list_comments shows them.`,
      );
    }
  }
  return steps;
}

type FindPage = (named: string) => { readonly id: string; readonly title: string };

/** Finds pages in a tree that is read once, and only if a page is named. */
async function pageFinder(posts: readonly Post[], content: Content, context: ToolContext): Promise<FindPage> {
  const isNeeded = posts.some(({ page }) => page !== undefined);
  const index = new PageIndex(isNeeded ? await readTree(content, context) : []);
  return (named) => index.find(named, contentName(content)).page;
}

/** Adds which of several comments a problem is in. */
function inItem<Result>(at: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`comments[${at}]: ${error.message}\nNothing was posted.`);
  }
}

function postSteps({ page, text, comment, status }: Post, find: FindPage, discussion: Discussion): Step[] {
  if (comment === undefined) {
    const target = page === undefined ? undefined : find(page);
    return [() => create(text ?? "", target, discussion)];
  }
  return [
    ...(text === undefined ? [] : [() => reply(comment, text, discussion)]),
    ...(status === undefined ? [] : [() => setStatus(comment, status, discussion)]),
  ];
}

async function create(text: string, target: ReturnType<FindPage> | undefined, discussion: Discussion): Promise<string> {
  const { id } = await discussion.create(text, target?.id);
  return `Posted comment ${id}${target === undefined ? "" : ` on page ${quoted(target.title)} (${target.id})`}.`;
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
  return `Review ${id}: ${verdict}${text === undefined ? "" : ", with your text as its comment"}.`;
}
