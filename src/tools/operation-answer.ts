import { isRecord } from "../client/json.ts";
import { LinkRecord } from "../contract/models/link.ts";
import { type AnyOperation, effects } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import { answerForm } from "./present/answer-form.ts";
import { isSameModel, itemModel, unwrapped } from "./present/answer-model.ts";
import type { ToolContext } from "./tool.ts";

export interface PresentedAnswer {
  readonly value: unknown;
  /** Under the answer; begins with a line feed, or is empty. */
  readonly note: string;
}

interface Asked {
  readonly sent: Arguments;
  readonly fields: readonly string[] | undefined;
}

/** Members that are told as left out. */
const mostLeftOut = 8;

/** What an operation answered, in the form in which an agent reads it. Throws ToolError for fields that it has not. */
export async function presentAnswer(
  operation: AnyOperation,
  answer: unknown,
  { sent, fields }: Asked,
  context: ToolContext,
): Promise<PresentedAnswer> {
  if (fields !== undefined) {
    const { checkFields } = await import("./present/answer-fields.ts");
    checkFields(operation, fields, answer);
  }
  const { readOnly } = effects[operation.effect];
  const { documentMarkdown } = await import("./present/document.ts");
  const { value, leftOut } = answerForm(answer, {
    model: operation.returns,
    fields,
    whole: readOnly,
    known: idsIn(operation, sent),
    markdown: sent.format === "document" ? undefined : await documentMarkdown(),
  });
  const told = leftOut.slice(0, mostLeftOut).join(", ");
  const note =
    leftOut.length === 0 || !readOnly
      ? ""
      : `\nLeft out: ${told}${leftOut.length > mostLeftOut ? ", …" : ""}. read_operation with \`fields\` shows them.`;
  const links = fields === undefined ? await brokenLinks(operation, answer, sent, context) : undefined;
  if (links === undefined || !isRecord(value)) return { value, note };
  const items = (value.items as unknown[]).map((item, index) => links.links.get(index) ?? item);
  const unread = links.unread === 0 ? "" : `\nThe texts of links on ${links.unread} more pages were not read.`;
  return { value: { ...value, items }, note: `${unread}${links.links.size === items.length ? "" : note}` };
}

/** What the path of a call names; the answer need not say it again. */
function idsIn({ params }: AnyOperation, sent: Arguments): ReadonlySet<string> {
  return new Set(Object.keys(params).flatMap((name) => (typeof sent[name] === "string" ? [sent[name]] : [])));
}

async function brokenLinks({ returns }: AnyOperation, answer: unknown, { spaceId }: Arguments, context: ToolContext) {
  const isList = isSameModel(unwrapped(itemModel(returns)), LinkRecord);
  if (!isList || typeof spaceId !== "string" || !isRecord(answer) || !Array.isArray(answer.items)) return undefined;
  const { readBrokenLinks } = await import("./links/broken-links.ts");
  const found = await readBrokenLinks(answer.items as LinkRecord[], spaceId, context);
  return found.links.size === 0 ? undefined : found;
}
