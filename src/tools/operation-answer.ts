import { type AnyOperation, effects } from "../contract/operation.ts";
import type { Arguments } from "./arguments.ts";
import type { LinkKind } from "./links/link-kind.ts";
import { answerForm } from "./present/answer-form.ts";
import type { ToolContext } from "./tool.ts";

export interface PresentedAnswer {
  readonly value: unknown;
  /** Under the answer; begins with a line feed, or is empty. */
  readonly note: string;
}

interface Asked {
  readonly sent: Arguments;
  readonly fields: readonly string[] | undefined;
  /** Of a list of links, those to be shown. */
  readonly kind?: LinkKind | undefined;
}

/** Members that are told as left out. */
const mostLeftOut = 8;

/** What an operation answered, in the form in which an agent reads it. Throws ToolError for fields that it has not. */
export async function presentAnswer(
  operation: AnyOperation,
  answer: unknown,
  { sent, fields, kind }: Asked,
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
  if (fields !== undefined) return { value, note };
  const { presentLinks } = await import("./links/present-links.ts");
  const links = await presentLinks(operation, answer, { value, asked: sent, kind }, context);
  return links === undefined
    ? { value, note }
    : { value: links.value, note: `${links.note}${links.replaced ? "" : note}` };
}

/** What the path of a call names; the answer need not say it again. */
function idsIn({ params }: AnyOperation, sent: Arguments): ReadonlySet<string> {
  return new Set(Object.keys(params).flatMap((name) => (typeof sent[name] === "string" ? [sent[name]] : [])));
}
