import { createHash } from "node:crypto";
import type { ContractEntry } from "../contract/index.ts";
import { loadOperation } from "../contract/load.ts";
import { type AnyOperation, effects } from "../contract/operation.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { markdownRead } from "./document-arguments.ts";
import { type Followed, followOperation } from "./follow-operation.ts";
import { linksAsked } from "./links/present-links.ts";
import { resolveParameters } from "./named-parameters.ts";
import { type PresentedAnswer, presentAnswer } from "./operation-answer.ts";
import { caller } from "./operation-caller.ts";
import { operationNamed } from "./operation-index.ts";
import { argumentSchema, signatureOf } from "./operation-signature.ts";
import { cut } from "./present/budget.ts";
import { decodeCursor, encodeCursor } from "./present/cursor.ts";
import { fence } from "./present/fence.ts";
import { fits, itemsWithin, partFrom, resultText } from "./present/result.ts";
import { removeTelling, whatReturned } from "./removal/remove-telling.ts";
import type { ToolAnswer, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/** Tokens kept for the sentences under an answer that tell how to go on. */
const noteTokens = 180;

export interface CallOptions {
  /** From a cut answer of the same call: goes on where that answer ended. */
  readonly cursor?: string | undefined;
  /** Members to show in place of the usual ones. */
  readonly fields?: readonly string[] | undefined;
}

/** Calls an operation with arguments an agent wrote, and says what came of it within the answer budget. Throws ToolError. */
export async function callOperation(
  entry: ContractEntry,
  given: unknown,
  context: ToolContext,
  { cursor, fields }: CallOptions = {},
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
  if (text === undefined) return { text: "Done. The operation answers nothing." };
  if (cursor === undefined) {
    const returned = await whatReturned(operation, sent, answer, context);
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
  return `It goes on: ${state} after ${seconds} seconds. ${how} tells how far it is.`;
}

function refusal(operation: AnyOperation, problem: string, tokens: number): string {
  const text = `${operation.id} was not called.\n${problem}\nArguments: ${signatureOf(operation)}`;
  return cut(text, tokens, `find_operations "${operation.id}" tells its arguments in detail.`).text;
}

/** Whether a list can be asked for in smaller portions without doing anything a second time. */
const canShrink = ({ effect, query }: AnyOperation) => effects[effect].readOnly && "page" in query && "limit" in query;

/** Reads a list again in a portion that fits, so that its own cursor continues where the answer ends. */
async function firstItems(read: () => Promise<PresentedAnswer>, count: number): Promise<string> {
  const { value, note } = await read();
  const portion = count === 1 ? "1 item fits" : `${count} items fit`;
  return `${fence(resultText(value) ?? "")}${note}\n${portion} into the answer. For what comes after: the same arguments with "limit": ${count} and "page" from \`next\`.`;
}

interface Place {
  readonly subject: Arguments;
  readonly cursor: string | undefined;
  readonly tokens: number;
}

/** The part of a long answer that starts at the cursor, and where the next one is had. */
function presentPart({ id, effect }: AnyOperation, whole: string, { subject, cursor, tokens }: Place): string {
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
 * Enough to notice that an answer is another one than before. Services sign temporary links anew each time they answer;
 * what a link has after its question mark does not count, and how long it is does, since it moves what comes after it.
 */
function checksum(text: string): string {
  const lasting = text.replace(
    /(https?:\/\/[^\s"?]{0,1000})\?[^\s"]*/g,
    (link, address: string) => `${address}?${link.length}`,
  );
  return createHash("sha256").update(lasting).digest("base64url").slice(0, 8);
}
