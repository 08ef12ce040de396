import type { Space } from "../../contract/models/space.ts";
import type { Translation } from "../../contract/models/translation.ts";
import { glossary } from "../../contract/operations/glossary.ts";
import { lookUpIfAllowed } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

export const upToDateReads = [glossary.list];

/** A service tells how long a run took in whole seconds. Milliseconds. */
const uncertainty = 1000;

/**
 * Why a run would find nothing to do, as far as reads tell: neither the space nor a term changed since the last run
 * began, and its result is still there. Undefined where that is not known.
 */
export async function whyUpToDate(
  translation: Translation,
  source: Space,
  { client, signal }: ToolContext,
): Promise<string | undefined> {
  const { status, result, updatedAt, stats, work } = translation;
  if (status !== "completed" || result === undefined || work !== undefined) return undefined;
  const begun = Date.parse(updatedAt) - (stats?.latestRunDuration ?? Number.NaN) * 1000 - uncertainty;
  const isOlder = (time: string | undefined) => Date.parse(time ?? "") < begun;
  if (!isOlder(source.updatedAt)) return undefined;
  const organizationId = source.organization;
  const terms = await lookUpIfAllowed(client.glossary.list({ organizationId, limit: 1000 }, { signal }));
  if (terms === undefined || terms.next?.page || !terms.items.every((term) => isOlder(term.updatedAt)))
    return undefined;
  if ((await lookUpIfAllowed(client.spaces.get({ spaceId: result.space }, { signal }))) === undefined) return undefined;
  return `Nothing was run: neither the space nor the glossary has changed since the last run, which ended ${updatedAt}. write_operation runTranslation with "translationId": "${translation.id}" runs it all the same.`;
}
