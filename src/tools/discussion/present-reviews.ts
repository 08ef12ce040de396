import { paginate } from "../../client/paginate.ts";
import type { RequestedReviewer, Review } from "../../contract/models/review.ts";
import { cut } from "../present/budget.ts";
import { markdownOf } from "../present/document.ts";
import type { FenceSet } from "../present/fence.ts";
import { quoted } from "../present/name.ts";
import type { DraftContent } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { dayOf } from "./present-comment.ts";

const mostReviews = 30;
/** Tokens of what one reviewer wrote. */
const mostTokens = 400;

/** The verdicts on a change request and whose review is awaited, a block each; a sentence when there is neither. */
export async function presentReviews(
  { space, changeRequest }: DraftContent,
  fences: FenceSet,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id };
  const [reviews, awaited] = await Promise.all([
    firstOf(paginate(client.reviews.list, { ...names, format: "markdown", limit: mostReviews }, { signal })),
    firstOf(paginate(client.reviews.listRequestedReviewers, { ...names, limit: mostReviews }, { signal })),
  ]);
  if (reviews.length + awaited.length === 0) return ["No review yet, and nobody is asked for one."];
  return [...(await Promise.all(reviews.map((review) => reviewBlock(review, fences)))), ...awaited.map(awaitedLine)];
}

async function firstOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const first: Item[] = [];
  for await (const item of items) if (first.push(item) === mostReviews) break;
  return first;
}

async function reviewBlock(review: Review, fences: FenceSet): Promise<string> {
  const { id, status, reviewer, createdAt, outdated, comment } = review;
  const text = cut(await markdownOf(comment?.body), mostTokens, "(cut)").text;
  const verdict = status === "approved" ? "approved" : status === "changes-requested" ? "asks for changes" : status;
  const head = `Review ${id}: ${quoted(reviewer.displayName)} ${verdict}, ${dayOf(createdAt)}${outdated ? ", outdated" : ""}`;
  return text.trim() === "" ? `${head}.` : `${head}:\n${fences.wrap(text)}`;
}

function awaitedLine(request: RequestedReviewer): string {
  const who = request.kind === "team" ? `team ${request.team.id}` : quoted(request.user.displayName);
  return `Asked to review since ${dayOf(request.createdAt)}: ${who}.`;
}
