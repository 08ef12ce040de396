import { z } from "zod";
import { closestName } from "../../client/closest-name.ts";
import { Language } from "../../contract/models/space.ts";
import type { Translation } from "../../contract/models/translation.ts";
import { translations } from "../../contract/operations/translations.ts";
import { documentOf } from "../editing/document.ts";
import { type Step, takeSteps } from "../editing/steps.ts";
import { quoted } from "../present/name.ts";
import { named } from "../resolve/arguments.ts";
import { findSpace } from "../resolve/space.ts";
import { listTranslations } from "../resolve/translation.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer, type ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

export const translateSpace = defineTool({
  name: "translate_space",
  title: "Translate a space",
  description:
    "Translate a space into a language, kept as a space of its own, or bring its translation up to date. show_organization tells how far it is.",
  toolset: "translations",
  uses: [translations.list, translations.create, translations.update, translations.run, ...usedTo.findSpace],
  input: {
    space: named.space,
    language: z.string().max(20).describe("Code such as de or pt-br"),
    from: z.string().max(20).optional().describe("Code of the space's own language, where it has none set"),
    instructions: z.string().max(20_000).optional().describe("Wording and style to follow; Markdown"),
  },
  async run({ space: name, language, from, instructions }, context): Promise<ToolAnswer> {
    const target = languageOf(language, "language");
    const space = await findSpace(name, context);
    const source = languageOf(from ?? space.language ?? unknownSource(), "from");
    if (source === target) throw new ToolError(`Space ${quoted(space.title)} is in ${target} already.`);
    const known = await listTranslations(space.organization, context);
    const existing = known.find((one) => one.source.space === space.id && one.language === target);
    const order = { organizationId: space.organization, instructions };
    const steps =
      existing === undefined
        ? creation({ space: space.id, language: source }, target, order, context)
        : renewal(existing, order, context);
    const done = await takeSteps(steps);
    return { text: [`Space ${quoted(space.title)} (${space.id}) into ${target}:`, ...done, following].join("\n") };
  },
});

const following = `show_organization with "about": "translations" shows how far it is and the space it fills.`;

interface Order {
  readonly organizationId: string;
  readonly instructions: string | undefined;
}

type Code = z.infer<typeof Language>;

function languageOf(code: string, argument: string): Code {
  const parsed = Language.safeParse(code.trim().toLowerCase().replace("_", "-"));
  if (parsed.success) return parsed.data;
  const closest = closestName(code, Language.options);
  const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
  throw new ToolError(
    `${argument}: ${JSON.stringify(code)} is no language code it takes.${hint} There are ${Language.options.join(", ")}.`,
  );
}

function unknownSource(): never {
  throw new ToolError("The space has no language set: say with `from` what it is written in.");
}

function creation(
  source: { space: string; language: Code },
  language: Code,
  order: Order,
  context: ToolContext,
): Step[] {
  const { client, signal } = context;
  const { organizationId, instructions } = order;
  let made: Translation | undefined;
  return [
    async () => {
      const wording = instructions === undefined ? {} : { instructions: await documentOf(instructions) };
      made = await client.translations.create({ organizationId, source, language, ...wording }, { signal });
      return `Translation ${made.id} is set up.`;
    },
    async () => (made === undefined || made.status === "running" ? "It runs." : run(made, organizationId, context)),
  ];
}

function renewal(existing: Translation, { organizationId, instructions }: Order, context: ToolContext): Step[] {
  const { client, signal } = context;
  const names = { organizationId, translationId: existing.id };
  return [
    ...(instructions === undefined
      ? []
      : [
          async () => {
            const wording = { instructions: await documentOf(instructions) };
            await client.translations.update({ ...names, ...wording }, { signal });
            return `Translation ${existing.id} has the new instructions.`;
          },
        ]),
    () => run(existing, organizationId, context),
  ];
}

async function run({ id }: Translation, organizationId: string, { client, signal }: ToolContext): Promise<string> {
  await client.translations.run({ organizationId, translationId: id }, { signal });
  return `Translation ${id} runs now.`;
}
