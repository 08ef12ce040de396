import type { Config } from "../config.ts";
import { modelOf, translationOf } from "./connection.ts";

/** What to try of the services that the embedded platform is to use: a name, and what tells how it went or throws. */
export function servicesToCheck(config: Config): [name: string, check: () => Promise<string>][] {
  const model = modelOf(config);
  const translation = translationOf(config);
  return [
    ...(model === undefined
      ? []
      : [
          named("language model", async () => {
            const { checkModel } = await import("../platform/models/check-model.ts");
            return checkModel(model);
          }),
        ]),
    ...(translation.provider === undefined
      ? []
      : [
          named("translation service", async () => {
            const { checkProvider } = await import("../platform/translation/providers/check-provider.ts");
            return checkProvider(translation, model);
          }),
        ]),
    ...(model === undefined && translation.provider === undefined
      ? []
      : [named("spent today", () => spentToday(config))]),
  ];
}

const named = (name: string, check: () => Promise<string>): [string, () => Promise<string>] => [name, check];

/** What all processes on the data folder have asked of these services since midnight, UTC. */
async function spentToday({ data, modelTokensPerDay, translationCharactersPerDay }: Config): Promise<string> {
  const [{ openDatabase }, { spentOn }, { dayOf, endOfDay, momentWords }] = await Promise.all([
    import("../platform/store/database.ts"),
    import("../platform/store/spending.ts"),
    import("../platform/spending/day-limit.ts"),
  ]);
  const now = new Date().toISOString();
  const database = await openDatabase(data.value);
  try {
    const [tokens, characters] = await database.read(async (queries) => [
      await spentOn(queries, "model-tokens", dayOf(now)),
      await spentOn(queries, "translation-characters", dayOf(now)),
    ]);
    const of = (spent: number | undefined, most: number) => `${spent}${most === 0 ? "" : ` of ${most}`}`;
    return `${of(tokens, modelTokensPerDay.value)} tokens of a model, ${of(characters, translationCharactersPerDay.value)} characters to be translated; a new day begins at ${momentWords(endOfDay(now))}`;
  } finally {
    await database.close();
  }
}
