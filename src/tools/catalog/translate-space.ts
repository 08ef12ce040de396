import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import { closestName } from "../../contract/closest-name.ts";
import { languageName } from "../../contract/language-name.ts";
import { Language } from "../../contract/models/language.ts";
import type { Space } from "../../contract/models/space.ts";
import type { Translation } from "../../contract/models/translation.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { glossary } from "../../contract/operations/glossary.ts";
import { pages } from "../../contract/operations/pages.ts";
import { translations } from "../../contract/operations/translations.ts";
import { estimateTokens, fenceTokens } from "../../present/budget.ts";
import { toDocument } from "../../present/document.ts";
import { fence } from "../../present/fence.ts";
import { listWithin } from "../../present/listing.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote, withAddress } from "../../present/web-address.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import { changeRequestName } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { listTranslations } from "../../resolve/in-organization.ts";
import { lookUp, lookUpIfAllowed } from "../../resolve/reads.ts";
import { findSpace } from "../../resolve/spaces.ts";
import { usedTo } from "../../resolve/uses.ts";
import { followOperation } from "../operations/follow.ts";
import { type Step, takeSteps } from "../steps.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";
import { languageWords, type SourceLanguage, sourceLanguage } from "../translation/source-language.ts";
import { awaitTrial } from "../trial.ts";

const upToDateReads = [glossary.list];

export const translateSpace = defineTool({
  name: "translate_space",
  title: "Translate a space",
  description:
    "Translate a space into a language, as a separate space, or update its translation. It may return segments for you to translate, with glossary terms to use (updateGlossaryEntries sets them): call again with translations.",
  toolset: "translations",
  uses: [
    translations.list,
    translations.get,
    translations.create,
    translations.update,
    translations.run,
    changeRequests.get,
    pages.list,
    pages.get,
    ...upToDateReads,
    ...usedTo.findSpace,
  ],
  input: {
    space: named.space,
    language: z.string().max(500).describe("Such as de or pt-br"),
    from: z.string().max(500).optional().describe("Its own language; guessed if not set"),
    instructions: z.string().max(20_000).optional().describe("Wording and style; Markdown"),
    translations: z
      .array(z.strictObject({ segment: z.string().max(500), text: z.string().max(20_000) }))
      .optional()
      .describe("Of segments; all or none are applied"),
    cursor: named.cursor,
  },
  plan: ({ cursor, translations: translatedSegments }) => ({
    reach:
      cursor === undefined || translatedSegments !== undefined
        ? getFurthestReach({ uses: [translations.run] })
        : "reads",
  }),
  /** Sending segments or waiting continues a run that was already confirmed. */
  async consequence({ space: name, language, from, instructions, translations: translatedSegments, cursor }, context) {
    if (translatedSegments !== undefined || cursor !== undefined) return undefined;
    const own = from === undefined ? undefined : parseLanguage(from, "from");
    const space = await findSpace(name, context);
    const { title, id, revision, organization: organizationId } = space;
    const target = parseLanguage(language, "language");
    const existing = await findTranslation(space, target, context);
    if (existing?.status === "running") return undefined;
    if (existing !== undefined && instructions === undefined && (await whyUpToDate(existing, space, context))) {
      return undefined;
    }
    const { client, signal } = context;
    const options = { signal, trial: true };
    const source = existing === undefined ? await sourceLanguage(space, own, target, context) : undefined;
    if (existing !== undefined) {
      await awaitTrial(client.translations.run({ organizationId, translationId: existing.id }, options));
    } else if (source !== undefined) {
      const from = { space: id, language: source.code };
      await awaitTrial(client.translations.create({ organizationId, source: from, language: target }, options));
    }
    const words = source === undefined ? existing?.source.language : languageWords(source);
    const question = `Translate space ${quoted(title)} (${id}), at revision ${revision}, from ${words} into ${target}: a separate space shows the result to its readers.`;
    return withAddress(question, space);
  },
  async run(
    { space: name, language, from, instructions, translations: translatedSegments, cursor },
    context,
  ): Promise<ToolResult> {
    const target = parseLanguage(language, "language");
    const own = from === undefined ? undefined : parseLanguage(from, "from");
    const space = await findSpace(name, context);
    const existing = await findTranslation(space, target, context);
    const order = { organizationId: space.organization, instructions };
    const heading = `Space ${quoted(space.title)} (${space.id}) into ${target}:`;
    let translationId = existing?.id;
    const onCreated = (id: string) => {
      translationId = id;
    };
    if (existing === undefined && (translatedSegments !== undefined || cursor !== undefined)) {
      throw new ToolError(`${heading} there is no such translation. Leave translations and cursor out to set it up.`);
    }
    const mayRun =
      existing !== undefined && translatedSegments === undefined && cursor === undefined && instructions === undefined;
    const upToDateNote = mayRun ? await whyUpToDate(existing, space, context) : undefined;
    if (upToDateNote !== undefined) return { text: [heading, upToDateNote, ...webAddressNote(space)].join("\n") };
    const steps =
      existing === undefined
        ? creation(
            space.id,
            await sourceLanguage(space, own, target, context),
            target,
            { ...order, onCreated },
            context,
          )
        : translatedSegments !== undefined
          ? [() => submitTranslations(existing, translatedSegments, order, context)]
          : cursor === undefined
            ? renewal(existing, order, context)
            : [];
    const done = await takeSteps(steps, context);
    const names = { organizationId: space.organization, translationId: translationId ?? "" };
    const spent = { ...context, answerTokens: context.answerTokens - 100 };
    return { text: [heading, ...done, await showWork(names, cursor, spent, space)].join("\n") };
  },
});

async function findTranslation({ id, organization }: Space, target: Language, context: ToolContext) {
  const known = await listTranslations(organization, context);
  return known.find((one) => one.source.space === id && one.language === target);
}

interface Order {
  readonly organizationId: string;
  readonly instructions: string | undefined;
}

/** A language by its code or English name. */
function parseLanguage(written: string, argument: string): Language {
  const wanted = written.trim().toLowerCase();
  const code = wanted.replace("_", "-");
  const found = Language.options.find((one) => one === code || languageName(one).toLowerCase() === wanted);
  if (found !== undefined) return found;
  const closest = closestName(code, Language.options);
  const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
  throw new ToolError(
    `${argument}: ${quotedExcerpt(written, 80)} is not a supported language.${hint} Supported: ${Language.options.join(", ")}.`,
  );
}

function creation(
  space: string,
  from: SourceLanguage,
  language: Language,
  { organizationId, instructions, onCreated: notifyCreated }: Order & { onCreated(id: string): void },
  context: ToolContext,
): Step[] {
  const { client, signal } = context;
  let created: Translation | undefined;
  return [
    async () => {
      const wording = instructions === undefined ? {} : { instructions: await toDocument(instructions) };
      const source = { space, language: from.code };
      created = await client.translations.create({ organizationId, source, language, ...wording }, { signal });
      notifyCreated(created.id);
      const guess = from.isGuess ? `, guessed from its text: if wrong, deleteTranslation, then give \`from\`` : "";
      return `Translation ${created.id} is set up, from ${from.code}${guess}.`;
    },
    async () => (created === undefined ? "" : run(created, organizationId, context)),
  ];
}

function renewal(existing: Translation, { organizationId, instructions }: Order, context: ToolContext): Step[] {
  const { client, signal } = context;
  const names = { organizationId, translationId: existing.id };
  const reword = async (markdown: string) => {
    await client.translations.update({ ...names, instructions: await toDocument(markdown) }, { signal });
    return `Translation ${existing.id} has the new instructions.`;
  };
  return [
    ...(instructions === undefined ? [] : [() => reword(instructions)]),
    () => run(existing, organizationId, context),
  ];
}

async function submitTranslations(
  { id }: Translation,
  translatedSegments: readonly { readonly segment: string; readonly text: string }[],
  { organizationId }: Order,
  { client, signal }: ToolContext,
): Promise<string> {
  await client.translations.run(
    { organizationId, translationId: id, translations: [...translatedSegments] },
    { signal },
  );
  return `Took ${counted(translatedSegments.length, "translation")}.`;
}

/** Starts a translation unless it is running. */
async function run({ id, status }: Translation, organizationId: string, context: ToolContext): Promise<string> {
  const { client, signal } = context;
  if (status === "running") return `Translation ${id} is already running; call again when it is completed.`;
  await client.translations.run({ organizationId, translationId: id }, { signal });
  return `A run of translation ${id} was started.`;
}

const noteTokens = 200;

type Names = { readonly organizationId: string; readonly translationId: string };

type Item = NonNullable<NonNullable<Translation["work"]>["items"]>[number];

const following = `show_organization with "about": "translations" shows its progress and the space it fills.`;

/** The state of a translation: where its result is, or the next segments for the agent to translate. */
async function showWork(
  names: Names,
  cursor: string | undefined,
  context: ToolContext,
  source: Space,
): Promise<string> {
  const { client, signal } = context;
  await followOperation(translations.run, { ...names, answer: undefined }, context);
  const { status, result, work } = await client.translations.get(names, { signal });
  if (status === "completed" && result !== undefined) {
    return showResult(result, context, source);
  }
  if (status !== "pending" || work === undefined || work.segments === 0) {
    return `${work?.problem === undefined ? "" : `The last attempt did not finish it: ${oneLine(work.problem, 400)}\n`}${[following, ...webAddressNote(source)].join("\n")}`;
  }
  return [await showSegments(names, cursor, context, work), ...webAddressNote(source)].join("\n");
}

async function showResult(
  { space, changeRequest: changeRequestId }: NonNullable<Translation["result"]>,
  { client, signal }: ToolContext,
  source: Space,
): Promise<string> {
  const done = `It is completed, in space ${space}.`;
  const elsewhere = (text: string) => [text, ...webAddressNote(source)].join("\n");
  if (changeRequestId === undefined) return elsewhere(done);
  const changeRequest = await lookUp(client.changeRequests.get({ spaceId: space, changeRequestId }, { signal }));
  if (changeRequest === undefined) return elsewhere(done);
  const name = `Change request ${changeRequestName(changeRequest)}`;
  if (changeRequest.status === "merged") return elsewhere(`${done} ${name}, the last one with changes, is merged.`);
  const next = "show_changes shows it";
  return `${done} ${name} contains the changes and is ${changeRequest.status}: ${next}.${webAddressNote(changeRequest)
    .map((line) => `\n${line}`)
    .join("")}`;
}

async function showSegments(
  names: Names,
  cursor: string | undefined,
  { client, signal, answerTokens }: ToolContext,
  { segments, problem }: NonNullable<Translation["work"]>,
): Promise<string> {
  const heading = [
    ...(problem === undefined ? [] : [`The last attempt did not finish it: ${oneLine(problem, 400)}`]),
    `It waits for translations of ${counted(segments, "segment")}; nothing is written until it has all of them. Translate these, and call again with \`translations\`: for each its segment and text. Keep every ⟦1⟧ once, write one line, use the terms.`,
  ].join("\n");
  let page = "";
  const { blocks, more } = await listWithin<Item>({
    subject: ["translate_space", names.translationId],
    cursor,
    tokens: answerTokens - estimateTokens(heading) - fenceTokens - noteTokens,
    async read(from, limit) {
      const query = { ...names, segments: Math.min(limit, 100), ...(from === undefined ? {} : { page: from }) };
      const { work } = await client.translations.get(query, { signal });
      return { items: work?.items ?? [], ...(work?.next === undefined ? {} : { next: work.next }) };
    },
    present(item) {
      const head = item.page.id === page ? "" : `Page ${oneLine(item.page.title)} (${item.page.id}):\n`;
      page = item.page.id;
      const terms = Object.entries(item.terms).map(([term, wanted]) => `${term} = ${wanted}`);
      const notes = [
        ...(terms.length === 0 ? [] : [`terms: ${terms.join(", ")}`]),
        ...(item.problem === undefined ? [] : [`refused before: ${item.problem}`]),
      ];
      const kind = item.kind === undefined ? "" : ` (${oneLine(item.kind, 40)})`;
      return `${head}- ${item.id}${kind}: ${item.text}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
    },
  });
  return [heading, fence(blocks.join("\n")), ...(more === undefined ? [] : [more])].join("\n");
}

/** Services report the duration of a run in whole seconds. Milliseconds. */
const uncertainty = 1000;

/**
 * Why a run would have nothing to do, as far as reads show: neither the space nor a term changed since the last run
 * began, and its result still exists. Undefined if that is not known.
 */
async function whyUpToDate(
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
  return `Nothing was run: neither the space nor the glossary has changed since the last run, which ended ${updatedAt}. Call again with \`instructions\` to run it anyway.`;
}
