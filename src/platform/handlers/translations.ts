import type { RichDocument } from "../../contract/models/document.ts";
import type { Role } from "../../contract/models/role.ts";
import type { Translation } from "../../contract/models/translation.ts";
import type { Segment } from "../../text/translation/segment.ts";
import { placeBeside } from "../access/place.ts";
import { absent, findVisibleSpace, organizationFor } from "../access/scope.ts";
import { storableDocument } from "../content/given-document.ts";
import type { Context } from "../context.ts";
import { answerList, positionKey, readOffset, readPaging } from "../paging.ts";
import { isActive, presentTranslation, presentTranslations } from "../present/translation.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";
import { cancelJob, findJob } from "../store/jobs.ts";
import { findRevision } from "../store/revisions.ts";
import { forgetProblems, listTasks } from "../store/translation-work.ts";
import {
  countTranslations,
  findTranslation,
  insertTranslation,
  listTranslations,
  removeTranslation,
  type TranslationRow,
  updateTranslation,
} from "../store/translations.ts";
import { takeTranslations } from "../translation/take.ts";
import type { TranslationInput } from "../translation/translation-job.ts";
import type { Handlers } from "./handler.ts";

const none: RichDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

export const translations: Handlers<"translations"> = {
  async list(input, context) {
    const { role, viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("translations.list", [input.organizationId], input);
    const rows = await listTranslations(context.queries, viewer, request.after, request.limit + 1);
    const count = await countTranslations(context.queries, viewer);
    const items = await presentTranslations(context, rows.slice(0, request.limit), role);
    return answerList(request, rows, count, (row) => [row.created_at, row.id], items);
  },

  async create({ organizationId, source, language, instructions }, context) {
    const { role } = await organizationFor(context, organizationId, "create");
    const found = await findVisibleSpace(context, source.space);
    if (found?.space.organization !== organizationId || found.space.deleted_at !== null) {
      const { message } = absent("space", source.space, "source.space");
      throw new Problem("bad_request", message);
    }
    if (source.language === language) {
      throw new Problem("bad_request", `language: the space is in ${language} already. Name another language.`);
    }
    await placeBeside(context, found.space);
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

  async run({ translations: given, ...names }, context) {
    const { row } = await translationFor(names, context, "create");
    if (isActive(row.job === null ? undefined : await findJob(context.queries, row.job))) {
      throw new Problem(
        "conflict",
        `Translation ${row.id} is running. Read it until its status is another, then call again.`,
      );
    }
    if (given === undefined) await startRun(context, row);
    else if (row.run_root === null) {
      throw new Problem("conflict", `Translation ${row.id} waits for nothing. Run it without translations first.`);
    } else if (await takeTranslations(context, row, given)) await goOn(context, row);
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

/** A new run, or an unfinished one that from now on is of the source as it is now. */
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
  await goOn(context, row);
}

async function goOn(context: Context, { id }: TranslationRow): Promise<void> {
  const input: TranslationInput = { translation: id };
  const job = await context.enqueue({ kind: "translation", input, lane: `translation/${id}` });
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
    ...textOf(JSON.parse(row.segment) as Segment),
    page: { id: row.page, title: row.title },
    terms: JSON.parse(row.terms) as Record<string, string>,
    ...(row.problem === null ? {} : { problem: row.problem }),
  }));
  return answerList(request, rows, undefined, ({ position }) => positionKey(position), items);
}

const textOf = ({ text, role }: Segment) => ({ text, ...(role === undefined ? {} : { kind: role }) });
