import type { NewRow, Queries, Row } from "./tables.ts";

export interface CommentFilter {
  readonly place: string;
  readonly status?: "open" | "resolved" | undefined;
  readonly page?: string | undefined;
  readonly authors?: readonly string[] | undefined;
}

export interface CommentSpan {
  readonly order: "asc" | "desc";
  /** The number of the comment before the first one. */
  readonly after: number | undefined;
  readonly limit: number;
}

export async function insertComment(queries: Queries, row: NewRow<"comment">): Promise<void> {
  await queries.insertInto("comment").values(row).execute();
}

export async function updateComment(
  queries: Queries,
  id: string,
  change: Partial<Omit<Row<"comment">, "id" | "place" | "number">>,
): Promise<void> {
  await queries.updateTable("comment").set(change).where("id", "=", id).execute();
}

export function findComment(queries: Queries, place: string, id: string): Promise<Row<"comment"> | undefined> {
  return queries.selectFrom("comment").selectAll().where("id", "=", id).where("place", "=", place).executeTakeFirst();
}

export async function findComments(queries: Queries, ids: readonly string[]): Promise<Row<"comment">[]> {
  if (ids.length === 0) return [];
  return queries.selectFrom("comment").selectAll().where("id", "in", ids).execute();
}

/** In the order of posting. Each author's comments are read for themselves, so that an index gives them in order. */
export async function listComments(
  queries: Queries,
  { authors, ...filter }: CommentFilter,
  span: CommentSpan,
): Promise<Row<"comment">[]> {
  if (authors === undefined) return listSpan(queries, filter, span, undefined);
  const found: Row<"comment">[] = [];
  for (const author of new Set(authors)) found.push(...(await listSpan(queries, filter, span, author)));
  const sign = span.order === "asc" ? 1 : -1;
  return found.sort((one, other) => sign * (one.number - other.number)).slice(0, span.limit);
}

function listSpan(
  queries: Queries,
  { place, status, page }: CommentFilter,
  { order, after, limit }: CommentSpan,
  author: string | undefined,
): Promise<Row<"comment">[]> {
  let query = queries.selectFrom("comment").selectAll().where("place", "=", place);
  if (status !== undefined) query = query.where("status", "=", status);
  if (page !== undefined) query = query.where("page", "=", page);
  if (author !== undefined) query = query.where("author", "=", author);
  if (after !== undefined) query = query.where("number", order === "asc" ? ">" : "<", after);
  return query.orderBy("number", order).limit(limit).execute();
}

/** Without authors it is read from the tally, whatever the number of comments. */
export async function countComments(queries: Queries, filter: CommentFilter): Promise<number> {
  const { place, status, page, authors } = filter;
  if (authors === undefined) {
    const tally = await queries
      .selectFrom("comment_tally")
      .select(["open", "resolved"])
      .where("place", "=", place)
      .where("page", "=", page ?? "")
      .executeTakeFirst();
    if (tally === undefined) return 0;
    return status === undefined ? tally.open + tally.resolved : tally[status];
  }
  if (authors.length === 0) return 0;
  let query = queries
    .selectFrom("comment")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("place", "=", place)
    .where("author", "in", authors);
  if (status !== undefined) query = query.where("status", "=", status);
  if (page !== undefined) query = query.where("page", "=", page);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** How many open comments there are on the content of each of these spaces or change requests. */
export async function countOpenComments(queries: Queries, places: readonly string[]): Promise<Map<string, number>> {
  if (places.length === 0) return new Map();
  const rows = await queries
    .selectFrom("comment_tally")
    .select(["place", "open"])
    .where("place", "in", places)
    .where("page", "=", "")
    .execute();
  return new Map(rows.map(({ place, open }) => [place, open]));
}

/** Comments on some pages of a place, with what their targets are. */
export function listTargets(
  queries: Queries,
  place: string,
  pages: readonly string[],
): Promise<Pick<Row<"comment">, "id" | "page" | "node" | "cell_record" | "cell_definition" | "lost_revision">[]> {
  return queries
    .selectFrom("comment")
    .select(["id", "page", "node", "cell_record", "cell_definition", "lost_revision"])
    .where("place", "=", place)
    .where("page", "in", pages)
    .execute();
}

/** Removes a comment with its replies and all reactions to them. */
export async function deleteComment(queries: Queries, id: string): Promise<void> {
  await queries
    .deleteFrom("comment_reaction")
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("post", "=", id),
        eb("post", "in", selectFrom("comment_reply").select("comment_reply.id").where("comment", "=", id)),
      ]),
    )
    .execute();
  await queries.deleteFrom("comment_reply").where("comment", "=", id).execute();
  await queries.deleteFrom("comment").where("id", "=", id).execute();
}
