import type { Queries, Row } from "../../kernel/database/tables.ts";

export interface HistoryFilter {
  readonly space: string;
  /** The newest revision to list. */
  readonly from: string;
  /** Where to stop: the first revision not to list, such as the base of a change request. */
  readonly until?: string | undefined;
  readonly limit: number;
}

/** A revision, with who made it and through what. */
export interface ListedRevision {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly user: string | null;
  /** The previous revision of the same space or change request; undefined for the first. */
  readonly parent: string | undefined;
  /** The change request whose merge made it. */
  readonly merged: { readonly number: number; readonly subject: string } | undefined;
  /** The program, agent and tool behind it, as long as they are kept. */
  readonly through: Pick<Row<"act">, "program" | "agent" | "tool" | "operation"> | undefined;
}

/** The revisions that led to this one, newest first. */
export async function listRevisions(queries: Queries, filter: HistoryFilter): Promise<ListedRevision[]> {
  const { space, from, until, limit } = filter;
  const rows: Row<"revision">[] = [];
  for (let id: string | undefined = from; id !== undefined && id !== until && rows.length < limit; ) {
    const row: Row<"revision"> | undefined = await queries
      .selectFrom("revision")
      .selectAll()
      .where("space", "=", space)
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) break;
    rows.push(row);
    id = parseFirstParent(row);
  }
  if (rows.length === 0) return [];
  const [users, merged, acts] = [
    await queries
      .selectFrom("user")
      .select(["id", "display_name"])
      .where("id", "in", [...new Set(rows.map(({ created_by: user }) => user))])
      .execute(),
    await queries
      .selectFrom("change_request")
      .select(["id", "number", "subject"])
      .where("id", "in", ["", ...rows.flatMap(({ merged_from: id }) => id ?? [])])
      .execute(),
    // An act and the revision it made are from one transaction, so they have the same time.
    await queries
      .selectFrom("act")
      .select(["at", "user", "program", "agent", "tool", "operation"])
      .where("space", "=", space)
      .where("at", "in", [...new Set(rows.map(({ created_at: at }) => at))])
      .execute(),
  ];
  const names = new Map(users.map(({ id, display_name: name }) => [id, name]));
  const requests = new Map(merged.map(({ id, number, subject }) => [id, { number, subject }]));
  const through = new Map(acts.map((act) => [`${act.at} ${act.user}`, act]));
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    createdAt: row.created_at,
    user: names.get(row.created_by) ?? null,
    parent: parseFirstParent(row),
    merged: requests.get(row.merged_from ?? ""),
    through: through.get(`${row.created_at} ${row.created_by}`),
  }));
}

/** For a merge, the space's previous revision. */
const parseFirstParent = ({ parents }: Row<"revision">): string | undefined =>
  (JSON.parse(parents) as readonly string[])[0];
