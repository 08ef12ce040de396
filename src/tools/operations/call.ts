import { createHash } from "node:crypto";
import type { ApiError } from "../../client/errors.ts";
import type { ContractEntry } from "../../contract/index.ts";
import { loadOperation } from "../../contract/load.ts";
import { type AnyOperation, effects } from "../../contract/operation.ts";
import type { Arguments, ToolAnswer, ToolContext } from "../../desk/context.ts";
import { cut } from "../../desk/present/budget.ts";
import { fence } from "../../desk/present/fence.ts";
import { decodeCursor, encodeCursor } from "../../desk/present/listing.ts";
import { seenAtOfAnswer, withAddress } from "../../desk/present/web-address.ts";
import { oneLine, quoted } from "../../desk/present/wording.ts";
import { ToolError } from "../../desk/tool-error.ts";
import { parseArguments } from "../arguments.ts";
import { argumentsShown } from "../confirmation.ts";
import { tried } from "../trial.ts";
import {
  fits,
  itemsWithin,
  type PresentedAnswer,
  partFrom,
  presentAnswer,
  resultText,
} from "./answers/present-answer.ts";
import { linksAsked } from "./answers/present-links.ts";
import { argumentSchema, markdownRead, resolveParameters, signatureOf } from "./arguments.ts";
import { caller, type Followed, followOperation } from "./follow.ts";
import { operationNamed } from "./lookup.ts";
import { nameOf, nothingToDelete, nounOf, type ObjectOfPath, objectOfPath } from "./object-of-path.ts";
import { removeTelling, whatReturned } from "./removal/remove-telling.ts";

/** Tokens reserved for the sentences below an answer that say how to continue. */
const noteTokens = 180;

interface AnswerWanted {
  /** From a cut answer of the same call: continues where that answer ended. */
  readonly cursor?: string | undefined;
  /** Members to show instead of the usual ones. */
  readonly fields?: readonly string[] | undefined;
}

/** Calls an operation with an agent's arguments and reports the result within the answer budget. Throws ToolError. */
export async function callOperation(
  entry: ContractEntry,
  given: unknown,
  context: ToolContext,
  { cursor, fields }: AnswerWanted = {},
): Promise<ToolAnswer> {
  const { operation } = entry;
  const tokens = context.answerTokens;
  const checked = parseArguments(argumentSchema(operation), given);
  if (!checked.ok) throw new ToolError(refusal(operation, checked.problem, tokens));
  const { sent, kind } = linksAsked(operation, await resolveParameters(operation, checked.sent, context));
  const call = caller(entry, context);
  if (operation.success === "removed") return { text: await removeTelling(entry, sent, context) };
  const answer = await call(await markdownRead(operation.body ?? {}, sent));
  const followed = await followOperation(operation, { ...sent, answer }, context);
  if (followed !== undefined && !followed.hasEnded) return { text: stillRunning(followed) };
  const answering = followed === undefined ? operation : await followedBy(followed);
  const show = (result: unknown) => presentAnswer(answering, result, { sent, fields, kind }, context);
  const shown = await show(followed?.answer ?? answer);
  const text = resultText(shown.value);
  if (text === undefined) return { text: `Done: ${operation.id} succeeded. It returns no content.` };
  if (cursor === undefined) {
    const seen = effects[operation.effect].readOnly ? [] : seenAtOfAnswer(answer);
    const returned = [await whatReturned(operation, sent, answer, context), ...seen].join("\n").trimEnd();
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
  const text = `${operation.id} was not called.\n${problem}\nArguments: ${signatureOf(operation)}`;
  return cut(text, tokens, `find_operations "${operation.id}" tells its arguments in detail.`).text;
}

/** Whether a list can be requested again in smaller portions without repeating an effect. */
const canShrink = ({ effect, query }: AnyOperation) => effects[effect].readOnly && "page" in query && "limit" in query;

/** Reads a list again in a portion that fits, so that its own cursor continues where the answer ends. */
async function firstItems(read: () => Promise<PresentedAnswer>, count: number): Promise<string> {
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
    throw new ToolError("What the operation answers has changed since. Leave the cursor out to start over.");
  }
  const part = partFrom(whole, start, tokens - noteTokens);
  const shown = `characters ${start + 1} to ${part.end} of ${whole.length}`;
  if (part.end >= whole.length) return `${part.text}\nThe end of the answer: ${shown}.`;
  if (!effects[effect].readOnly)
    return `${part.text}\nCut to the answer budget: ${shown}. The operation was carried out.`;
  const next = encodeCursor(about, [part.end, state]);
  return `${part.text}\nCut to the answer budget: ${shown}. To go on: read_operation with "operation": "${id}", the same arguments and "cursor": "${next}".`;
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
const mostShown = 1000;

/** Counts of an object that are shown next to its name. */
const mostCounts = 4;

/**
 * What an operation does to what, in words: its summary, then each object of its path with its name and counts, and the
 * revision of the object that it changes, so that a confirmation covers only that content. For a deletion, also what
 * is deleted too and how it is restored. An object is read by the path up to its parameter. Rejects with the error that
 * the call would cause, as far as it can be predicted.
 */
export async function operationConsequence(
  entry: ContractEntry,
  given: Arguments,
  context: ToolContext,
): Promise<string> {
  const { operation } = entry;
  const isTried = await tryOut(entry, given, context);
  const objects: string[] = [];
  let subject: Readonly<Record<string, unknown>> | undefined;
  for (const parameter of Object.keys(operation.params)) {
    const isLast = parameter === Object.keys(operation.params).at(-1);
    const found = await objectOfPath(operation.path, parameter, given, context);
    if (!isTried && found !== "unread" && "missing" in found)
      requireFound(operation, { parameter, isLast }, given, found);
    if (isLast && found !== "unread" && "object" in found) subject = found.object;
    // What is deleted with an object is described separately.
    const most = isLast && operation.effect === "delete" ? 0 : mostCounts;
    objects.push(describe({ parameter, isLast }, given, found, most));
  }
  const own = new Set([...Object.keys(operation.params), "ifMatch"]);
  const rest = Object.entries(given).filter(([name]) => !own.has(name));
  const told = rest.length === 0 ? [] : [`with ${argumentsShown(Object.fromEntries(rest), mostShown)}`];
  const does = `${operation.summary}. On ${[...objects, ...told].join(", ") || "the whole service"}. (${operation.id})`;
  if (operation.effect !== "delete") return withAddress(does, subject);
  const [{ whatGoes }, { tellBefore }] = await Promise.all([
    import("./removal/what-goes.ts"),
    import("./removal/tell-removal.ts"),
  ]);
  const removal = operation.removal ?? {};
  const question = [does, ...tellBefore(removal, await whatGoes(removal, given, subject, context))].join(" ");
  return withAddress(question, subject);
}

/** Whether the service could be asked if it would carry out the call. */
async function tryOut(entry: ContractEntry, given: Arguments, context: ToolContext): Promise<boolean> {
  let answer: unknown;
  const trial = caller(entry, context, { trial: true });
  const sent = await markdownRead(entry.operation.body ?? {}, given);
  const isTried = await tried(
    trial(sent).then((answered) => {
      answer = answered;
    }),
  );
  if (entry.operation.success === "removed" && (answer as { deleted?: boolean } | undefined)?.deleted === false) {
    throw new ToolError(nothingToDelete(entry.operation, given));
  }
  return isTried;
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
  given: Arguments,
  { missing }: { readonly missing: ApiError },
): void {
  if (isLast && operation.effect === "delete") throw new ToolError(nothingToDelete(operation, given));
  const makes = isLast && operation.otherSuccess.includes(201);
  if (parameter === "organizationId" || makes || !operation.errors.includes("not_found")) return;
  throw new ToolError(`${operation.id} was not called. ${missing.message}`);
}

function describe({ parameter, isLast }: Subject, given: Arguments, found: ObjectOfPath, most: number): string {
  const id = String(given[parameter] ?? "");
  const noun = nounOf(parameter);
  if (found === "unread" || "missing" in found) return `${noun} ${quoted(id)}`;
  const { object } = found;
  const name = nameOf(object);
  const counts = Object.entries(object).flatMap(([member, value]) =>
    typeof value === "number" && value > 0 && member !== "number" ? [`${member} ${value}`] : [],
  );
  const revision = isLast && typeof object.revision === "string" ? [`revision ${oneLine(object.revision, 60)}`] : [];
  const facts = [id, ...revision, ...counts.slice(0, most)].join(", ");
  return name === undefined ? `${noun} ${facts}` : `${noun} ${quoted(name)} (${facts})`;
}
