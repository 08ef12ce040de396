import type { Translation } from "../../contract/models/translation.ts";
import { translations } from "../../contract/operations/translations.ts";
import { cut } from "../present/budget.ts";
import { markdownOf } from "../present/document.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { lookUp } from "../resolve/lookup.ts";
import { pick } from "../resolve/pick.ts";
import { listTranslations } from "../resolve/translation.ts";
import { noteTokens, pageOf, type Subject } from "./subject.ts";

export const translationReads = [translations.list, translations.get];

export async function showTranslations(subject: Subject): Promise<string> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, cursor, context } = subject;
  const { client, signal, answerTokens } = context;
  const { blocks, more } = await listWithin<Translation>({
    subject: ["translations", organizationId],
    cursor,
    tokens: answerTokens - noteTokens,
    read: (page, limit) => client.translations.list({ organizationId, limit, ...pageOf(page) }, { signal }),
    present: (translation) => `- ${titleOf(translation)} (${factsOf(translation).join(", ")})`,
  });
  if (blocks.length === 0) return "There is no translation. translate_space makes one.";
  return [...blocks, more ?? `With "name": an id, for its instructions. translate_space brings one up to date.`].join(
    "\n",
  );
}

const titleOf = ({ source, language }: Translation) => `${source.language} to ${language} of space ${source.space}`;

function factsOf({ id, status, result, updatedAt, stats }: Translation): string[] {
  return [
    `id ${id}`,
    status,
    result === undefined ? "no result yet" : `in space ${result.space}`,
    `updated ${updatedAt.slice(0, 16)}`,
    `${stats.runs} runs, the last ${stats.latestPages} pages and ${stats.latestWords} words in ${stats.latestRunDuration} s`,
  ];
}

async function showOne(name: string, { organizationId, context }: Subject): Promise<string> {
  const { client, signal, answerTokens } = context;
  const id = name.trim();
  const named = await lookUp(client.translations.get({ organizationId, translationId: id }, { signal }));
  const translation = named ?? (await findByTitle(name, organizationId, context));
  const wording = cut(await markdownOf(translation.instructions), answerTokens - 400, "(cut)").text;
  const heading = `Translation ${titleOf(translation)} (${factsOf(translation).join(", ")}).`;
  return wording.trim() === "" ? heading : `${heading}\n${fence(wording, { title: "instructions" })}`;
}

/** By the space or the language it names. */
async function findByTitle(name: string, organizationId: string, context: Subject["context"]): Promise<Translation> {
  const all = await listTranslations(organizationId, context);
  return pick(
    name,
    all.map((translation) => ({ ...translation, title: titleOf(translation) })),
    { one: "translation", many: "translations", none: "translate_space makes one." },
  );
}
