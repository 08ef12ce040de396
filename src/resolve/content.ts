import { quotedExcerpt } from "../client/excerpt.ts";
import { paginate } from "../client/paginate.ts";
import type { ChangeRequest } from "../contract/models/change-request.ts";
import type { Page, PageSummary } from "../contract/models/page.ts";
import type { Space } from "../contract/models/space.ts";
import { ToolError } from "../present/tool-error.ts";
import { oneLine, quoted } from "../present/wording.ts";
import type { ToolContext } from "./context.ts";
import { isLikelyId, type Link, looksLikeId, readLink } from "./link.ts";
import { candidateLines, closest } from "./pick.ts";
import { lookUp } from "./reads.ts";
import { findSpace, onlySpace } from "./spaces.ts";

/** What a tool reads or edits: the content of a space, or of one of its change requests. */
export interface Content {
  readonly space: Space;
  readonly changeRequest: ChangeRequest | undefined;
  /** Its revision before anything else of it was read. */
  readonly revision: string;
}

export interface DraftContent extends Content {
  readonly changeRequest: ChangeRequest;
}

interface Names {
  readonly space?: string | undefined;
  readonly change_request?: string | undefined;
  readonly page?: string | undefined;
}

/** The content that names and pasted addresses identify together. Throws ToolError if they conflict or fit nothing. */
export async function findContent(names: Names, context: ToolContext): Promise<Content> {
  const pageLink = readLink(names.page ?? "");
  const links = [names.space, names.change_request].flatMap((name) => readLink(name ?? "") ?? []);
  if (pageLink?.page !== undefined) links.push(pageLink);
  const [named] = links;
  const other = links.find(({ space }) => space !== named?.space);
  if (named !== undefined && other !== undefined) {
    throw new ToolError(`The addresses lead to two spaces, ${named.space} and ${other.space}. Say which one is meant.`);
  }
  const spaceName = names.space ?? named?.space;
  const draft = names.change_request ?? links.find((link: Link) => link.changeRequest !== undefined)?.changeRequest;
  const [space, early] = await Promise.all([
    spaceName === undefined ? onlySpace(context) : findSpace(spaceName, context),
    readEarly(spaceName, draft, context),
  ]);
  if (named !== undefined && named.space !== space.id) {
    throw new ToolError(`The address leads to space ${named.space}, and \`space\` names ${space.id}. Leave one out.`);
  }
  if (draft === undefined) return { space, changeRequest: undefined, revision: space.revision };
  const known = early?.spaceId === space.id ? early.changeRequest : undefined;
  const changeRequest = known ?? (await findChangeRequest(draft, space.id, context));
  return { space, changeRequest, revision: changeRequest.revision };
}

interface Early {
  readonly spaceId: string;
  readonly changeRequest: ChangeRequest | undefined;
}

/** Reads the change request while its space is still being looked up, if both names are unambiguous. */
async function readEarly(
  spaceName: string | undefined,
  draft: string | undefined,
  context: ToolContext,
): Promise<Early | undefined> {
  if (spaceName === undefined || draft === undefined) return undefined;
  const name = readLink(spaceName)?.space ?? spaceName.trim();
  const spaceId = isLikelyId(name) ? name : context.seenNames?.find("space", name);
  const changeRequestId = changeRequestIdIn(draft);
  if (spaceId === undefined || !(isLikelyId(changeRequestId) || /^\d{1,15}$/.test(changeRequestId))) return undefined;
  // Errors here occur again, and are reported, in the regular read.
  const changeRequest = await readChangeRequest(spaceId, changeRequestId, context).catch(() => undefined);
  return { spaceId, changeRequest };
}

/** The content of a change request. */
export async function findDraft(names: Names, context: ToolContext): Promise<DraftContent> {
  const content = await findContent(names, context);
  if (content.changeRequest === undefined)
    throw new ToolError("Say which `change_request` is meant; show_changes without one lists them.");
  return { ...content, changeRequest: content.changeRequest };
}

/** The page tree of the content, without bodies. */
export const readTree = (content: Content, context: ToolContext): Promise<readonly PageSummary[]> =>
  readPages(content, false, context);

/** Like `readTree`, with the source path of each page. */
export const readSourceTree = (content: Content, context: ToolContext): Promise<readonly PageSummary[]> =>
  readPages(content, true, context);

async function readPages(
  { space, changeRequest }: Content,
  metadata: boolean,
  { client, signal }: ToolContext,
): Promise<readonly PageSummary[]> {
  const query = { spaceId: space.id, metadata };
  const { pages } =
    changeRequest === undefined
      ? await client.pages.list(query, { signal })
      : await client.changeRequestContent.pages({ ...query, changeRequestId: changeRequest.id }, { signal });
  return pages;
}

/** The page with this id as the content has it now; undefined if there is none. */
export function readPageById(content: Content, pageId: string, context: ToolContext): Promise<Page | undefined> {
  const { client, signal } = context;
  const query = { spaceId: content.space.id, pageId, format: "markdown", metadata: false } as const;
  const changeRequestId = content.changeRequest?.id;
  return lookUp(
    changeRequestId === undefined
      ? client.pages.get(query, { signal })
      : client.changeRequestContent.page({ ...query, changeRequestId }, { signal }),
  );
}

export function readPageByPath(content: Content, pagePath: string, context: ToolContext): Promise<Page | undefined> {
  const { client, signal } = context;
  const query = { spaceId: content.space.id, pagePath, format: "markdown", metadata: false } as const;
  const changeRequestId = content.changeRequest?.id;
  return lookUp(
    changeRequestId === undefined
      ? client.pages.getByPath(query, { signal })
      : client.changeRequestContent.pageByPath({ ...query, changeRequestId }, { signal }),
  );
}

/** The page at a revision; undefined if the revision, or the page in it, does not exist. */
export function readPageAt(
  content: Content,
  revisionId: string,
  pageId: string,
  { client, signal }: ToolContext,
): Promise<Page | undefined> {
  const query = { spaceId: content.space.id, revisionId, pageId, format: "markdown", metadata: false } as const;
  return lookUp(client.revisions.getPage(query, { signal }));
}

/** Like `readPageAt`, with the page's source path. */
export function readSourceAt(
  content: Content,
  revisionId: string,
  pageId: string,
  { client, signal }: ToolContext,
): Promise<Page | undefined> {
  const query = { spaceId: content.space.id, revisionId, pageId, format: "markdown" } as const;
  return lookUp(client.revisions.getPage(query, { signal }));
}

/** The content in words: `space "API docs" (id), change request #3 (id)`. */
export function contentName({ space, changeRequest }: Content): string {
  const draft = changeRequest === undefined ? "" : `, change request ${changeRequestName(changeRequest)}`;
  return `space ${quoted(space.title)} (${space.id})${draft}`;
}

export const changeRequestName = ({ id, number, subject }: ChangeRequest) =>
  subject === "" ? `#${number} (${id})` : `#${number} ${quoted(subject)} (${id})`;

/** The most change requests read to match a subject; others can be named by number. */
const maxChangeRequests = 1000;

/** A change request of a space by its id, number, `#12`, URL or, if open or a draft, its subject. */
export async function findChangeRequest(named: string, spaceId: string, context: ToolContext): Promise<ChangeRequest> {
  const name = readLink(named)?.changeRequest ?? named.trim();
  const id = changeRequestIdIn(named);
  const found = looksLikeId(id) ? await readChangeRequest(spaceId, id, context) : undefined;
  return found ?? changeRequestBySubject(name, spaceId, context);
}

/** A name as an id: `12` for `#12`. */
function changeRequestIdIn(named: string): string {
  const name = readLink(named)?.changeRequest ?? named.trim();
  return /^#?(\d+)$/.exec(name)?.[1] ?? name;
}

const readChangeRequest = (spaceId: string, changeRequestId: string, { client, signal }: ToolContext) =>
  lookUp(client.changeRequests.get({ spaceId, changeRequestId }, { signal }));

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
      `There is no change request ${shown} in space ${spaceId}, and none is open. open_change_request creates one.`,
    );
  }
  const similar = new Set(closest(name, all.map(toCandidate)).map(({ id }) => id));
  const shownFirst = [...all].sort((one, other) => Number(similar.has(other.id)) - Number(similar.has(one.id)));
  throw new ToolError(
    `There is no change request ${shown} in space ${spaceId}. Open and draft ones:\n${lines(shownFirst)}\nMerged and archived ones are named by number.`,
  );
}

const toCandidate = ({ id, number, subject }: ChangeRequest) => ({ id, title: subject, qualifier: `#${number}` });

const lines = (found: readonly ChangeRequest[]) => candidateLines(found.map(toCandidate));

async function list(spaceId: string, status: "open" | "draft", { client, signal }: ToolContext) {
  const found: ChangeRequest[] = [];
  const query = { spaceId, status, limit: 100 };
  for await (const changeRequest of paginate(client.changeRequests.listInSpace, query, { signal })) {
    if (found.push(changeRequest) >= maxChangeRequests) break;
  }
  return found;
}
