import type { NewRow, Queries, Timestamp } from "../kernel/database/tables.ts";

interface PageFeedbackTable {
  id: string;
  site: string;
  site_space: string;
  space: string;
  page: string;
  rating: string;
  comment: string | null;
  /** Full address at which it was given. */
  url: string;
  created_at: Timestamp;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    page_feedback: PageFeedbackTable;
  }
}

export async function insertPageFeedback(queries: Queries, feedback: NewRow<"page_feedback">): Promise<void> {
  await queries.insertInto("page_feedback").values(feedback).execute();
}

/** What readers of a site have said since a time. */
export async function countPageFeedback(queries: Queries, site: string, since: string): Promise<number> {
  const { count } = await queries
    .selectFrom("page_feedback")
    .where("site", "=", site)
    .where("created_at", ">=", since)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
