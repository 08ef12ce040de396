import type { Role } from "../../../contract/models/role.ts";
import { findActiveMember } from "../../access/people-rows.ts";
import { may } from "../../access/roles.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { findJobs, holdWaiting } from "../../kernel/jobs/jobs-rows.ts";
import { Problem } from "../../kernel/problem.ts";
import type { ContentEdit, ContentSubscriber } from "../commit.ts";
import { findSpecSlug } from "../computed-pages.ts";
import type { ContentMap, EditedMap } from "../content-map.ts";
import type { SpecSubscriber } from "../openapi/index.ts";
import { findPages } from "../page-tree.ts";
import { keys, type PageRecord, parsePage } from "../records.ts";
import { revisionContent } from "../space-content.ts";
import type { ComputeInput } from "./compute-job.ts";
import { listComputedPages, listDependents, putComputedPages, removeComputedPages } from "./rows.ts";

type QueueContext = Pick<Context, "queries" | "enqueue">;

/** The owner of the content: a space, or one of its change requests. */
export interface ContentOwner {
  readonly id: string;
  readonly space: string;
}

/**
 * Throws `forbidden` for an edit that requests a specification which the content does not use yet and its author may
 * not read. Guests of an organization may write in a space, and read what is in it.
 */
async function requireReadable({ queries, user, integration }: Context, { space, changeRequest, map }: ContentEdit) {
  const requestedSpecs = new Set<string>();
  for (const [key, value] of map.changes) {
    if (!key.startsWith(keys.pages) || value === undefined || !/"computed":\{/.test(value)) continue;
    const { computed } = parsePage(value);
    const spec = computed && findSpecSlug(computed.source);
    if (spec !== undefined) requestedSpecs.add(spec);
  }
  if (requestedSpecs.size === 0) return;
  const rows = [
    ...(await listComputedPages(queries, space.id)),
    ...(await listComputedPages(queries, (changeRequest ?? space).id)),
  ];
  for (const { spec } of rows) requestedSpecs.delete(spec);
  const [spec] = requestedSpecs;
  if (spec === undefined) return;
  if (integration !== undefined && !integration.scopes.includes("openapi:read")) {
    throw new Problem(
      "forbidden",
      `computed: OpenAPI specification "${spec}" needs the scope openapi:read, which this installation of ${integration.name} does not have. Ask a member to add its pages here.`,
    );
  }
  const member = await findActiveMember(queries, space.organization, user.id);
  if (may((member?.role ?? null) as Role | null, "view")) return;
  throw new Problem(
    "forbidden",
    `computed: OpenAPI specification "${spec}" belongs to the organization, in which the token's user is a guest. Ask a member to add its pages here.`,
  );
}

/**
 * Queues the computation of pages that an edit requests or may have mixed up. For a change request, skips what its
 * space, whose content is given, requests in the same way.
 */
export async function followComputed(
  context: QueueContext,
  place: ContentOwner,
  map: EditedMap,
  ofSpace?: ContentMap,
): Promise<void> {
  const rows = await listComputedPages(context.queries, place.id);
  const touched = await touchedBy(map, rows.length > 0);
  if (touched.size === 0) return;
  const pages = await findPages(map, [...touched]);
  const unchanged = await findSameRequests([...pages.values()], ofSpace);
  const requests = [...pages.values()].flatMap((page) => {
    const spec = page.computed === undefined || unchanged.has(page.id) ? undefined : findSpecSlug(page.computed.source);
    return spec === undefined ? [] : [{ page: page.id, spec }];
  });
  const requested = new Set(requests.map(({ page }) => page));
  const gone = [...touched].filter((id) => !requested.has(id));
  await removeComputedPages(context.queries, place.id, gone);
  await queue(
    context,
    requests.map(({ page, spec }) => ({
      place: place.id,
      space: place.space,
      page,
      spec,
      job: rows.find((row) => row.page === page)?.job ?? "",
    })),
  );
}

/** Recomputes pages after edits that request them. Computed content itself triggers nothing. */
export const computedPagesSubscriber: ContentSubscriber = {
  allow: requireReadable,
  async changed(context, { space, changeRequest, map, cause }) {
    if (cause === "computed") return;
    const ofSpace = changeRequest && (await revisionContent(context, space.id, space.revision));
    await followComputed(context, { id: (changeRequest ?? space).id, space: space.id }, map, ofSpace);
  },
};

/** Recomputes pages that depend on a specification, or on the organization that their spaces belong to. */
export async function recompute(context: QueueContext, of: Parameters<typeof listDependents>[1]): Promise<void> {
  await queue(context, await listDependents(context.queries, of));
}

/** Recomputes pages that depend on a specification and could not be computed before. */
async function recomputeFailed(context: QueueContext, of: Parameters<typeof listDependents>[1]): Promise<void> {
  const rows = await listDependents(context.queries, of);
  const jobs = await findJobs(context.queries, [...new Set(rows.map(({ job }) => job))]);
  await queue(
    context,
    rows.filter(({ job }) => jobs.get(job)?.state === "failed"),
  );
}

/** Recomputes pages when the specifications they show change. */
export const computedSpecSubscriber: SpecSubscriber = { changed: recompute, resubmitted: recomputeFailed };

/** Computes the pages of a copy of a space like those of the original. */
export async function followCopy(context: QueueContext, original: string, copy: string): Promise<void> {
  const rows = await listComputedPages(context.queries, original);
  await queue(
    context,
    rows.map(({ page, spec }) => ({ place: copy, space: copy, page, spec, job: "" })),
  );
}

/** Queues one job for all pages of a content. A page that a waiting job will compute needs no other. */
async function queue({ queries, enqueue }: QueueContext, rows: readonly Row<"computed_page">[]): Promise<void> {
  const waiting = await holdWaiting(queries, [...new Set(rows.map(({ job }) => job))]);
  const isWaiting = ({ job }: Row<"computed_page">) => waiting.has(job);
  await putComputedPages(queries, rows.filter(isWaiting));
  const rowsByContent = new Map<string, Row<"computed_page">[]>();
  for (const row of rows) {
    if (!isWaiting(row)) rowsByContent.set(row.place, [...(rowsByContent.get(row.place) ?? []), row]);
  }
  for (const [place, due] of rowsByContent) {
    const input: ComputeInput = { place, space: due[0]?.space ?? "", pages: due.map(({ page }) => page) };
    const job = await enqueue({ kind: "computed-pages", input, lane: `computed:${place}` });
    await putComputedPages(
      queries,
      due.map((row) => ({ ...row, job })),
    );
  }
}

/** Ids of pages that request computed ones, if they or their computed pages changed. */
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

async function findSameRequests(pages: readonly PageRecord[], ofSpace: ContentMap | undefined): Promise<Set<string>> {
  if (ofSpace === undefined) return new Set();
  const others = await findPages(
    ofSpace,
    pages.map(({ id }) => id),
  );
  const serializeSource = (page: PageRecord | undefined) => JSON.stringify(page?.computed?.source);
  return new Set(
    pages.filter((page) => serializeSource(page) === serializeSource(others.get(page.id))).map(({ id }) => id),
  );
}
