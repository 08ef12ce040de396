import { languageName } from "../../../contract/language-name.ts";
import type { RichDocument } from "../../../markdown/document/model.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { insertChangeRequest, updateChangeRequest } from "../../access/change-requests-rows.ts";
import { type ChangeRequestScope, spaceFor } from "../../access/scope.ts";
import { findSpace, nextNumber } from "../../access/spaces-rows.ts";
import { nameSides, newChangeRequest, requireEditable } from "../../content/branches.ts";
import { commit } from "../../content/commit.ts";
import { EditedMap } from "../../content/content-map.ts";
import { mergeContent } from "../../content/merge-content.ts";
import { translatedMembers } from "../../content/page-members.ts";
import { type FileRecord, keys, type PageRecord, parseFile, parsePage } from "../../content/records.ts";
import { revisionContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { aboutChangeRequest, publishSpaceEvent } from "../../kernel/events.ts";
import type { JobKind, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { Problem } from "../../kernel/problem.ts";
import { makeSiblingSpace } from "../../workspace/spaces/index.ts";
import { lookupIn, type SourcePage, translated } from "./page-segments.ts";
import { type Base, findBase, inBatches, listSources, listWork, makePlan, type Plan, readPages } from "./plan.ts";
import { provide } from "./provide.ts";
import { openProvider } from "./providers/open-provider.ts";
import { listShares, type ShareRow, updateTranslation } from "./rows.ts";
import { countTasks, notePages } from "./work-rows.ts";

export interface TranslationInput {
  readonly translation: string;
}

/** The result of a job that ended before its run did. */
export interface TranslationOutcome {
  readonly waiting: number;
  /** Why the provider did not translate the rest. */
  readonly problem: string | undefined;
}

/**
 * One attempt at a run: records what the memory is missing, has a provider translate it if there is one and, if nothing
 * is missing, writes the change request. When started again, it finds earlier translations in the memory.
 */
export const translationJob: JobKind<TranslationInput> = {
  time: 60 * 60_000,
  async run({ translation }, job) {
    const plan = await job.read((context) => makePlan(context, translation));
    if (plan === undefined) return async () => ({});
    let waiting = await listWork(plan, job);
    let problem: string | undefined;
    if (waiting > 0) {
      const { settings, model } = await job.read(async (context) => ({
        settings: context.translation,
        model: context.model,
      }));
      const provider = await openProvider(settings, model, job);
      if (provider !== undefined) problem = await provide(plan, waiting, provider, settings, job);
      waiting = await job.read(async ({ queries }) => (await countTasks(queries, [translation])).get(translation) ?? 0);
    }
    if (waiting > 0) return async (): Promise<TranslationOutcome> => ({ waiting, problem });
    const assembled = await assemble(plan, job);
    return (context) => deliver(context, plan, assembled);
  },
};

type AssembledRecords = Awaited<ReturnType<typeof assemble>>;

/** A run's last transaction: puts its result into a change request of the target, preserving people's edits. */
async function deliver(context: Context, plan: Plan, assembled: AssembledRecords): Promise<unknown> {
  const { queries, content, now } = context;
  const { row, root, terms } = plan;
  const base = await findBase(context, row);
  if (base.translated !== plan.base.translated || base.open?.id !== plan.base.open?.id) {
    throw new Error(`The change request of translation ${row.id} was merged or archived in the meantime`);
  }
  const translated = await takeOver(plan, assembled, new EditedMap(content.at(base.translated)));
  const translatedRoot = await content.store(translated.map);

  const scope = await resolveScope(context, row, base);
  const target = scope.space;
  const merged = new EditedMap(await revisionContent(context, target.id, scope.changeRequest.revision));
  const conflicts = await mergeContent(
    { base: content.at(base.translated), kept: merged, incoming: content.at(translatedRoot), yielding: "incoming" },
    content,
  );
  const firstFree = (await merged.scan(keys.conflicts)).length;
  for (const [index, conflict] of conflicts.entries()) {
    merged.set(keys.conflict(conflict.page, firstFree + index), JSON.stringify(nameSides(conflict, "space")));
  }
  const noted = await withNote(context, row, scope);
  const written = merged.changes.size === 0 ? undefined : await write(context, noted, merged, base.open === undefined);
  const seconds = Math.max(0, Math.round((Date.parse(now) - Date.parse(row.run_started_at ?? now)) / 1000));
  await notePages(
    queries,
    translated.pages.map((page) => ({ translation: row.id, page, run: row.runs })),
  );
  await updateTranslation(queries, row.id, {
    target_space: target.id,
    ...(written === undefined ? {} : { change_request: written.id }),
    revision: written?.revision ?? row.revision ?? scope.changeRequest.revision,
    source_root: root,
    base_root: translatedRoot,
    taken_source_root: base.taken.source,
    taken_base_root: base.taken.translated,
    terms: terms.version,
    run_root: null,
    total_duration: row.total_duration + seconds,
    latest_duration: seconds,
    updated_at: now,
  });
  const revisionId = written?.revision;
  const change = written === undefined ? {} : { ...aboutChangeRequest(written), revisionId };
  await publishSpaceEvent(context, target, "translation_completed", { translationId: row.id, ...change });
  return { conflicts: conflicts.length };
}

/** Brings the translated content up to date with the source; reports pages whose text changed. */
async function takeOver(plan: Plan, assembled: AssembledRecords, map: EditedMap) {
  for (const { key, after } of plan.differences) {
    const record = assembled.get(key);
    if (after === undefined) map.delete(key);
    else map.set(key, record === undefined ? after : JSON.stringify(record));
  }
  const before = await map.base.getMany([...assembled.keys()]);
  const pages: string[] = [];
  for (const [key, record] of assembled) {
    if ("type" in record) {
      if (!isOtherText(parsePage(before.get(key)), record)) continue;
      pages.push(record.id);
    } else if (parseFile(before.get(key))?.content === record.content) continue;
    map.set(key, JSON.stringify(record));
  }
  return { map, pages };
}

const isOtherText = (before: PageRecord | undefined, after: PageRecord) =>
  before === undefined ||
  before.content !== after.content ||
  translatedMembers.some((member) => before[member] !== after[member]);

/** The change request for a run's result: the open one, or a new one that is not stored yet. */
async function resolveScope(context: Context, row: Plan["row"], base: Base): Promise<ChangeRequestScope> {
  const space = base.target ?? (await makeTarget(context, row));
  const { role } = await spaceFor(context, space.id, "edit");
  const changeRequest =
    base.open ??
    newChangeRequest(context, space, {
      number: 0,
      status: "open",
      subject: `Translation into ${languageName(row.language)}, run ${row.runs}`,
      issues_cluster: null,
    });
  const scope = { space, role, changeRequest };
  requireEditable(scope, "updated by the translation");
  return scope;
}

/** Describes in the change request who translated what. */
async function withNote(
  { queries }: Context,
  row: Plan["row"],
  scope: ChangeRequestScope,
): Promise<ChangeRequestScope> {
  const shares = await listShares(queries, row.id, row.runs);
  const description = await withMakers(scope.changeRequest.description, row.runs, shares);
  return { ...scope, changeRequest: { ...scope.changeRequest, description } };
}

async function write(context: Context, scope: ChangeRequestScope, map: EditedMap, isNew: boolean) {
  if (!isNew) {
    const { id, description } = scope.changeRequest;
    await updateChangeRequest(context.queries, id, { description });
    return commit(context, scope, map);
  }
  const number = await nextNumber(context.queries, scope.space.id);
  const changeRequest = { ...scope.changeRequest, number };
  await insertChangeRequest(context.queries, changeRequest);
  await publishSpaceEvent(context, scope.space, "change_request_opened", aboutChangeRequest(changeRequest));
  return commit(context, { ...scope, changeRequest }, map);
}

/** Creates a space next to the source. */
async function makeTarget(context: Context, row: Plan["row"]): Promise<Row<"space">> {
  const { space: source } = await spaceFor(context, row.source_space, "view");
  const mark = ` (${languageName(row.language)})`;
  const id = await makeSiblingSpace(context, source, { mark, language: row.language });
  const space = await findSpace(context.queries, id);
  if (space === undefined) throw new Problem("not_found", "The space of the translation no longer exists.");
  return space;
}

/** Appends who translated what to a change request's description, after earlier runs and people's text. */
async function withMakers(
  description: string | null,
  run: number,
  shares: readonly ShareRow[],
): Promise<string | null> {
  if (shares.length === 0) return description;
  const { documentFromMarkdown } = await import("../../../markdown/document/reading/from-markdown.ts");
  const { object, data, nodes } = documentFromMarkdown(formatSentence(run, shares));
  const before = description === null ? [] : (JSON.parse(description) as RichDocument).nodes;
  return JSON.stringify({ object, data, nodes: [...before, ...nodes] });
}

function formatSentence(run: number, shares: readonly ShareRow[]): string {
  const all = shares.reduce((sum, { segments }) => sum + segments, 0);
  const parts = shares.map(({ segments, maker }) => `${segments} by ${maker === "" ? "people or agents" : maker}`);
  return `Run ${run} translated ${all === 1 ? "one segment" : `${all} segments`}: ${parts.join(", ")}.`;
}

/**
 * Makes a run's translated pages and reusable contents from the memory; stores their texts, which nothing refers to
 * yet.
 */
async function assemble(plan: Plan, job: RunningJob): Promise<Map<string, PageRecord | FileRecord>> {
  const assembled = new Map<string, PageRecord | FileRecord>();
  const sources = listSources(plan);
  const timeSlices = new TimeSlices();
  for (const records of inBatches(sources)) {
    job.signal.throwIfAborted();
    const { pages, memory } = await readPages(plan, records, job, timeSlices);
    const done: SourcePage[] = [];
    for (const page of pages) {
      const lookup = lookupIn(memory, plan.terms);
      done.push(await timeSlices.run(translated(page, lookup)));
      if ([...lookup.requested.keys()].some((key) => !memory.has(key))) {
        throw new Error(`The memory of translation ${plan.row.id} lost a segment of page ${page.record.id}`);
      }
      await timeSlices.yieldIfDue();
    }
    await job.step(async ({ content }) => {
      for (const { record, text } of done) {
        const stored = text === undefined ? {} : { content: content.putText(text) };
        if ("type" in record) assembled.set(keys.page(record.id), { ...record, ...stored });
        else assembled.set(keys.file(record.id), { ...record, ...stored, size: Buffer.byteLength(text ?? "") });
      }
      await content.storeBlobs();
    });
    job.progress(assembled.size, sources.length, "Putting the pages together");
  }
  return assembled;
}
