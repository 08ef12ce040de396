import { createHash } from "node:crypto";
import { cut, estimateTokens } from "./budget.ts";
import { closeFence } from "./fence.ts";
import { ToolError } from "./tool-error.ts";

export interface Portion<Item> {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string } | null | undefined;
}

export interface ListRequest<Item> {
  /** What the list is about, with names resolved to ids; a cursor is valid only for the same subject. */
  readonly subject: readonly unknown[];
  /** From the previous answer. */
  readonly cursor: string | undefined;
  /** The most tokens of all blocks together. */
  readonly tokens: number;
  /** Blocks in one answer; 100 if left out. */
  readonly maxBlocks?: number;
  /** Items per request; 100 if left out. */
  readonly portion?: number;
  /** One page of the service's list, from the service's cursor on. */
  read(page: string | undefined, limit: number): Promise<Portion<Item>>;
  /** The item as a block of text, or undefined to skip it. */
  present(item: Item): string | undefined | Promise<string | undefined>;
}

export interface Listing<Item> {
  readonly blocks: readonly string[];
  /** The item of each block. */
  readonly items: readonly Item[];
  /** The sentence that says how to continue; undefined at the end of the list. */
  readonly more: string | undefined;
}

/** The most pages read for one answer, so that a filter without matches does not read a whole organization. */
const maxPortions = 20;

/** As many items of a list as fit, starting at the cursor. Throws ToolError for a cursor of another list. */
export async function listWithin<Item>(request: ListRequest<Item>): Promise<Listing<Item>> {
  const { subject, cursor, tokens, maxBlocks = 100, portion: portionSize = 100 } = request;
  const [startPage, startIndex] = cursor === undefined ? ["", 0] : decodeCursor(cursor, subject, ["", 0]);
  const blocks: string[] = [];
  const items: Item[] = [];
  let spent = 0;
  let page = startPage;
  let skip = startIndex;
  for (let portions = 0; ; portions += 1) {
    if (portions === maxPortions) return { blocks, items, more: continuationNote(subject, page, 0) };
    const portion = await request.read(page === "" ? undefined : page, portionSize);
    for (const [index, item] of portion.items.entries()) {
      if (index < skip) continue;
      const block = await request.present(item);
      if (block === undefined) continue;
      spent += estimateTokens(block) + 1;
      if (blocks.length > 0 && (blocks.length === maxBlocks || spent > tokens)) {
        return { blocks, items, more: continuationNote(subject, page, index) };
      }
      blocks.push(spent > tokens ? shortened(block, tokens) : block);
      items.push(item);
    }
    page = portion.next?.page ?? "";
    if (page === "") return { blocks, items, more: undefined };
    skip = 0;
  }
}

/** The beginning of a block too long for one answer; fenced text stays fenced. */
function shortened(block: string, tokens: number): string {
  const beginning = cut(block, Math.max(1, tokens - cutTokens), "").text.trimEnd();
  return `${closeFence(beginning)}\n(cut to the answer budget)`;
}

/** Tokens of the note about a cut and the end of a fence. */
const cutTokens = 20;

const continuationNote = (subject: readonly unknown[], page: string, index: number) =>
  `There is more: the same arguments with "cursor": "${encodeCursor(subject, [page, index])}".`;

/** Where an answer continues: whatever the tool needs, as short JSON values. */
type Position = readonly (string | number)[];

/** A cursor that is valid for one call: `subject` is what the call is about, with names resolved to ids. */
export function encodeCursor(subject: readonly unknown[], position: Position): string {
  const sealed = [fingerprint(subject), ...position];
  return Buffer.from(JSON.stringify([...sealed, checksum(sealed)])).toString("base64url");
}

/** Decodes a cursor. `shape` has an example value for each part of the position. Throws ToolError. */
export function decodeCursor<const Shape extends Position>(
  cursor: string,
  subject: readonly unknown[],
  shape: Shape,
): { readonly [Index in keyof Shape]: Shape[Index] extends number ? number : string } {
  const [of, ...position] = unsealed(parse(cursor));
  const fits = position.length === shape.length && position.every((part, index) => isLike(part, shape[index]));
  if (typeof of !== "string" || (of === fingerprint(subject) && !fits)) {
    throw new ToolError(
      "This is not a cursor. Copy it unchanged from an earlier answer, or leave it out to start over.",
    );
  }
  if (of !== fingerprint(subject)) {
    throw new ToolError(
      "This cursor belongs to a call with other arguments. Repeat that call's arguments with it, or leave it out to start over.",
    );
  }
  return position as { readonly [Index in keyof Shape]: Shape[Index] extends number ? number : string };
}

/** A text if one is expected, or a count if a number is expected. */
const isLike = (part: unknown, like: string | number | undefined) =>
  typeof like === "number" ? Number.isSafeInteger(part) && Number(part) >= 0 : typeof part === typeof like;

function parse(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** A mistyped cursor must not be mistaken for one whose position is gone. */
function unsealed(parts: readonly unknown[]): readonly unknown[] {
  const sealed = parts.slice(0, -1);
  return parts.at(-1) === checksum(sealed) ? sealed : [];
}

const checksum = (parts: readonly unknown[]) => fingerprint(parts).slice(0, 4);

/** Enough to detect a mistake; a cursor grants no access. */
function fingerprint(subject: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(subject)).digest("base64url").slice(0, 8);
}
