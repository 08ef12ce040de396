import { organizationFor, spaceFor } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { readTranslation, type TranslationRow } from "../store/translations.ts";

/** Throws where whoever asked for the run may no longer have the source read to them, or there is none any more. */
export async function demandRun(context: Context, row: TranslationRow): Promise<void> {
  if ((await readTranslation(context.queries, row.id)) === undefined) {
    throw new Problem("not_found", "The translation is gone.");
  }
  await organizationFor(context, row.organization, "create");
  await spaceFor(context, row.source_space, "view");
}
