import { createHash } from "node:crypto";
import type { ApiError } from "../../client/errors.ts";
import type { ContractEntry } from "../../contract/index.ts";
import { loadOperation } from "../../contract/load.ts";
import { type AnyOperation, effects } from "../../contract/operation.ts";
import { cut } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNoteForResult, withAddress } from "../../present/web-address.ts";
import { oneLine, quoted } from "../../present/wording.ts";
import type { Arguments, ToolContext, ToolResult } from "../../resolve/context.ts";
import { parseArguments } from "../arguments.ts";
import { argumentsShown } from "../confirmation.ts";
import { awaitTrial } from "../trial.ts";
import { argumentSchema, convertMarkdownArguments, formatSignature, resolveParameters } from "./arguments.ts";
import { caller, type Followed, followOperation } from "./follow.ts";
import { operationNamed } from "./lookup.ts";
import { findName, nothingToDelete, type ObjectOfPath, readObjectAtPath, toNoun } from "./object-of-path.ts";
import { deleteAndReport, describeRestoration } from "./removal/delete-and-report.ts";
import { splitLinkQuery } from "./results/present-links.ts";
import {
  fits,
  itemsWithin,
  type PresentedResult,
  partFrom,
  presentResult,
  resultText,
} from "./results/present-result.ts";

/** Tokens reserved for the sentences below an answer that say how to continue. */
const noteTokens = 180;

interface ResultOptions {
  /** From a cut answer of the same call: continues where that answer ended. */
  readonly cursor?: string | undefined;
  /** Members to show instead of the default ones. */
  readonly fields?: readonly string[] | undefined;
}

/** Calls an operation with an agent's arguments and reports the result within the answer budget. Throws ToolError. */
export async function callOperation(
  entry: ContractEntry,
  args: unknown,
  context: ToolContext,
  { cursor, fields }: ResultOptions = {},
): Promise<ToolResult> {
  const { operation } = entry;
  const tokens = context.answerTokens;
  const checked = parseArguments(argumentSchema(operation), args);
  if (!checked.ok) throw new ToolError(refusal(operation, checked.problem, tokens));
  const { sent, kind } = splitLinkQuery(operation, await resolveParameters(operation, checked.sent, context));
  const call = caller(entry, context);
  if (operation.success === "removed") return { text: await deleteAndReport(entry, sent, context) };
  const response = await call(await convertMarkdownArguments(operation.body ?? {}, sent));
  const followed = await followOperation(operation, { ...sent, answer: response }, context);
  if (followed !== undefined && !followed.hasEnded) return { text: stillRunning(followed) };
  const resultOperation = followed === undefined ? operation : await followedBy(followed);
  const show = (result: unknown) => presentResult(resultOperation, result, { sent, fields, kind }, context);
  const shown = await show(followed?.result ?? response);
  const text = resultText(shown.value);
  if (text === undefined) return { text: `Done: ${operation.id} succeeded. It returns no content.` };
  if (cursor === undefined) {
    const seen = effects[operation.effect].readOnly ? [] : webAddressNoteForResult(response);
    const returned = [await describeRestoration(operation, sent, response, context), ...seen].join("\n").trimEnd();
    if (fits(`${text}${shown.note}${returned}`, tokens)) return { text: `${fence(text)}${shown.note}${returned}` };
    const count = canShrink(operation) && kind === undefined ? itemsWithin(shown.value, tokens - noteTokens) : 0;
    const portion = count === 0 ? "" : await firstItems(async () => show(await call({ ...sent, limit: count })), count);
    if (portion !== "" && fits(portion, tokens)) return { text: portion };
  }
  const subject = { ...checked.parsed, ...sent, ...(fields === undefined ? {} : { fields }) };
  return { text: presentPart(operation, text, { subject, cursor, tokens }) };
}

async function followedBy({ by }: Followed): Promise<AnyOperation> {
  const summary = operationNamed(by);
  if (summary === undefined) throw new Error(`there is no operation ${by}`);
  return (await loadOperation(summary)).operation;
}

function stillRunning({ by, sent, state, seconds }: Followed): string {
  const how = `read_operation with "operation": "${by}" and "arguments": ${JSON.stringify(sent)}`;
  return `It continues: ${state} after ${seconds} seconds. ${how} shows its progress.`;
}

function refusal(operation: AnyOperation, problem: string, tokens: number): string {
  const text = `${operation.id} was not called.\n${problem}\nArguments: ${formatSignature(operation)}`;
  return cut(text, tokens, `find_operations "${operation.id}" shows its arguments in detail.`).text;
}

/** Whether a list can be requested again in smaller portions without repeating an effect. */
const canShrink = ({ effect, query }: AnyOperation) => effects[effect].readOnly && "page" in query && "limit" in query;

/** Reads a list again in a portion that fits, so that its own cursor continues where the answer ends. */
async function firstItems(read: () => Promise<PresentedResult>, count: number): Promise<string> {
  const { value, note } = await read();
  const portion = count === 1 ? "1 item fits" : `${count} items fit`;
  return `${fence(resultText(value) ?? "")}${note}\n${portion} into the answer. For what comes after: the same arguments with "limit": ${count} and "page" from \`next\`.`;
}

interface PartRequest {
  readonly subject: Arguments;
  readonly cursor: string | undefined;
  readonly tokens: number;
}

/** The part of a long answer that starts at the cursor, and how to get the next one. */
function presentPart({ id, effect }: AnyOperation, whole: string, { subject, cursor, tokens }: PartRequest): string {
  const state = checksum(whole);
  const about = [id, Object.entries(subject).sort(([left], [right]) => (left < right ? -1 : 1))];
  const [start, before] = cursor === undefined ? [0, state] : decodeCursor(cursor, about, [0, ""]);
  if (before !== state) {
    throw new ToolError("The result of the operation has changed since. Leave the cursor out to start over.");
  }
  const part = partFrom(whole, start, tokens - noteTokens);
  const shown = `characters ${start + 1} to ${part.end} of ${whole.length}`;
  if (part.end >= whole.length) return `${part.text}\nThe end of the answer: ${shown}.`;
  if (!effects[effect].readOnly)
    return `${part.text}\nCut to the answer budget: ${shown}. The operation was carried out.`;
  const next = encodeCursor(about, [part.end, state]);
  return `${part.text}\nCut to the answer budget: ${shown}. To continue: read_operation with "operation": "${id}", the same arguments and "cursor": "${next}".`;
}

/**
 * Enough to detect a different answer. Services sign temporary links again for each response, so the query of a link
 * is ignored, but not its length, which moves what follows it.
 */
function checksum(text: string): string {
  const lasting = text.replace(
    /(https?:\/\/[^\s"?]{0,1000})\?[^\s"]*/g,
    (link, address: string) => `${address}?${link.length}`,
  );
  return createHash("sha256").update(lasting).digest("base64url").slice(0, 8);
}

/** Characters of the other arguments that are shown. */
const maxShownChars = 1000;

/** Counts of an object that are shown next to its name. */
const maxCounts = 4;

/**
 * What an operation does to what, in words: its summary, then each object of its path with its name and counts, and the
 * revision of the object that it changes, so that a confirmation covers only that content. For a deletion, also what
 * is deleted too and how it is restored. An object is read by the path up to its parameter. Rejects with the error that
 * the call would cause, as far as it can be predicted.
 */
export async function operationConsequence(
  entry: ContractEntry,
  args: Arguments,
  context: ToolContext,
): Promise<string> {
  const { operation } = entry;
  const isTrialDone = await runTrial(entry, args, context);
  const objects: string[] = [];
  let subject: Readonly<Record<string, unknown>> | undefined;
  for (const parameter of Object.keys(operation.params)) {
    const isLast = parameter === Object.keys(operation.params).at(-1);
    const found = await readObjectAtPath(operation.path, parameter, args, context);
    if (!isTrialDone && found !== "unread" && "missing" in found)
      requireFound(operation, { parameter, isLast }, args, found);
    if (isLast && found !== "unread" && "object" in found) subject = found.object;
    // What is deleted with an object is described separately.
    const countLimit = isLast && operation.effect === "delete" ? 0 : maxCounts;
    objects.push(describe({ parameter, isLast }, args, found, countLimit));
  }
  const own = new Set([...Object.keys(operation.params), "ifMatch"]);
  const rest = Object.entries(args).filter(([name]) => !own.has(name));
  const argumentTexts = rest.length === 0 ? [] : [`with ${argumentsShown(Object.fromEntries(rest), maxShownChars)}`];
  const does = `${operation.summary}. On ${[...objects, ...argumentTexts].join(", ") || "the whole service"}. (${operation.id})`;
  if (operation.effect !== "delete") return withAddress(does, subject);
  const [{ readDependents }, { describeBefore }] = await Promise.all([
    import("./removal/dependents.ts"),
    import("./removal/describe-removal.ts"),
  ]);
  const removal = operation.removal ?? {};
  const question = [does, ...describeBefore(removal, await readDependents(removal, args, subject, context))].join(" ");
  return withAddress(question, subject);
}

/** Whether the service supports a dry run of the call. */
async function runTrial(entry: ContractEntry, args: Arguments, context: ToolContext): Promise<boolean> {
  let response: unknown;
  const trial = caller(entry, context, { trial: true });
  const sent = await convertMarkdownArguments(entry.operation.body ?? {}, args);
  const isTrialDone = await awaitTrial(
    trial(sent).then((value) => {
      response = value;
    }),
  );
  if (entry.operation.success === "removed" && (response as { deleted?: boolean } | undefined)?.deleted === false) {
    throw new ToolError(nothingToDelete(entry.operation, args));
  }
  return isTrialDone;
}

interface Subject {
  readonly parameter: string;
  /** The object that the operation changes; those before it only locate it. */
  readonly isLast: boolean;
}

/**
 * Rejects if a missing object makes the call impossible. Users may join an organization that they cannot see, and some
 * operations create the object that they name.
 */
function requireFound(
  operation: AnyOperation,
  { parameter, isLast }: Subject,
  args: Arguments,
  { missing }: { readonly missing: ApiError },
): void {
  if (isLast && operation.effect === "delete") throw new ToolError(nothingToDelete(operation, args));
  const makes = isLast && operation.otherSuccess.includes(201);
  if (parameter === "organizationId" || makes || !operation.errors.includes("not_found")) return;
  throw new ToolError(`${operation.id} was not called. ${missing.message}`);
}

function describe({ parameter, isLast }: Subject, args: Arguments, found: ObjectOfPath, countLimit: number): string {
  const id = String(args[parameter] ?? "");
  const noun = toNoun(parameter);
  if (found === "unread" || "missing" in found) return `${noun} ${quoted(id)}`;
  const { object } = found;
  const name = findName(object);
  const counts = Object.entries(object).flatMap(([member, value]) =>
    typeof value === "number" && value > 0 && member !== "number" ? [`${member} ${value}`] : [],
  );
  const revision = isLast && typeof object.revision === "string" ? [`revision ${oneLine(object.revision, 60)}`] : [];
  const facts = [id, ...revision, ...counts.slice(0, countLimit)].join(", ");
  return name === undefined ? `${noun} ${facts}` : `${noun} ${quoted(name)} (${facts})`;
}
