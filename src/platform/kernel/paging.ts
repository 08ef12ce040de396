import { Problem } from "./problem.ts";

const defaultLimit = 50;

/** A position in a list: the sort key of the last item returned. */
export type Cursor = readonly [string, string];

export interface ListRequest {
  /** Identifies the list and its filters: a cursor is only valid for the list it came from. */
  readonly list: string;
  readonly after: Cursor | undefined;
  readonly limit: number;
}

/** Reads `page` and `limit`. `parts` identify the list: ids and filters. */
export function readPaging(
  operation: string,
  parts: readonly unknown[],
  input: { readonly page?: string | undefined; readonly limit?: number | undefined },
): ListRequest {
  const list = JSON.stringify([operation, ...parts]);
  return { list, after: readCursor(list, input.page), limit: input.limit ?? defaultLimit };
}

function readCursor(list: string, page: string | undefined): Cursor | undefined {
  if (page === undefined || page === "") return undefined;
  const [of, first = "", second = "", check, ...rest] = parse(page);
  if (of === undefined || rest.length > 0 || check !== checksum([first, second])) throw notACursor();
  if (of !== fingerprint(list)) {
    throw new Problem(
      "bad_request",
      "page: this cursor belongs to another list. Use it with the same path and filters, or leave it out to start over.",
    );
  }
  return [first, second];
}

const notACursor = () =>
  new Problem("bad_request", "page: this is not a cursor. Copy it unchanged from `next.page` of an earlier answer.");

function parse(page: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(page, "base64url").toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : [];
  } catch {
    return [];
  }
}

/** The key of an item in a list that is sorted again each time: its position, from 1. */
export const positionKey = (position: number): Cursor => ["", String(position)];

/** The number of items in such a list before the requested page. */
export const readOffset = (request: ListRequest): number => readPosition(request) ?? 0;

/** The whole number that a cursor holds. */
export function readPosition({ after }: ListRequest): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,9}$/.test(after[1])) throw notACursor();
  return Number(after[1]);
}

/** The key of an item in a list ordered by `(number, id)`. */
export const orderKey = (order: number, id: string): Cursor => [String(order), id];

/** The item after which such a list continues. */
export function readOrder({ after }: ListRequest): readonly [order: number, id: string] | undefined {
  if (after === undefined) return undefined;
  if (!/^-?\d{1,16}$/.test(after[0])) throw notACursor();
  return [Number(after[0]), after[1]];
}

/** Enough to notice a mistake; a cursor grants no access. */
function fingerprint(list: string): string {
  let hash = 0;
  for (const character of list) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}

/** A cursor with a wrong letter must not start somewhere else. */
const checksum = (key: Cursor) => fingerprint(JSON.stringify(key));

/** The envelope for rows that were queried with `limit + 1`. With a limit of 0 it has only the count. */
export function toListResponse<Item, Answer>(
  request: ListRequest,
  rows: readonly Item[],
  count: number | undefined,
  toCursor: (row: Item) => Cursor,
  present: readonly Answer[],
): { next?: { page: string }; count?: number; items: Answer[] } {
  const last = rows[request.limit - 1];
  const more = rows.length > request.limit && last !== undefined;
  return {
    ...(more ? { next: { page: encode(request.list, toCursor(last)) } } : {}),
    ...(count === undefined ? {} : { count }),
    items: present.slice(0, request.limit),
  };
}

const encode = (list: string, key: Cursor) =>
  Buffer.from(JSON.stringify([fingerprint(list), ...key, checksum(key)])).toString("base64url");
