import { reviews } from "../../contract/operations/reviews.ts";
import { quoted } from "../present/name.ts";
import type { DraftContent } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";

const mostNamed = 5;
const mostRead = 50;

export const verdictReads = [reviews.list, reviews.listRequestedReviewers];

/** Who approves a change request, who asks for changes and whose review is awaited, in a line; nothing without any. */
export async function verdictLine(
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: mostRead };
  const [given, requests] = await Promise.all([
    client.reviews.list({ ...names, outdated: false }, { signal }),
    client.reviews.listRequestedReviewers(names, { signal }),
  ]);
  const inForce = given.items.filter(({ outdated }) => !outdated);
  const by = (verdict: string) =>
    inForce.filter(({ status }) => status === verdict).map(({ reviewer }) => reviewer.displayName);
  const awaited = requests.items.map((request) =>
    request.kind === "user" ? request.user.displayName : `team ${request.team.id}`,
  );
  const parts = [
    ...told("approved by", by("approved")),
    ...told("changes asked for by", by("changes-requested")),
    ...told("awaited from", awaited),
  ];
  return parts.length === 0 ? [] : [`Reviews: ${parts.join("; ")}.`];
}

function told(what: string, people: readonly string[]): string[] {
  if (people.length === 0) return [];
  const others = people.length - mostNamed;
  const named = people
    .slice(0, mostNamed)
    .map((name) => quoted(name))
    .join(", ");
  return [`${what} ${named}${others > 0 ? ` and ${others} more` : ""}`];
}
