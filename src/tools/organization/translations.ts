import type { Translation } from "../../contract/models/translation.ts";
import { spaces } from "../../contract/operations/spaces.ts";
import { translations } from "../../contract/operations/translations.ts";
import { toMarkdown } from "../../present/document.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { listTranslations } from "../../resolve/in-organization.ts";
import { looksLikeId } from "../../resolve/link.ts";
import { type Kind, onlyOne, pick } from "../../resolve/pick.ts";
import { lookUp, readPart } from "../../resolve/reads.ts";
import { type Subject, showAll, showText } from "./show-list.ts";

export const translationReads = [translations.list, translations.get, spaces.list];

const translationKind: Kind = { one: "translation", many: "translations", none: "translate_space creates one." };

export async function showTranslations(subject: Subject): Promise<ToolResult> {
  const titles = await spaceTitles(subject);
  if (subject.name !== undefined) return showOne(subject.name, titles, subject);
  const { organizationId, context } = subject;
  return showAll<Translation>(
    {
      kind: "Translations",
      none: "It has no translation. translate_space creates one.",
      next: `With "name": an id, for its instructions. translate_space brings one up to date.`,
      read: (query) => context.client.translations.list({ organizationId, ...query }, { signal: context.signal }),
      present: (translation) => `- ${oneLine(formatTitle(translation, titles))} (${listFacts(translation).join(", ")})`,
    },
    subject,
  );
}

/** Titles of an organization's first thousand spaces by id, as far as the caller may list them. */
async function spaceTitles({ organizationId, context }: Subject): Promise<ReadonlyMap<string, string>> {
  const { client, signal } = context;
  const part = await readPart(client.spaces.list({ organizationId, limit: 1000 }, { signal }));
  return new Map("found" in part ? part.found.items.map(({ id, title }) => [id, title]) : []);
}

const formatTitle = ({ source, language }: Translation, titles: ReadonlyMap<string, string>) =>
  `${oneLine(titles.get(source.space) ?? source.space, 60)} to ${language}`;

function listFacts({ id, status, source, result, updatedAt, stats }: Translation): string[] {
  const { runs, latestPages, latestWords, latestRunDuration } = stats;
  const latest = `${counted(latestPages, "page")} and ${counted(latestWords, "word")} in ${latestRunDuration} s`;
  return [
    `id ${id}`,
    status,
    `from ${source.language} of space ${source.space}`,
    result === undefined ? "no result yet" : `in space ${result.space}`,
    `updated ${updatedAt.slice(0, 16)}`,
    ...(runs === 0 ? ["never run"] : [`${counted(runs, "run")}, the last ${latest}`]),
  ];
}

async function showOne(name: string, titles: ReadonlyMap<string, string>, subject: Subject): Promise<ToolResult> {
  const { organizationId, context } = subject;
  const { client, signal } = context;
  const id = name.trim();
  const named = looksLikeId(id)
    ? await lookUp(client.translations.get({ organizationId, translationId: id }, { signal }))
    : undefined;
  const translation = named ?? (await findByTitle(name, titles, subject));
  const heading = `Translation ${quoted(formatTitle(translation, titles))} (${listFacts(translation).join(", ")}).`;
  const text = await toMarkdown(translation.instructions);
  if (text.trim() === "") return { text: `${heading}\nIt has no instructions. translate_space sets them.` };
  const about = ["translation", organizationId, translation.id];
  return showText({ heading, text, title: "instructions", about, version: translation.updatedAt }, subject);
}

/** By its language, or by the id or title of either of its spaces. */
async function findByTitle(
  name: string,
  titles: ReadonlyMap<string, string>,
  { organizationId, context }: Subject,
): Promise<Translation> {
  const found = await listTranslations(organizationId, context);
  const all = found.map((translation) => ({ ...translation, title: formatTitle(translation, titles) }));
  const wanted = name.trim().toLowerCase();
  const fitting = all.filter(({ language, source, result }) => {
    const named = [source.space, ...(result === undefined ? [] : [result.space])];
    const titled = named.flatMap((space) => titles.get(space)?.toLowerCase() ?? []);
    return language === wanted || named.includes(name.trim()) || titled.includes(wanted);
  });
  return fitting.length > 0 ? onlyOne(fitting, translationKind, "name") : pick(name, all, translationKind);
}
