import { compiledRows } from "../../kernel/database/compiled-query.ts";
import type { NewRow, Queries, Row } from "../../kernel/database/tables.ts";

/** A page that requests computed pages, in a space, or in a change request whose requests differ from its space's. */
interface ComputedPageTable {
  /** The space or change request. */
  place: string;
  page: string;
  space: string;
  /** Slug of the specification it is computed from. */
  spec: string;
  /** The job that computes it, or did so last. */
  job: string;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    computed_page: ComputedPageTable;
  }
}

type ComputedPage = Row<"computed_page">;

export const listComputedPages = compiledRows((queries, contentId: string) =>
  queries.selectFrom("computed_page").selectAll().where("place", "=", contentId).orderBy("page"),
);

export async function putComputedPages(queries: Queries, rows: readonly NewRow<"computed_page">[]): Promise<void> {
  for (const row of rows) {
    await queries
      .insertInto("computed_page")
      .values(row)
      .onConflict((conflict) => conflict.columns(["place", "page"]).doUpdateSet({ spec: row.spec, job: row.job }))
      .execute();
  }
}

export async function removeComputedPages(
  queries: Queries,
  contentId: string,
  pages: readonly string[],
): Promise<void> {
  if (pages.length === 0) return;
  await queries.deleteFrom("computed_page").where("place", "=", contentId).where("page", "in", pages).execute();
}

/** Pages to recompute, in spaces and in change requests that can still be merged. */
export function listDependents(
  queries: Queries,
  of: { readonly organization: string; readonly spec: string } | { readonly spaces: readonly string[] },
): Promise<ComputedPage[]> {
  if ("spaces" in of && of.spaces.length === 0) return Promise.resolve([]);
  return queries
    .selectFrom("computed_page")
    .innerJoin("space", "space.id", "computed_page.space")
    .leftJoin("change_request", "change_request.id", "computed_page.place")
    .selectAll("computed_page")
    .where(({ eb, or }) =>
      or([eb("change_request.id", "is", null), eb("change_request.status", "in", ["open", "draft"])]),
    )
    .$if("spec" in of, (query) =>
      query
        .where("computed_page.spec", "=", "spec" in of ? of.spec : "")
        .where("space.organization", "=", "spec" in of ? of.organization : ""),
    )
    .$if("spaces" in of, (query) => query.where("computed_page.space", "in", "spaces" in of ? of.spaces : []))
    .orderBy("computed_page.place")
    .orderBy("computed_page.page")
    .execute();
}

export async function removeSpaceComputedPages(queries: Queries, space: string): Promise<void> {
  await queries.deleteFrom("computed_page").where("space", "=", space).execute();
}
