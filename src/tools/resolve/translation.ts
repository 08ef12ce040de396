import { paginate } from "../../client/paginate.ts";
import type { Translation } from "../../contract/models/translation.ts";
import type { ToolContext } from "../tool.ts";

/** Translations looked through. */
const mostTranslations = 1000;

/** Every translation of an organization, at most a thousand. */
export async function listTranslations(
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<readonly Translation[]> {
  const all: Translation[] = [];
  for await (const translation of paginate(client.translations.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(translation) >= mostTranslations) break;
  }
  return all;
}
