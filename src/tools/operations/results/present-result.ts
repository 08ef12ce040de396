import { isRecord, plainJson } from "../../../client/json.ts";
import { type AnyOperation, effects } from "../../../contract/operation.ts";
import { endWithin, estimateTokens, fenceTokens } from "../../../present/budget.ts";
import { fence } from "../../../present/fence.ts";
import type { Arguments, ToolContext } from "../../../resolve/context.ts";
import type { LinkKind } from "./link-texts.ts";
import { requireKnownFields, toResultForm } from "./result-form.ts";

export interface PresentedResult {
  readonly value: unknown;
  /** Shown below the answer; begins with a line feed, or is empty. */
  readonly note: string;
}

interface ResultSelection {
  readonly sent: Arguments;
  readonly fields: readonly string[] | undefined;
  /** The links of a list to show. */
  readonly kind?: LinkKind | undefined;
}

/** Members to report as omitted. */
const maxOmitted = 8;

/** The result of an operation as an agent reads it. Throws ToolError for unknown fields. */
export async function presentResult(
  operation: AnyOperation,
  result: unknown,
  { sent, fields, kind }: ResultSelection,
  context: ToolContext,
): Promise<PresentedResult> {
  if (fields !== undefined) requireKnownFields(operation, fields, result);
  const { readOnly } = effects[operation.effect];
  const { documentMarkdown } = await import("../../../present/document.ts");
  const { value, leftOut } = toResultForm(result, {
    model: operation.returns,
    fields,
    whole: readOnly,
    known: idsIn(operation, sent),
    markdown: sent.format === "document" ? undefined : await documentMarkdown(),
  });
  const omitted = leftOut.slice(0, maxOmitted).join(", ");
  const note =
    leftOut.length === 0 || !readOnly
      ? ""
      : `\nLeft out: ${omitted}${leftOut.length > maxOmitted ? ", …" : ""}. read_operation with \`fields\` shows them.`;
  if (fields !== undefined) return { value, note };
  const { presentLinks } = await import("./present-links.ts");
  const links = await presentLinks(operation, result, { value, args: sent, kind }, context);
  return links === undefined
    ? { value, note }
    : { value: links.value, note: `${links.note}${links.replaced ? "" : note}` };
}

/** What the path of a call names, which the answer need not repeat. */
function idsIn({ params }: AnyOperation, sent: Arguments): ReadonlySet<string> {
  return new Set(Object.keys(params).flatMap((name) => (typeof sent[name] === "string" ? [sent[name]] : [])));
}

/**
 * An operation's result as an agent reads it: a text unchanged, anything else as compact JSON. Multiline texts of the
 * outermost object, such as the body of a page, follow it unchanged. Undefined if there is no result.
 */
export function resultText(result: unknown): string | undefined {
  if (typeof result === "string") return result;
  if (result === undefined || result === null) return undefined;
  if (!isRecord(result)) return toJsonLines(result);
  const [texts, members] = partition(Object.entries(result), ([, member]) => isLong(member));
  const bodies = texts.map(([name, text]) => `\n${name}:\n${String(text)}`);
  return `${toJsonLines(Object.fromEntries(members))}${bodies.join("")}`;
}

const isLong = (member: unknown) => typeof member === "string" && member.trimEnd().includes("\n");

function partition<Value>(all: readonly Value[], fits: (value: Value) => boolean): [Value[], Value[]] {
  return [all.filter(fits), all.filter((value) => !fits(value))];
}

/** Whether the fenced text costs at most this many tokens. */
export const fits = (text: string, tokens: number): boolean => estimateTokens(text) + fenceTokens <= tokens;

/** A part of a result's text within a number of tokens, fenced because most of it is untrusted. */
export function partFrom(text: string, start: number, tokens: number): { readonly text: string; readonly end: number } {
  const end = endWithin(text, start, text.length, tokens - fenceTokens);
  return { text: fence(text.slice(start, end)), end };
}

/** How many items of a list fit completely; 0 for anything but a list, and if not even the first one fits. */
export function itemsWithin(result: unknown, tokens: number): number {
  if (!isRecord(result) || !Array.isArray(result.items)) return 0;
  const { items, ...rest } = result;
  let spent = estimateTokens(toJsonLines(rest)) + 20;
  for (const [count, item] of items.entries()) {
    spent += estimateTokens(plainJson(item ?? null)) + 1;
    if (spent + fenceTokens > tokens) return count;
  }
  return items.length;
}

/** JSON with invisible characters escaped. Outer members, and elements of lists in them, get separate lines. */
function toJsonLines(value: unknown): string {
  if (!isRecord(value)) return plainJson(value);
  const members = Object.entries(value).map(([name, member]) => `${plainJson(name)}:${memberLines(member)}`);
  return `{${members.join(",\n")}}`;
}

function memberLines(member: unknown): string {
  if (!Array.isArray(member) || !member.some(isRecord)) return plainJson(member);
  return `[\n${member.map(plainJson).join(",\n")}]`;
}
