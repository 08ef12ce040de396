import { type ListedRevision, listRevisions } from "../../access/audit/index.ts";
import { positionMembers, reportedMembers } from "../../content/page-members.ts";
import { keys, type PageRecord, parsePage } from "../../content/records.ts";
import { requireRoot } from "../../content/revisions-rows.ts";
import { SpaceContent } from "../../content/space-content.ts";
import type { Queries } from "../../kernel/database/tables.ts";

export interface PageHistoryFilter {
  readonly space: string;
  readonly page: string;
  /** The newest revision to examine. */
  readonly from: string;
  /** Where to stop: the first revision not to examine, such as the base of a change request. */
  readonly until?: string | undefined;
  readonly limit: number;
}

/** A revision that changed a page. */
interface PageRevision extends ListedRevision {
  /** What happened to the page, in a few words. */
  readonly change: string;
}

export interface PageHistory {
  readonly revisions: readonly PageRevision[];
  /** Where to continue; undefined after the first revision. */
  readonly next: string | undefined;
}

/** Maximum number of revisions examined per response, whether they changed the page or not. */
const maxExamined = 1000;

const atOnce = 100;

/** The revisions that changed one page, newest first. */
export async function listPageRevisions(queries: Queries, filter: PageHistoryFilter): Promise<PageHistory> {
  const { space, page, until, limit } = filter;
  const content = new SpaceContent(queries);
  const pageAt = async (revision: string): Promise<string | undefined> => {
    const key = keys.page(page);
    return (await content.at(await requireRoot(queries, space, revision)).getMany([key])).get(key);
  };
  const revisions: PageRevision[] = [];
  let next: string | undefined = filter.from;
  for (let looked = 0; next !== undefined && looked < maxExamined && revisions.length < limit; looked += atOnce) {
    const listed: readonly ListedRevision[] = await listRevisions(queries, { space, from: next, until, limit: atOnce });
    next = listed.at(-1)?.parent;
    for (const revision of listed) {
      if (revisions.length === limit) {
        next = revision.id;
        break;
      }
      const is = await pageAt(revision.id);
      const was = revision.parent === undefined ? undefined : await pageAt(revision.parent);
      const change = is === was ? undefined : whatChanged(parsePage(was), parsePage(is));
      if (change !== undefined) revisions.push({ ...revision, change });
    }
    if (next === until) next = undefined;
  }
  return { revisions, next };
}

function whatChanged(was: PageRecord | undefined, is: PageRecord | undefined): string | undefined {
  if (is === undefined) return was === undefined ? undefined : "deleted";
  if (was === undefined) return "created";
  const differs = (member: keyof PageRecord) => JSON.stringify(was[member]) !== JSON.stringify(is[member]);
  const words = [
    ...reportedMembers.flatMap(([member, attribute]) =>
      differs(member) ? [attributeWords[attribute] ?? attribute] : [],
    ),
    ...(positionMembers.some(differs) ? ["moved"] : []),
  ];
  return words.length === 0 ? undefined : words.join(", ");
}

/** Attributes whose names are not plain words. */
const attributeWords: Readonly<Record<string, string>> = {
  document: "text",
  linkTitle: "link title",
  noIndex: "no index",
  noRobotsIndex: "search engine indexing",
};
