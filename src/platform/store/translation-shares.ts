import type { NewRow, Queries, Row } from "./tables.ts";

export type ShareRow = Row<"translation_share">;

/** Characters that a run has sent to providers. */
export async function chargedCharacters(queries: Queries, translation: string, run: number): Promise<number> {
  const { sum } = await queries
    .selectFrom("translation_share")
    .select(({ fn }) => fn.sum<number | null>("characters").as("sum"))
    .where("translation", "=", translation)
    .where("run", "=", run)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

export async function chargeCharacters(
  queries: Queries,
  share: Omit<NewRow<"translation_share">, "segments">,
): Promise<void> {
  await add(queries, { ...share, segments: 0 });
}

/** Counts segments that a maker translated in a run. */
export async function countSegments(
  queries: Queries,
  share: Omit<NewRow<"translation_share">, "characters">,
): Promise<void> {
  await add(queries, { ...share, characters: 0 });
}

async function add(queries: Queries, share: NewRow<"translation_share">): Promise<void> {
  await queries
    .insertInto("translation_share")
    .values(share)
    .onConflict((conflict) =>
      conflict.columns(["translation", "run", "maker"]).doUpdateSet(({ eb, ref }) => ({
        segments: eb("translation_share.segments", "+", ref("excluded.segments")),
        characters: eb("translation_share.characters", "+", ref("excluded.characters")),
      })),
    )
    .execute();
}

/** Who translated what of a run; who gave most comes first. */
export function listShares(queries: Queries, translation: string, run: number): Promise<ShareRow[]> {
  return queries
    .selectFrom("translation_share")
    .selectAll()
    .where("translation", "=", translation)
    .where("run", "=", run)
    .where("segments", ">", 0)
    .orderBy("segments", "desc")
    .orderBy("maker")
    .execute();
}
