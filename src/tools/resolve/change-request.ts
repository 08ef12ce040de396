import { quotedExcerpt } from "../../client/excerpt.ts";
import { paginate } from "../../client/paginate.ts";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import { oneLine } from "../present/name.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { candidateLines, closest } from "./candidates.ts";
import { readLink } from "./link.ts";
import { looksLikeId, lookUp } from "./lookup.ts";

/** Change requests looked at for a subject; one beyond them is named by its number. */
const mostLookedAt = 1000;

/** A change request of a space by its id, number, `#12`, URL, or the subject of one that is open or a draft. */
export async function findChangeRequest(named: string, spaceId: string, context: ToolContext): Promise<ChangeRequest> {
  const { client, signal } = context;
  const name = readLink(named)?.changeRequest ?? named.trim();
  const changeRequestId = /^#?(\d+)$/.exec(name)?.[1] ?? name;
  const found = looksLikeId(changeRequestId)
    ? await lookUp(client.changeRequests.get({ spaceId, changeRequestId }, { signal }))
    : undefined;
  return found ?? changeRequestBySubject(name, spaceId, context);
}

async function changeRequestBySubject(name: string, spaceId: string, context: ToolContext): Promise<ChangeRequest> {
  const all = [...(await list(spaceId, "open", context)), ...(await list(spaceId, "draft", context))];
  const matches = all.filter(({ subject }) => subject.trim() === name || oneLine(subject) === name);
  const [first] = matches;
  if (matches.length === 1 && first !== undefined) return first;
  const shown = quotedExcerpt(name, 200);
  if (matches.length > 1) {
    throw new ToolError(
      `${matches.length} change requests have the subject ${shown}. Name one by its number:\n${lines(matches)}`,
    );
  }
  if (all.length === 0) {
    throw new ToolError(
      `There is no change request ${shown} in space ${spaceId}, and none is open. open_change_request makes one.`,
    );
  }
  const similar = new Set(closest(name, all.map(candidateOf)).map(({ id }) => id));
  const shownFirst = [...all].sort((one, other) => Number(similar.has(other.id)) - Number(similar.has(one.id)));
  throw new ToolError(
    `There is no change request ${shown} in space ${spaceId}. Open and draft ones:\n${lines(shownFirst)}\nMerged and archived ones are named by number.`,
  );
}

const candidateOf = ({ id, number, subject }: ChangeRequest) => ({ id, title: subject, place: `#${number}` });
const lines = (found: readonly ChangeRequest[]) => candidateLines(found.map(candidateOf));

async function list(spaceId: string, status: "open" | "draft", { client, signal }: ToolContext) {
  const found: ChangeRequest[] = [];
  const query = { spaceId, status, limit: 100 };
  for await (const changeRequest of paginate(client.changeRequests.listInSpace, query, { signal })) {
    if (found.push(changeRequest) >= mostLookedAt) break;
  }
  return found;
}
