import type { Role } from "../../contract/models/role.ts";
import { findActiveMember } from "../access/people-rows.ts";
import { may } from "../access/roles.ts";
import type { ContentEdit, ContentSubscriber } from "../content/commit.ts";
import { specOf } from "../content/computed-pages.ts";
import type { ContentMap, EditedMap } from "../content/content-map.ts";
import { findPages } from "../content/page-tree.ts";
import { keys, type PageRecord, parsePage } from "../content/records.ts";
import { revisionContent } from "../content/space-content.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import { findJobs } from "../kernel/jobs/jobs-rows.ts";
import { Problem } from "../kernel/problem.ts";
import type { SpecSubscriber } from "../openapi/index.ts";
import type { ComputeInput } from "./compute-job.ts";
import { listComputedPages, listDependents, putComputedPages, removeComputedPages } from "./rows.ts";

type Desk = Pick<Context, "queries" | "enqueue">;

/** Whose content it is: a space, or a change request of it. */
export interface ComputedPlace {
  readonly id: string;
  readonly space: string;
}

/**
 * Throws `forbidden` for an edit that asks for a specification which the place does not have yet and its author may not
 * read: guests of an organization may write in a space, and read what is there.
 */
async function requireReadable({ queries, user }: Context, { space, changeRequest, map }: ContentEdit) {
  const asked = new Set<string>();
  for (const [key, value] of map.changes) {
    if (!key.startsWith(keys.pages) || value === undefined || !/"computed":\{/.test(value)) continue;
    const { computed } = parsePage(value);
    const spec = computed && specOf(computed.source);
    if (spec !== undefined) asked.add(spec);
  }
  if (asked.size === 0) return;
  const rows = [
    ...(await listComputedPages(queries, space.id)),
    ...(await listComputedPages(queries, (changeRequest ?? space).id)),
  ];
  for (const { spec } of rows) asked.delete(spec);
  const [spec] = asked;
  if (spec === undefined) return;
  const member = await findActiveMember(queries, space.organization, user.id);
  if (may((member?.role ?? null) as Role | null, "view")) return;
  throw new Problem(
    "forbidden",
    `computed: OpenAPI specification "${spec}" is the organization's, of which the token's user is a guest. Ask a member to put its pages here.`,
  );
}

/**
 * Has pages computed for what an edit of a place asks for, and for what it may have mixed. In a change request that is
 * only what its space, whose content is given, does not ask for alike.
 */
export async function followComputed(
  desk: Desk,
  place: ComputedPlace,
  map: EditedMap,
  ofSpace?: ContentMap,
): Promise<void> {
  const rows = await listComputedPages(desk.queries, place.id);
  const touched = await touchedBy(map, rows.length > 0);
  if (touched.size === 0) return;
  const pages = await findPages(map, [...touched]);
  const alike = await askedAlike([...pages.values()], ofSpace);
  const asking = [...pages.values()].flatMap((page) => {
    const spec = page.computed === undefined || alike.has(page.id) ? undefined : specOf(page.computed.source);
    return spec === undefined ? [] : [{ page: page.id, spec }];
  });
  const asked = new Set(asking.map(({ page }) => page));
  const gone = [...touched].filter((id) => !asked.has(id));
  await removeComputedPages(desk.queries, place.id, gone);
  await queue(
    desk,
    asking.map(({ page, spec }) => ({
      place: place.id,
      space: place.space,
      page,
      spec,
      job: rows.find((row) => row.page === page)?.job ?? "",
    })),
  );
}

/** Pages are computed again for edits that ask for them; what was computed asks for nothing. */
export const computedPagesSubscriber: ContentSubscriber = {
  allow: requireReadable,
  async changed(context, { space, changeRequest, map, cause }) {
    if (cause === "computed") return;
    const ofSpace = changeRequest && (await revisionContent(context, space.id, space.revision));
    await followComputed(context, { id: (changeRequest ?? space).id, space: space.id }, map, ofSpace);
  },
};

/** Has pages computed again that depend on a specification, or on the organization that spaces belong to. */
export async function recompute(desk: Desk, of: Parameters<typeof listDependents>[1]): Promise<void> {
  await queue(desk, await listDependents(desk.queries, of));
}

/** Has pages computed once more that depend on a specification and whose computing failed. */
async function recomputeFailed(desk: Desk, of: Parameters<typeof listDependents>[1]): Promise<void> {
  const rows = await listDependents(desk.queries, of);
  const jobs = await findJobs(desk.queries, [...new Set(rows.map(({ job }) => job))]);
  await queue(
    desk,
    rows.filter(({ job }) => jobs.get(job)?.state === "failed"),
  );
}

/** Pages are computed again for the specifications they show. */
export const computedSpecSubscriber: SpecSubscriber = { changed: recompute, given: recomputeFailed };

/** Has pages of a copy of a space computed as those of the original. */
export async function followCopy(desk: Desk, original: string, copy: string): Promise<void> {
  const rows = await listComputedPages(desk.queries, original);
  await queue(
    desk,
    rows.map(({ page, spec }) => ({ place: copy, space: copy, page, spec, job: "" })),
  );
}

/** One job for all the pages of a place; a page that a waiting job will compute needs no other. */
async function queue({ queries, enqueue }: Desk, rows: readonly Row<"computed_page">[]): Promise<void> {
  const jobs = await findJobs(queries, [...new Set(rows.map(({ job }) => job))]);
  const isWaiting = ({ job }: Row<"computed_page">) => {
    const found = jobs.get(job);
    return found?.state === "waiting" && found.started_at === null;
  };
  await putComputedPages(queries, rows.filter(isWaiting));
  const places = new Map<string, Row<"computed_page">[]>();
  for (const row of rows) {
    if (!isWaiting(row)) places.set(row.place, [...(places.get(row.place) ?? []), row]);
  }
  for (const [place, due] of places) {
    const input: ComputeInput = { place, space: due[0]?.space ?? "", pages: due.map(({ page }) => page) };
    const job = await enqueue({ kind: "computed-pages", input, lane: `computed:${place}` });
    await putComputedPages(
      queries,
      due.map((row) => ({ ...row, job })),
    );
  }
}

/** Ids of pages that ask for computed ones and were changed, or whose computed pages were. */
async function touchedBy(map: EditedMap, hasSome: boolean): Promise<Set<string>> {
  const touched = new Set<string>();
  const removed: string[] = [];
  for (const [key, value] of map.changes) {
    if (!key.startsWith(keys.pages)) continue;
    if (value === undefined) removed.push(key);
    else if (/"(?:computed|part)":\{/.test(value)) add(parsePage(value));
  }
  if (!hasSome || removed.length === 0) return touched;
  for (const value of (await map.base.getMany(removed)).values()) add(parsePage(value));
  return touched;

  function add({ id, computed, part }: PageRecord): void {
    if (computed !== undefined) touched.add(id);
    if (part !== undefined) touched.add(part.of);
  }
}

async function askedAlike(pages: readonly PageRecord[], ofSpace: ContentMap | undefined): Promise<Set<string>> {
  if (ofSpace === undefined) return new Set();
  const others = await findPages(
    ofSpace,
    pages.map(({ id }) => id),
  );
  const sourceOf = (page: PageRecord | undefined) => JSON.stringify(page?.computed?.source);
  return new Set(pages.filter((page) => sourceOf(page) === sourceOf(others.get(page.id))).map(({ id }) => id));
}
