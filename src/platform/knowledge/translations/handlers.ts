import type { RichDocument } from "../../../contract/models/document.ts";
import type { Role } from "../../../contract/models/role.ts";
import type { GlossaryEdit, GlossaryEntry, Translation } from "../../../contract/models/translation.ts";
import type { Segment } from "../../../markdown/translation/segments.ts";
import { absent, findVisibleSpace, organizationFor } from "../../access/scope.ts";
import { storableDocument } from "../../content/documents.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { cancelJob, findJob } from "../../kernel/jobs/jobs-rows.ts";
import { positionKey, readOffset, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireOwnParent } from "../../workspace/spaces/index.ts";
import { countEntries, type GlossaryRow, insertEntry, listEntries, removeEntry, updateEntry } from "./glossary-rows.ts";
import {
  countTranslations,
  findTranslation,
  insertTranslation,
  listTranslations,
  removeTranslation,
  type TranslationRow,
  updateTranslation,
} from "./rows.ts";
import { takeTranslations } from "./take.ts";
import type { TranslationInput } from "./translation-job.ts";
import { isActive, presentTranslation, presentTranslations } from "./view.ts";
import { forgetProblems, listTasks } from "./work-rows.ts";

const none: RichDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

export const translations: Handlers<"translations"> = {
  async list(input, context) {
    const { role, viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("translations.list", [input.organizationId], input);
    const rows = await listTranslations(context.queries, viewer, request.after, request.limit + 1);
    const count = await countTranslations(context.queries, viewer);
    const items = await presentTranslations(context, rows.slice(0, request.limit), role);
    return toListResponse(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async create({ organizationId, source, language, instructions }, context) {
    const { role } = await organizationFor(context, organizationId, "create");
    const found = await findVisibleSpace(context, source.space);
    if (found?.space.organization !== organizationId || found.space.deleted_at !== null) {
      const { message } = absent("space", source.space, "source.space");
      throw new Problem("bad_request", message);
    }
    if (source.language === language) {
      throw new Problem("bad_request", `language: the space is already in ${language}. Name another language.`);
    }
    await requireOwnParent(context, found.space);
    const row: TranslationRow = {
      id: createId(),
      organization: organizationId,
      source_space: source.space,
      source_language: source.language,
      language,
      instructions: await storableDocument(instructions ?? none, "instructions", "bad_request"),
      target_space: null,
      change_request: null,
      revision: null,
      source_root: null,
      base_root: null,
      taken_source_root: null,
      taken_base_root: null,
      terms: null,
      run_root: null,
      run_started_at: null,
      job: null,
      runs: 0,
      total_words: 0,
      total_duration: 0,
      latest_words: 0,
      latest_duration: 0,
      created_by: context.user.id,
      created_at: context.now,
      updated_at: context.now,
    };
    await insertTranslation(context.queries, row);
    return presentTranslation(context, row, role);
  },

  async get({ segments, page, ...names }, context) {
    const { role, row } = await translationFor(names, context, "enter");
    const presented = await presentTranslation(context, row, role);
    if (!segments || presented.work === undefined) return presented;
    return { ...presented, work: { ...presented.work, ...(await readWork(context, row, segments, page)) } };
  },

  async update({ instructions, ...names }, context) {
    const { role, row } = await translationFor(names, context, "create");
    const change = {
      instructions: await storableDocument(instructions, "instructions", "bad_request"),
      updated_at: context.now,
    };
    await updateTranslation(context.queries, row.id, change);
    return presentTranslation(context, { ...row, ...change }, role);
  },

  async remove({ organizationId, translationId }, context) {
    const { viewer } = await organizationFor(context, organizationId, "create");
    const row = await findTranslation(context.queries, viewer, translationId);
    if (row === undefined) return { deleted: false };
    if (row.job !== null) await cancelJob(context.queries, row.job, context.now);
    await removeTranslation(context.queries, row.id);
    return { deleted: true };
  },

  async run({ translations: submitted, ...names }, context) {
    const { row } = await translationFor(names, context, "create");
    if (isActive(row.job === null ? undefined : await findJob(context.queries, row.job))) {
      throw new Problem(
        "conflict",
        `Translation ${row.id} is running. Read it until its status is another, then call again.`,
      );
    }
    if (submitted === undefined) await startRun(context, row);
    else if (row.run_root === null) {
      throw new Problem(
        "conflict",
        `Translation ${row.id} expects no translations. Run it without translations first.`,
      );
    } else if (await takeTranslations(context, row, submitted)) await queueRun(context, row);
    return undefined;
  },
};

async function translationFor(
  { organizationId, translationId }: { organizationId: string; translationId: string },
  context: Context,
  permission: "enter" | "create",
): Promise<{ role: Role | null; row: TranslationRow }> {
  const { role, viewer } = await organizationFor(context, organizationId, permission);
  const row = await findTranslation(context.queries, viewer, translationId);
  if (row !== undefined) return { role, row };
  throw new Problem(
    "not_found",
    `translationId: there is no translation ${translationId}, or this token may not see it.`,
  );
}

/** Starts a run, or brings an unfinished one up to date with the source. */
async function startRun(context: Context, row: TranslationRow): Promise<void> {
  const { queries, now } = context;
  const source = await findVisibleSpace(context, row.source_space);
  const revision = source && (await findRevision(queries, source.space.id, source.space.revision));
  if (revision === undefined) throw absent("space", row.source_space, "translationId");
  await forgetProblems(queries, row.id);
  await updateTranslation(queries, row.id, {
    run_root: revision.root,
    ...(row.run_root === null ? { runs: row.runs + 1, run_started_at: now, latest_words: 0 } : {}),
  });
  await queueRun(context, row);
}

async function queueRun(context: Context, { id, organization }: TranslationRow): Promise<void> {
  const input: TranslationInput = { translation: id };
  const job = await context.enqueue({
    kind: "translation",
    input,
    memberOf: organization,
    lane: `translation/${id}`,
  });
  await updateTranslation(context.queries, id, { job, updated_at: context.now });
}

type Work = NonNullable<Translation["work"]>;

async function readWork(
  { queries }: Context,
  { id }: TranslationRow,
  limit: number,
  page: string | undefined,
): Promise<Pick<Work, "items" | "next">> {
  const request = readPaging("translations.get", [id], { page, limit });
  const rows = await listTasks(queries, id, readOffset(request), limit + 1);
  const items = rows.map((row) => ({
    id: row.key,
    ...toSegmentText(JSON.parse(row.segment) as Segment),
    page: { id: row.page, title: row.title },
    terms: JSON.parse(row.terms) as Record<string, string>,
    ...(row.problem === null ? {} : { problem: row.problem }),
  }));
  return toListResponse(request, rows, undefined, ({ position }) => positionKey(position), items);
}

const toSegmentText = ({ text, role }: Segment) => ({ text, ...(role === undefined ? {} : { kind: role }) });

const maxEntries = 5000;

export const glossary: Handlers<"glossary"> = {
  async list(input, context) {
    await organizationFor(context, input.organizationId, "view");
    const request = readPaging("glossary.list", [input.organizationId, input.orderBy], input);
    const { after, limit } = request;
    const rows = await listEntries(context.queries, input.organizationId, input.orderBy, after, limit + 1);
    const count = await countEntries(context.queries, input.organizationId);
    return toListResponse(
      request,
      rows,
      count,
      ({ key, id }) => [key, id],
      rows.map((row) => present(context, row)),
    );
  },

  async update({ organizationId, operations }, context) {
    await organizationFor(context, organizationId, "create");
    for (const [index, edit] of operations.entries())
      await apply(context, organizationId, edit, `operations[${index}]`);
    if ((await countEntries(context.queries, organizationId)) > maxEntries) {
      throw new Problem(
        "bad_request",
        `operations: a glossary holds at most ${maxEntries} entries. Remove some first.`,
      );
    }
    return undefined;
  },
};

/** All edits are in one transaction: an error undoes the earlier ones. */
async function apply(
  { queries, now }: Context,
  organization: string,
  edit: GlossaryEdit,
  field: string,
): Promise<void> {
  if (edit.type === "delete") {
    if (!(await removeEntry(queries, { id: edit.id, organization }))) throw noEntry(edit.id, field);
    return;
  }
  if (Object.keys(edit.translations).length === 0) {
    throw new Problem("bad_request", `${field}.translations: is empty. Give the term in at least one language.`);
  }
  const terms = { translations: JSON.stringify(edit.translations), updated_at: now };
  if (edit.type === "insert") await insertEntry(queries, { id: createId(), organization, ...terms, created_at: now });
  else if (!(await updateEntry(queries, { id: edit.id, organization }, terms))) throw noEntry(edit.id, field);
}

const noEntry = (id: string, field: string) =>
  new Problem("bad_request", `${field}.id: the glossary has no entry ${id}. None of the changes was made.`);

const present = ({ origin }: Context, row: GlossaryRow): GlossaryEntry => ({
  object: "glossary-entry",
  id: row.id,
  translations: JSON.parse(row.translations) as GlossaryEntry["translations"],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  urls: { location: `${origin}/v1/orgs/${row.organization}/translations-glossary` },
});
