import { Language } from "../../contract/models/language.ts";
import type { Space } from "../../contract/models/space.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { readPageById, readTree } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { flattenTree } from "../../resolve/pages.ts";
import { lookUpIfAllowed } from "../../resolve/reads.ts";

/** The most pages read for a guess. */
const maxPages = 8;

export interface SourceLanguage {
  readonly code: Language;
  /** Whether it was guessed from the text because neither the call nor the space names it. */
  readonly isGuess: boolean;
}

/** The language of a space: from the call, from the space, or guessed from its first pages. Throws ToolError. */
export async function sourceLanguage(
  space: Space,
  requested: Language | undefined,
  target: Language,
  context: ToolContext,
): Promise<SourceLanguage> {
  const known = requested ?? Language.safeParse(space.language).data;
  const code = known ?? (await guess(space, context));
  const title = quoted(space.title);
  if (code === undefined) {
    throw new ToolError(`The language of space ${title} cannot be determined from its text: pass \`from\`.`);
  }
  if (code !== target) return { code, isGuess: known === undefined };
  const otherwise = known === undefined ? ", according to its text. If not, give its language with `from`" : " already";
  throw new ToolError(`Space ${title} is in ${target}${otherwise}.`);
}

/** The language in words: "en", or "en (guessed from its text)". */
export const languageWords = ({ code, isGuess }: SourceLanguage): string =>
  isGuess ? `${code} (guessed from its text; \`from\` says otherwise)` : code;

async function guess(space: Space, context: ToolContext): Promise<Language | undefined> {
  const content = { space, changeRequest: undefined, revision: space.revision };
  const pages = await lookUpIfAllowed(readTree(content, context));
  const documents = flattenTree(pages ?? []).filter(({ page }) => page.type === "document");
  if (documents.length === 0) return undefined;
  const { countLetters, maxLetters, guessLanguage, toProse } = await import("./guess-language.ts");
  let text = "";
  for (const { page } of documents.slice(0, maxPages)) {
    const read = await lookUpIfAllowed(readPageById(content, page.id, context));
    text += `${page.title}\n${toProse(read?.markdown ?? "")}\n`;
    if (countLetters(text) >= maxLetters) break;
  }
  return guessLanguage(text);
}
