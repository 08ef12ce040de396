import type { Queries } from "./tables.ts";

/** Room between neighbours: 20 moves fit between two before their siblings are placed anew. */
export const stride = 2 ** 20;

/** A position behind everything an organization has. */
export async function lastPosition(queries: Queries, organization: string): Promise<number> {
  const highest = async (table: "space" | "collection") => {
    const row = await queries
      .selectFrom(table)
      .select("position")
      .where("organization", "=", organization)
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    return row?.position ?? 0;
  };
  return Math.max(await highest("space"), await highest("collection")) + stride;
}
