import { CompiledQuery } from "kysely";
import type { Queries } from "../../src/platform/kernel/database/tables.ts";
import { openWorkspace } from "./platform-workspace.ts";

/** How the engine would run the statements of `work`. */
export async function plansOf(work: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const { platform } = await openWorkspace();
  return platform.database.read(async (queries) => {
    const statements: CompiledQuery[] = [];
    // Its executor is one of its own.
    const recorded = queries.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => result,
    });
    const executor = recorded.getExecutor();
    const { executeQuery } = executor;
    executor.executeQuery = (statement) => {
      statements.push(statement);
      return executeQuery.call(executor, statement) as ReturnType<typeof executeQuery<never>>;
    };
    await work(recorded);
    const plans: string[] = [];
    for (const { sql, parameters } of statements) {
      const { rows } = await queries.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      plans.push(rows.map(({ detail }) => detail).join("; "));
    }
    return plans;
  });
}
