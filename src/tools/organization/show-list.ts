import { estimateTokens } from "../present/budget.ts";
import { fence } from "../present/fence.ts";
import { listWithin, type Portion } from "../present/listing.ts";
import { quoted } from "../present/name.ts";
import { fenceTokens } from "../present/within.ts";
import type { ToolAnswer } from "../tool.ts";
import type { Subject } from "./subject.ts";

/** Tokens kept for the line that says how to go on. */
export const noteTokens = 110;

/** What a list operation is asked for. */
export interface PageQuery {
  readonly limit: number;
  readonly page?: string;
}

export interface Lines<Item> {
  /** Stands above the list and says what it is. */
  readonly heading: string;
  /** Of the fence around the lines. */
  readonly title?: string;
  /** What a cursor is bound to, its names resolved to ids. */
  readonly about: readonly unknown[];
  /** Stands in place of an empty list. */
  readonly none: string;
  /** The next step, below the end of the list. */
  readonly next?: string | undefined;
  read(query: PageQuery): Promise<Portion<Item>>;
  /** The item in one line. */
  present(item: Item): string;
}

/** A heading and a list of what others named, as much of it as fits, from where the cursor says. */
export async function showLines<Item>(lines: Lines<Item>, { cursor, context }: Subject): Promise<ToolAnswer> {
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

/** Everything of one kind that an organization has, a line each. */
export function showAll<Item>(
  {
    kind,
    order,
    ...lines
  }: Omit<Lines<Item>, "heading" | "about"> & { readonly kind: string; readonly order?: string },
  subject: Subject,
): Promise<ToolAnswer> {
  const { organizationId, organizationTitle } = subject;
  const sorted = order === undefined ? "" : `, ${order}`;
  const heading = `${kind} of ${quoted(organizationTitle)} (${organizationId})${sorted}:`;
  return showLines({ ...lines, heading, about: [kind, organizationId] }, subject);
}
