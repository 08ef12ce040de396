import { z } from "zod";
import type { Comment, CommentReply } from "../../contract/models/comment.ts";
import { reviews } from "../../contract/operations/reviews.ts";
import { discussionOf, discussionReads } from "../discussion/discussion.ts";
import { passageReader, passageReads } from "../discussion/passage.ts";
import { presentComment } from "../discussion/present-comment.ts";
import { presentReviews } from "../discussion/present-reviews.ts";
import { estimateTokens } from "../present/budget.ts";
import { fenceSet } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { quoted } from "../present/name.ts";
import { named } from "../resolve/arguments.ts";
import { contentName, findContent, readTree } from "../resolve/content.ts";
import { PageIndex } from "../resolve/page-index.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";

/** Tokens kept for the lines around the comments. */
const noteTokens = 220;
/** Comments asked for at once, each of which may cost a request for its replies. */
const portion = 20;

export const listComments = defineTool({
  name: "list_comments",
  title: "Read comments and reviews",
  description:
    "Read the comments on a space, page or change request, newest first, with replies and the passage each is about; for a change request its reviews too.",
  toolset: "comments",
  uses: [
    ...discussionReads,
    ...passageReads,
    reviews.list,
    reviews.listRequestedReviewers,
    ...usedTo.findContent,
    ...usedTo.readTree,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest.optional(),
    page: named.page.optional().describe("Only on this page"),
    status: z.enum(["open", "resolved", "all"]).default("open"),
    cursor: named.cursor,
  },
  async run({ status, cursor, ...names }, context): Promise<ToolAnswer> {
    const content = await findContent(names, context);
    const { space, changeRequest } = content;
    let tree: Promise<PageIndex> | undefined;
    const pages = () => {
      tree ??= readTree(content, context).then((pages) => new PageIndex(pages));
      return tree;
    };
    const where = contentName(content);
    const target = names.page === undefined ? undefined : (await pages()).find(names.page, where).page;
    const fences = fenceSet();
    const first = cursor === undefined && target === undefined;
    const verdicts =
      first && changeRequest !== undefined ? await presentReviews({ ...content, changeRequest }, fences, context) : [];

    const discussion = discussionOf(content, context);
    const passageOf = passageReader(content, context);
    const replies = new Map<string, readonly CommentReply[]>();
    const spent = verdicts.reduce((sum, block) => sum + estimateTokens(block) + 1, noteTokens);
    const { blocks, more } = await listWithin<Comment>({
      subject: ["comments", space.id, changeRequest?.id, target?.id, status],
      cursor,
      tokens: context.answerTokens - spent,
      portion,
      read: async (page, limit) => {
        const found = await discussion.list({
          status,
          limit,
          ...(target && { targetPage: target.id }),
          ...(page === undefined ? {} : { page }),
        });
        const answered = found.items.filter((comment) => comment.replies > 0);
        await Promise.all(answered.map(async ({ id }) => replies.set(id, (await discussion.listReplies(id)).items)));
        return found;
      },
      present: async (comment) => {
        const index = comment.target?.page === undefined ? undefined : await pages();
        const passage = await passageOf(comment);
        return presentComment(comment, replies.get(comment.id) ?? [], fences, (id) => nameOf(index, id), passage);
      },
    });
    const about = `${where}${target === undefined ? "" : `, page ${quoted(target.title)} (${target.id})`}`;
    const kind = status === "all" ? "" : ` ${status}`;
    const heading =
      blocks.length === 0 ? `No${kind} comments on ${about}.` : `Comments on ${about},${kind} newest first.`;
    const marks = verdicts.length + blocks.length === 0 ? [] : [fences.explanation];
    const next =
      blocks.length === 0 ? [] : [more ?? `post_comment with "comment": its id replies, resolves or reopens.`];
    return { text: [heading, ...marks, ...verdicts, ...blocks, ...next].join("\n") };
  },
});

/** A page that is no longer there keeps its id. */
function nameOf(index: PageIndex | undefined, id: string): string {
  const found = index?.byId(id);
  return found === undefined ? `${id} (not there now)` : `${quoted(found.page.title)} (${id})`;
}
