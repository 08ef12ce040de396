import { organizationFor } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { JobKind, LastStep, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { ThreadOutOfMemory } from "../../kernel/request-thread.ts";
import { type Failure, type Gathered, gatherFiles, parseFailure } from "./gather-files.ts";
import { type PackedText, unpackBytes } from "./packed-text.ts";
import { looksLikeJson } from "./parse-file.ts";
import { queueReading, type ReadingInput } from "./queue-reading.ts";
import {
  findSpec,
  findSubmittedText,
  findVersion,
  insertVersion,
  listFiles,
  putSubmittedText,
  updateSpec,
} from "./rows.ts";
import type { EarlierFile, SpecReading } from "./spec-book.ts";
import { openSpecReader, type SpecReader } from "./spec-thread.ts";

/** How long a source at a URL is not fetched again, in milliseconds. */
const interval = 6 * 60 * 60 * 1000;

/** Approximate compression ratio of a stored text. */
const typicalCompressionRatio = 6;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

type Outcome = Failure | "unchanged" | { readonly reading: SpecReading; readonly gathered: Gathered };

/** Reads the source of a specification, and creates a version if it has changed. */
export const openapiJob: JobKind<ReadingInput> = {
  time: 5 * 60_000,
  async run({ spec: id }, job) {
    const begun = await job.read(async ({ queries }) => {
      const spec = await findSpec(queries, id);
      if (spec?.job !== job.id) return undefined;
      const files = spec.version === null ? [] : await listFiles(queries, spec.version);
      const earlier = files.map(({ path, content, text }): EarlierFile => [path, content ?? text]);
      return { spec, earlier, text: await findSubmittedText(queries, id) };
    });
    if (begun === undefined) return async () => ({});
    const outcome = await readSource(begun, job);
    return storeOutcome(id, job.id, outcome);
  },
};

interface Begun {
  readonly spec: Row<"openapi_spec">;
  /** Of the newest version. */
  readonly earlier: readonly EarlierFile[];
  /** Submitted and not yet read. */
  readonly text: PackedText | undefined;
}

async function readSource({ spec, earlier, text }: Begun, job: RunningJob): Promise<Outcome> {
  const known = typicalCompressionRatio * earlier.reduce((sum, [, json]) => sum + json.length, 0);
  let reader: SpecReader | undefined;
  const open = () => {
    reader = openSpecReader(known, job.signal);
    return reader;
  };
  try {
    const gathered = spec.source_url === null ? await takeText(text, open) : await fetchSource(spec, open, job);
    if (gathered === "unchanged" || "code" in gathered) return gathered;
    job.progress(0, undefined, "Reading");
    const reading = await (reader as SpecReader | undefined)?.finish(gathered.targets, earlier);
    if (reading === undefined) throw new Error(`Specification ${spec.id} was not read`);
    return { reading, gathered };
  } catch (error) {
    if (!(error instanceof ThreadOutOfMemory)) throw error;
    return parseFailure("size", "It takes more memory to read than there is for one specification. Make it smaller.");
  } finally {
    await (reader as SpecReader | undefined)?.close();
  }
}

async function takeText(
  packed: PackedText | undefined,
  open: () => SpecReader,
): Promise<Gathered | Failure | "unchanged"> {
  if (packed === undefined) return "unchanged";
  const text = decoder.decode(await unpackBytes(packed));
  const path = looksLikeJson(text) ? "openapi.json" : "openapi.yaml";
  const reading = await open().add(path, text);
  if ("problem" in reading) return { code: "PARSE_ERROR", problems: [reading.problem] };
  return { targets: new Map(), validators: {} };
}

function fetchSource(spec: Row<"openapi_spec">, open: () => SpecReader, job: RunningJob) {
  const { source_url: url, etag, last_modified: lastModified } = spec;
  const hasValidators = etag !== null || lastModified !== null;
  const known = hasValidators ? { etag: etag ?? undefined, lastModified: lastModified ?? undefined } : undefined;
  return gatherFiles({ url: url ?? "", known }, open, job);
}

/** The final transaction: stores what was read and queues the next check of the source. */
function storeOutcome(id: string, job: string, outcome: Outcome): LastStep {
  return async (context) => {
    const { queries, now } = context;
    const spec = await findSpec(queries, id);
    if (spec?.job !== job) return {};
    // The user who set the source may have lost access.
    await organizationFor(context, spec.organization, "create");
    await putSubmittedText(queries, id, undefined);
    const change = outcome === "unchanged" ? {} : await changeBy(context, spec, outcome);
    const next = spec.source_url === null ? {} : { job: await queueReading(context, spec, later(now)) };
    await updateSpec(queries, id, { ...change, ...next, processed_at: now });
    if (change.version === undefined) return {};
    const changed = { organization: spec.organization, spec: spec.slug };
    for (const subscriber of context.specSubscribers) await subscriber.changed(context, changed);
    return { version: change.version };
  };
}

const later = (now: string) => new Date(Date.parse(now) + interval).toISOString();

async function changeBy(
  context: Context,
  spec: Row<"openapi_spec">,
  outcome: Exclude<Outcome, "unchanged">,
): Promise<Partial<Row<"openapi_spec">>> {
  if ("code" in outcome) return failed(outcome.code, outcome.problems, { etag: null, last_modified: null });
  const { reading, gathered } = outcome;
  if ("failed" in reading) return failed("PARSE_ERROR", reading.failed, toValidatorColumns(gathered, true));
  const done = {
    error_code: null,
    errors: JSON.stringify(reading.problems),
    error_count: reading.problemCount,
    ...toValidatorColumns(gathered, reading.files.length === 1),
  };
  const { queries, now } = context;
  const before = spec.version === null ? undefined : await findVersion(queries, spec.id, spec.version);
  if (before?.digest === reading.digest) return done;
  const version = createId();
  await insertVersion(
    queries,
    {
      id: version,
      spec: spec.id,
      number: (before?.number ?? 0) + 1,
      digest: reading.digest,
      title: reading.title,
      changes: reading.changes === undefined ? null : JSON.stringify(reading.changes),
      created_at: now,
    },
    reading.files,
  );
  return { ...done, version, updated_at: now };
}

/** With several files, the entry can be unchanged while another is not. */
const toValidatorColumns = ({ validators: { etag, lastModified } }: Gathered, isAlone: boolean) =>
  isAlone ? { etag: etag ?? null, last_modified: lastModified ?? null } : { etag: null, last_modified: null };

function failed(
  code: Failure["code"],
  problems: Failure["problems"],
  validators: Partial<Row<"openapi_spec">>,
): Partial<Row<"openapi_spec">> {
  return { error_code: code, errors: JSON.stringify(problems), error_count: problems.length, ...validators };
}
