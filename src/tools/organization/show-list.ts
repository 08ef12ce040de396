import { endWithin, estimateTokens, fenceTokens } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { decodeCursor, encodeCursor, listWithin, type Portion } from "../../present/listing.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";

/** What `show_organization` shows, and of which organization. */
export interface Subject {
  readonly organizationId: string;
  readonly organizationTitle: string;
  /** One of them to show in detail. */
  readonly name: string | undefined;
  readonly cursor: string | undefined;
  readonly context: ToolContext;
}

/** Tokens reserved for the line that says how to continue. */
export const noteTokens = 110;

/** The query of a list operation. */
export interface PageQuery {
  readonly limit: number;
  readonly page?: string;
}

interface Lines<Item> {
  /** The heading above the list. */
  readonly heading: string;
  /** The title of the fence around the lines. */
  readonly title?: string;
  /** What a cursor is valid for, with names resolved to ids. */
  readonly about: readonly unknown[];
  /** Shown instead of an empty list. */
  readonly none: string;
  /** The next step, below the end of the list. */
  readonly next?: string | undefined;
  read(query: PageQuery): Promise<Portion<Item>>;
  /** The item in one line. */
  present(item: Item): string;
}

/** A heading and as much of a list of untrusted names as fits, starting at the cursor. */
export async function showLines<Item>(lines: Lines<Item>, { cursor, context }: Subject): Promise<ToolResult> {
  const { heading, title, about, none, next, read, present } = lines;
  const { blocks, more } = await listWithin<Item>({
    subject: about,
    cursor,
    tokens: context.answerTokens - estimateTokens(heading) - fenceTokens - noteTokens,
    read: (page, limit) => read({ limit, ...(page === undefined ? {} : { page }) }),
    present,
  });
  if (blocks.length === 0) {
    return {
      text: `${heading}\n${more ?? (cursor === undefined ? none : "There is nothing further.")}`,
    };
  }
  const last = more ?? next;
  const text = [heading, fence(blocks.join("\n"), { title }), ...(last === undefined ? [] : [last])].join("\n");
  return { text };
}

/** Everything of one kind that an organization has, one line each. */
export function showAll<Item>(
  {
    kind,
    order,
    ...lines
  }: Omit<Lines<Item>, "heading" | "about"> & { readonly kind: string; readonly order?: string },
  subject: Subject,
): Promise<ToolResult> {
  const { organizationId, organizationTitle } = subject;
  const sorted = order === undefined ? "" : `, ${order}`;
  const heading = `${kind} of ${quoted(organizationTitle)} (${organizationId})${sorted}:`;
  return showLines({ ...lines, heading, about: [kind, organizationId] }, subject);
}

interface LongText {
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
  readonly title: string;
  /** What a cursor is valid for, with names resolved to ids. */
  readonly about: readonly unknown[];
  /** Changes with the text, so that two parts never come from different texts. */
  readonly version: string;
}

/** A heading and as much of an untrusted text as fits, starting at the cursor. Throws ToolError. */
export function showText(
  { heading, text, title, about, version }: LongText,
  { cursor, context }: Pick<Subject, "cursor" | "context">,
): ToolResult {
  const [of, start] = cursor === undefined ? [version, 0] : decodeCursor(cursor, about, ["", 0]);
  if (of !== version) throw new ToolError("The text has changed since. Leave the cursor out to start over.");
  const availableTokens = context.answerTokens - estimateTokens(heading) - fenceTokens - noteTokens;
  const end = endWithin(text, start, text.length, availableTokens);
  const part = `${heading}\n${fence(text.slice(start, end), { title })}`;
  if (end >= text.length) return { text: part };
  const next = encodeCursor(about, [version, end]);
  const left = Math.ceil((100 * (text.length - end)) / text.length);
  return {
    text: `${part}\n${left}% of it is left. For the rest: the same arguments with "cursor": "${next}".`,
  };
}
