import { z } from "zod";
import { isRecord } from "../../client/json.ts";
import { paginate } from "../../client/paginate.ts";
import type { Comment, CommentReply } from "../../contract/models/comment.ts";
import type { RequestedReviewer, Review } from "../../contract/models/review.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { reviews } from "../../contract/operations/reviews.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { cut, estimateTokens } from "../../present/budget.ts";
import { toMarkdown } from "../../present/document.ts";
import { type FenceSet, fenceSet } from "../../present/fence.ts";
import { listWithin } from "../../present/listing.ts";
import { quoted } from "../../present/wording.ts";
import { type Content, contentName, type DraftContent, findContent, readTree } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { PageIndex } from "../../resolve/pages.ts";
import { lookUpIfAllowed } from "../../resolve/reads.ts";
import { usedTo } from "../../resolve/uses.ts";
import { createDiscussion, discussionReads, maxReplies } from "../review/discussion.ts";
import { defineTool, named } from "../tool.ts";

/** Tokens reserved for the lines around the comments. */
const noteTokens = 220;

/** Comments per request; each may need another request for its replies. */
const portion = 20;

/** The operations used to read passages. */
const passageReads = [pages.get, changeRequestContent.page, revisions.getPage];

export const listComments = defineTool({
  name: "list_comments",
  title: "Read comments and reviews",
  description:
    "Read the comments on a space, page or change request, newest first, with replies and the passage each is about, and the reviews of a change request.",
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
  async run({ status, cursor, ...names }, context): Promise<ToolResult> {
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

    const discussion = createDiscussion(content, context);
    const readPassage = passageReader(content, context);
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
        const withReplies = found.items.filter((comment) => comment.replies > 0);
        await Promise.all(withReplies.map(async ({ id }) => replies.set(id, (await discussion.listReplies(id)).items)));
        return found;
      },
      present: async (comment) => {
        const index = comment.target?.page === undefined ? undefined : await pages();
        const passage = await readPassage(comment);
        return presentComment(
          comment,
          replies.get(comment.id) ?? [],
          fences,
          (id) => formatPageName(index, id),
          passage,
        );
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

/** A deleted page is named by its id. */
function formatPageName(index: PageIndex | undefined, id: string): string {
  const found = index?.byId(id);
  return found === undefined ? `${id} (no longer there)` : `${quoted(found.page.title)} (${id})`;
}

/** Tokens of a comment's or reply's text; longer ones are cut. */
const maxCommentTokens = 800;

/**
 * A comment with its replies, each text in a fence. `pageName` names the page of an id; `passage` is what it is about.
 */
async function presentComment(
  comment: Comment,
  replies: readonly CommentReply[],
  fences: FenceSet,
  pageName: (id: string) => string,
  passage?: string,
): Promise<string> {
  const { id, target, status, resolvedBy, resolvedAt, replies: count } = comment;
  const page = target?.page === undefined ? "" : `, on ${describeTargetPart(target)}page ${pageName(target.page.id)}`;
  const by = resolvedBy === undefined ? "" : ` by ${quoted(resolvedBy.displayName)}`;
  const resolved =
    status === "resolved" ? `, resolved${by}${resolvedAt === undefined ? "" : ` ${toDay(resolvedAt)}`}` : "";
  const left = count - replies.length;
  return [
    `Comment ${id} ${describePosting(comment)}${page}${resolved}:`,
    await presentBody(comment, fences, passage),
    ...(await Promise.all(
      replies.map(async (reply) => `Reply ${reply.id} ${describePosting(reply)}:\n${await presentBody(reply, fences)}`),
    )),
    ...(left > 0 && replies.length === maxReplies ? [`And ${left} more replies to ${id}.`] : []),
  ].join("\n");
}

const describeTargetPart = ({ node, tableCell }: Comment["target"]) =>
  node === undefined ? "" : tableCell === undefined ? "a block of " : "a table cell of ";

async function presentBody({ body }: Pick<Comment, "body">, fences: FenceSet, passage?: string): Promise<string> {
  const about = passage === undefined ? "" : `${passage.replace(/^/gm, "> ")}\n\n`;
  return fences.wrap(about + cut(await toMarkdown(body), maxCommentTokens, "(cut)").text);
}

function describePosting({ postedBy, postedAt, editedAt, reactions }: CommentReply | Comment): string {
  const marks = (reactions ?? []).map(({ emoji, count }) => `${quoted(emoji)} ${count}`);
  return [
    `by ${quoted(postedBy.displayName)} ${toDay(postedAt)}`,
    ...(editedAt === undefined ? [] : ["edited"]),
    ...(marks.length === 0 ? [] : [`reactions ${marks.slice(0, 10).join(" ")}`]),
  ].join(", ");
}

const toDay = (time: string): string => time.slice(0, 10);

const maxReviews = 30;

/** Tokens of one reviewer's text. */
const maxReviewTokens = 400;

/** A block for each verdict on a change request and each review requested; one sentence if there are none. */
async function presentReviews(
  { space, changeRequest }: DraftContent,
  fences: FenceSet,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id };
  const [reviews, awaited] = await Promise.all([
    takeReviews(paginate(client.reviews.list, { ...names, format: "markdown", limit: maxReviews }, { signal })),
    takeReviews(paginate(client.reviews.listRequestedReviewers, { ...names, limit: maxReviews }, { signal })),
  ]);
  if (reviews.length + awaited.length === 0) return ["No review yet, and none is requested."];
  return [...(await Promise.all(reviews.map((review) => reviewBlock(review, fences)))), ...awaited.map(awaitedLine)];
}

async function takeReviews<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const first: Item[] = [];
  for await (const item of items) if (first.push(item) === maxReviews) break;
  return first;
}

async function reviewBlock(review: Review, fences: FenceSet): Promise<string> {
  const { id, status, reviewer, createdAt, outdated, comment } = review;
  const text = cut(await toMarkdown(comment?.body), maxReviewTokens, "(cut)").text;
  const verdict = status === "approved" ? "approved" : status === "changes-requested" ? "asks for changes" : status;
  const head = `Review ${id}: ${quoted(reviewer.displayName)} ${verdict}, ${toDay(createdAt)}${outdated ? ", outdated" : ""}`;
  return text.trim() === "" ? `${head}.` : `${head}:\n${fences.wrap(text)}`;
}

function awaitedLine(request: RequestedReviewer): string {
  const who = request.kind === "team" ? `team ${request.team.id}` : quoted(request.user.displayName);
  return `Asked to review since ${toDay(request.createdAt)}: ${who}.`;
}

/** The most pages read for the passages of one answer. */
const maxPages = 8;

/** Tokens shown of a passage. */
const maxPassageTokens = 60;

/** Documents written by people do not nest deeper. */
const maxDepth = 40;

/**
 * Reads the passage that a comment is about: a block or table cell of its page, as it is now or, failing that, as it
 * was when the comment was made. Undefined for a comment on a whole page or space, and if the passage is not found.
 */
function passageReader(content: Content, context: ToolContext): (comment: Comment) => Promise<string | undefined> {
  const documents = new Map<string, Promise<unknown>>();
  const readDocument = (name: string, read: () => Promise<{ readonly document?: unknown }>) => {
    const known = documents.get(name);
    if (known !== undefined || documents.size >= maxPages) return known;
    const found = lookUpIfAllowed(read()).then((page) => page?.document);
    documents.set(name, found);
    return found;
  };
  return async ({ target }) => {
    const { node, page, revision } = target ?? {};
    if (node === undefined || page === undefined) return undefined;
    const now = blockIn(await readDocument(page.id, () => readNow(content, page.id, context)), node.id);
    const found =
      now ??
      blockIn(
        await readDocument(`${page.id} ${revision}`, () => readThen(content, page.id, revision, context)),
        node.id,
      );
    if (found === undefined) return undefined;
    const text = (await toMarkdown({ object: "document", data: {}, nodes: selectExcerpt(found, target) })).trim();
    return text === "" ? undefined : cut(text, maxPassageTokens, "(cut)").text;
  };
}

function readNow({ space, changeRequest }: Content, pageId: string, { client, signal }: ToolContext) {
  const query = { spaceId: space.id, pageId, format: "document", metadata: false } as const;
  return changeRequest === undefined
    ? client.pages.get(query, { signal })
    : client.changeRequestContent.page({ ...query, changeRequestId: changeRequest.id }, { signal });
}

function readThen({ space }: Content, pageId: string, revisionId: string, { client, signal }: ToolContext) {
  const query = { spaceId: space.id, pageId, revisionId, format: "document", metadata: false } as const;
  return client.revisions.getPage(query, { signal });
}

type Tree = Readonly<Record<string, unknown>>;

const toRecords = (value: unknown): Tree[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Finds the block with a key anywhere in a document. */
function blockIn(tree: unknown, key: string, depth = 0): Tree | undefined {
  if (!isRecord(tree) || depth > maxDepth) return undefined;
  for (const inner of [...toRecords(tree.nodes), ...toRecords(tree.fragments)]) {
    const found = inner.key === key && inner.object === "block" ? inner : blockIn(inner, key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The blocks of a table cell, if the comment is about one, or the block itself. */
function selectExcerpt(block: Tree, { tableCell }: Comment["target"]): readonly Tree[] {
  if (tableCell === undefined) return [block];
  const records = isRecord(block.data) && isRecord(block.data.records) ? block.data.records : {};
  const record = records[tableCell.record];
  const values = isRecord(record) && isRecord(record.values) ? record.values : {};
  const fragment = toRecords(block.fragments).find((one) => one.fragment === values[tableCell.definition]);
  return fragment === undefined ? [block] : toRecords(fragment.nodes);
}
