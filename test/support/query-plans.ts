import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from "kysely";
import type { Queries } from "../../src/platform/kernel/database/tables.ts";
import { openWorkspace } from "./platform-workspace.ts";

/** How the engine would run the statements of `work`. */
export async function plansOf(work: (queries: Queries) => Promise<unknown>): Promise<string[]> {
  const { platform } = await openWorkspace();
  return platform.database.read(async (queries) => {
    const statements: RootOperationNode[] = [];
    const recorder: KyselyPlugin = {
      transformQuery({ node }) {
        statements.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(queries.withPlugin(recorder));
    const plans: string[] = [];
    for (const node of statements) {
      const { sql, parameters } = queries.getExecutor().compileQuery(node, createQueryId());
      const { rows } = await queries.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      plans.push(rows.map(({ detail }) => detail).join("; "));
    }
    return plans;
  });
}
