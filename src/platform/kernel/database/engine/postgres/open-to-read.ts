import type { ReadDatabase } from "../engine.ts";
import { openPool, queriesOver } from "./connection.ts";
import { describeServer } from "./describe-server.ts";
import { explained } from "./errors.ts";

/** Opens a database on a PostgreSQL server without changing anything. Throws `DatabaseServerError`. */
export async function openServerToRead(url: string): Promise<ReadDatabase> {
  const location = describeServer(url);
  const opened = await openPool(url, 1);
  const queries = queriesOver(opened, location);
  return {
    location,
    read: (work) =>
      queries
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(work)
        .catch((error: unknown) => {
          throw explained(error, location);
        }),
    close: () => opened.pool.end(),
  };
}
