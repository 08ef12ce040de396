import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { findChangeRequest } from "../../access/change-requests-rows.ts";
import { organizationFor, spaceFor } from "../../access/scope.ts";
import { findSpace } from "../../access/spaces-rows.ts";
import { uncomputed } from "../../content/computed-pages.ts";
import type { ContentMap } from "../../content/content-map.ts";
import type { MapDifference } from "../../content/ordered-map/diff.ts";
import { emptyRoot } from "../../content/ordered-map/node-codec.ts";
import { allPages, groupByParent } from "../../content/page-tree.ts";
import { type FileRecord, keys, type PageRecord, pageEntries, parseFile, parsePage } from "../../content/records.ts";
import { allReusable, isReusable } from "../../content/reusable-contents.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import { Problem } from "../../kernel/problem.ts";
import { allEntries } from "./glossary-rows.ts";
import {
  type Lookup,
  lookUpSegments,
  lookupIn,
  readTerms,
  type SourcePage,
  type Terms,
  titleOfSource,
} from "./page-segments.ts";
import { readTranslation, type TranslationRow } from "./rows.ts";
import { clearTasks, insertTasks, readMemory, readProblems, type TaskRow } from "./work-rows.ts";

/** What a run has to do. */
export interface Plan {
  readonly row: TranslationRow;
  readonly root: string;
  readonly base: Base;
  readonly terms: Terms;
  /** How the source differs from the content that the run builds on. */
  readonly differences: readonly MapDifference[];
  /** The pages to check: those that changed, or all if the terms changed. */
  readonly pages: readonly PageRecord[];
  /** The same for reusable contents. */
  readonly reusable: readonly FileRecord[];
}

/** Pages read at a time. */
const atOnce = 50;

/** Rows written per transaction. */
const rowsAtOnce = 2000;

/** Undefined if no run is unfinished. Throws if the run may not continue. */
export async function makePlan(context: Context, id: string): Promise<Plan | undefined> {
  const { queries, content } = context;
  const row = await readTranslation(queries, id);
  if (row === undefined || row.run_root === null) return undefined;
  await requireRun(context, row);
  const base = await findBase(context, row);
  const terms = readTerms(await allEntries(queries, row.organization), row.source_language, row.language);
  const present = content.at(row.run_root);
  const differences = written(await content.at(base.source).diff(present, ""));
  const translatesAll = base.isNewest && row.terms !== terms.version;
  const changed = translatesAll
    ? (await present.scan(keys.pages)).map(([, text]) => parsePage(text)).filter(({ part }) => part === undefined)
    : differences.flatMap(({ key, after }) =>
        key.startsWith(keys.pages) && after !== undefined ? parsePage(after) : [],
      );
  const reusable = translatesAll
    ? await allReusable(present)
    : differences
        .flatMap(({ key, after }) => (key.startsWith(keys.files) ? (parseFile(after) ?? []) : []))
        .filter(isReusable);
  const pages = await inOrder(present, changed);
  return { row, root: row.run_root, base, terms, differences, pages, reusable };
}

/**
 * Leaves out computed pages, which the translation computes itself, because their sources are not translated. A page
 * that requests computed pages is included as it was before they were computed.
 */
function written(differences: readonly MapDifference[]): MapDifference[] {
  const parts = new Set(
    differences.flatMap(({ key, before, after }) =>
      key.startsWith(keys.pages) && (parsePage(after) ?? parsePage(before))?.part !== undefined
        ? [...listEntryKeys(parsePage(before)), ...listEntryKeys(parsePage(after))]
        : [],
    ),
  );
  return differences.flatMap(({ key, before, after }) => {
    if (parts.has(key)) return [];
    const [was, is] = key.startsWith(keys.pages) ? [withoutComputed(before), withoutComputed(after)] : [before, after];
    if (was === is) return [];
    return [{ key, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
  });
}

const listEntryKeys = (page: PageRecord | undefined) => (page === undefined ? [] : pageEntries(page).keys());

function withoutComputed(text: string | undefined): string | undefined {
  const page = parsePage(text);
  if (page?.computed === undefined) return text;
  return JSON.stringify({ ...uncomputed(page), updatedAt: page.createdAt });
}

/** Pages in the order of the table of contents, so that translators get continuous text. */
async function inOrder(map: ContentMap, pages: readonly PageRecord[]): Promise<readonly PageRecord[]> {
  if (pages.length < 2) return pages;
  const groups = groupByParent(await allPages(map));
  const wanted = new Map(pages.map((page) => [page.id, page]));
  const found: PageRecord[] = [];
  const open = [...(groups.get(null) ?? [])].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const page = wanted.get(next.id);
    if (page !== undefined) found.push(page);
    wanted.delete(next.id);
    open.push(...[...(groups.get(next.id) ?? [])].reverse());
  }
  return [...found, ...wanted.values()];
}

/** What a run translates: pages first, because reusable contents are read as parts of them. */
export const listSources = ({ pages, reusable }: Plan): readonly (PageRecord | FileRecord)[] => [...pages, ...reusable];

/** A page, and the segments that it looks up in the memory. */
interface PageWithLookups extends SourcePage {
  readonly requested: Lookup["requested"];
}

/** Reads pages in batches, with their texts and the matching part of the memory. */
export async function readPages(
  { row, terms }: Plan,
  records: readonly (PageRecord | FileRecord)[],
  job: RunningJob,
  timeSlices: TimeSlices,
): Promise<{ pages: PageWithLookups[]; memory: Map<string, string> }> {
  const addresses = [...new Set(records.flatMap((record) => record.content ?? []))];
  const texts = await job.read(({ content }) => content.readTexts(addresses));
  const pages: PageWithLookups[] = [];
  for (const record of records) {
    const page = { record, text: record.content === undefined ? undefined : texts.get(record.content) };
    const lookup = lookupIn(new Map(), terms);
    await timeSlices.run(lookUpSegments(page, lookup));
    pages.push({ ...page, requested: lookup.requested });
    await timeSlices.yieldIfDue();
  }
  const wanted = [...new Set(pages.flatMap(({ requested }) => [...requested.keys()]))];
  return { pages, memory: await job.read(({ queries }) => readMemory(queries, row.id, wanted)) };
}

export function* inBatches<Item>(items: readonly Item[], size = atOnce): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Records every segment missing from the memory, in page order. Returns their number. */
export async function listWork(plan: Plan, job: RunningJob): Promise<number> {
  const tasks = new Map<string, TaskRow>();
  const problems = await job.read(({ queries }) => readProblems(queries, plan.row.id));
  const timeSlices = new TimeSlices();
  let done = 0;
  const sources = listSources(plan);
  for (const records of inBatches(sources)) {
    job.signal.throwIfAborted();
    const { pages, memory } = await readPages(plan, records, job, timeSlices);
    for (const page of pages) {
      for (const [key, { segment, terms }] of page.requested) {
        if (memory.has(key) || tasks.has(key)) continue;
        tasks.set(key, {
          translation: plan.row.id,
          position: tasks.size + 1,
          key,
          segment: JSON.stringify(segment),
          terms: JSON.stringify(terms),
          page: page.record.id,
          title: titleOfSource(page),
          problem: problems.get(key) ?? null,
        });
      }
    }
    done += records.length;
    job.progress(done, sources.length, "Looking for what changed");
  }
  await job.step(({ queries }) => clearTasks(queries, plan.row.id));
  for (const rows of inBatches([...tasks.values()], rowsAtOnce)) {
    await job.step(({ queries }) => insertTasks(queries, rows));
  }
  return tasks.size;
}

/** The content that a run builds on. */
export interface Base {
  /** The space with the translation, and an earlier run's change request if it can still be updated. */
  readonly target: Row<"space"> | undefined;
  readonly open: Row<"change_request"> | undefined;
  /** The source content, and its translation, in the target or the open change request. */
  readonly source: string;
  readonly translated: string;
  /** The source content and translation in the target itself. */
  readonly taken: { readonly source: string | null; readonly translated: string | null };
  /** Whether it contains the result of the newest run. */
  readonly isNewest: boolean;
}

/** A run builds on the newest one, or on the last merged one if the newest one's change request was archived. */
export async function findBase({ queries }: Context, row: TranslationRow): Promise<Base> {
  const target = row.target_space === null ? undefined : await findSpace(queries, row.target_space);
  const latest =
    target === undefined || row.change_request === null
      ? undefined
      : await findChangeRequest(queries, target.id, row.change_request);
  const merged = latest === undefined || latest.status === "merged";
  const newest = { source: row.source_root, translated: row.base_root };
  const before = { source: row.taken_source_root, translated: row.taken_base_root };
  const archived = latest?.status === "archived" || target === undefined;
  const from = archived ? before : newest;
  return {
    target,
    open: merged || archived ? undefined : latest,
    source: from.source ?? emptyRoot,
    translated: from.translated ?? emptyRoot,
    taken: merged && target !== undefined ? newest : before,
    isNewest: !archived,
  };
}

/** Throws if the user who started the run may no longer read the source, or the user is gone. */
export async function requireRun(context: Context, row: TranslationRow): Promise<void> {
  if ((await readTranslation(context.queries, row.id)) === undefined) {
    throw new Problem("not_found", "The translation no longer exists.");
  }
  await organizationFor(context, row.organization, "create");
  await spaceFor(context, row.source_space, "view");
}
