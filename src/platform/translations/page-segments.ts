import { createHash } from "node:crypto";
import { readFrontMatter, withFrontMatter } from "../../markdown/grammar/front-matter.ts";
import { titleOf } from "../../markdown/page/title.ts";
import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import { hasWords, holdPlain, release, type Segment } from "../../markdown/translation/segments.ts";
import { translatingPage } from "../../markdown/translation/translate-page.ts";
import { pageMembers, type TranslatedMember, translatedMembers } from "../content/page-members.ts";
import type { FileRecord, PageRecord } from "../content/records.ts";
import { titleOfReusable } from "../content/reusable-contents.ts";
import type { GlossaryRow } from "./glossary-rows.ts";

/** A page, or a reusable content, which is a file. */
export interface SourcePage<Holder extends PageRecord | FileRecord = PageRecord | FileRecord> {
  readonly record: Holder;
  /** Documents and reusable contents have one. */
  readonly text: string | undefined;
}

/** What a translation is known by in one translation's memory: the segment and the terms that hold for it. */
const keyOf = ({ kind, source }: Segment, terms: Readonly<Record<string, string>>): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, source, Object.entries(terms)]))
    .digest("base64url")
    .slice(0, 16);

/** Finds a translation, and notes what it was asked for. */
export interface Lookup {
  readonly asked: Map<string, { readonly segment: Segment; readonly terms: Readonly<Record<string, string>> }>;
  find(segment: Segment): string | undefined;
}

export function lookupIn(memory: ReadonlyMap<string, string>, terms: Terms): Lookup {
  const asked: Lookup["asked"] = new Map();
  return {
    asked,
    find(segment) {
      const held = terms.in(segment.source);
      const key = keyOf(segment, held);
      asked.set(key, { segment, terms: held });
      return memory.get(key);
    },
  };
}

/** Asks for everything on a page that is translated: the members readers see first, then the text. */
export function* askFor({ record, text }: SourcePage, { find }: Lookup): WorkInSteps<void> {
  translateMembers(membersOf({ record, text }), find);
  if (text === undefined) return;
  yield* translatingPage(text, (segment) => {
    find(segment);
    return undefined;
  });
}

/** The page with what `find` knows; its place, its address and all that is no prose stay. */
export function* translated({ record, text }: SourcePage, { find }: Lookup): WorkInSteps<SourcePage> {
  const members = translateMembers(membersOf({ record, text }), find);
  if (text === undefined) return { record: isPage(record) ? { ...record, ...members } : record, text };
  const { title, description } = readFrontMatter(text).attributes;
  const body = withFrontMatter(yield* translatingPage(text, find), {
    ...(typeof title === "string" && members.title !== undefined ? { title: members.title } : {}),
    ...(typeof description === "string" && members.description !== undefined
      ? { description: members.description }
      : {}),
  });
  if (!isPage(record)) return { record, text: body };
  const heading = members.title === undefined ? { title: titleOf(body)?.title ?? record.title } : {};
  return { record: { ...record, ...members, ...heading }, text: body };
}

type Members = Partial<Pick<PageRecord, TranslatedMember>>;

const isPage = (record: PageRecord | FileRecord): record is PageRecord => "type" in record;

/** What a page or reusable content is called. */
export function titleOfSource({ record, text }: SourcePage): string {
  return isPage(record) ? record.title : titleOfReusable(text ?? "", record);
}

/** What readers see of a page beside its text. */
function membersOf({ record, text }: SourcePage): Members {
  if (!isPage(record)) {
    const { title, description } = readFrontMatter(text ?? "").attributes;
    return {
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
    };
  }
  const heading = text === undefined ? undefined : titleOf(text);
  // A title that is the page's first heading is translated there.
  const inText = heading?.source === "heading" && heading.title === record.title;
  // A title that was computed is computed in the translation as well.
  const isComputed = record.computed !== undefined && record.title === record.computed.title;
  const own = translatedMembers.filter((name) => name !== "title" || !(inText || isComputed));
  return Object.fromEntries(own.map((name) => [name, record[name]]));
}

function translateMembers(given: Members, find: Lookup["find"]): Members {
  const members: Record<string, string> = {};
  for (const name of translatedMembers) {
    const value = given[name];
    if (value === undefined) continue;
    const segment = { ...holdPlain(value, "plain"), role: pageMembers[name].translation.role };
    if (!hasWords(segment.text)) continue;
    const translation = find(segment);
    if (translation !== undefined) members[name] = release(translation, segment.held);
  }
  return members;
}

/** Terms of a glossary that two languages have, as a text of the first asks for them. */
export interface Terms {
  /** Changes with every term. */
  readonly version: string;
  /** Those that are in a text, by the term there. */
  in(text: string): Readonly<Record<string, string>>;
}

/** Letters that may follow a term where it is, as in plurals. */
const ENDING = 2;

export function readTerms(entries: readonly GlossaryRow[], from: string, to: string): Terms {
  const pairs = entries.flatMap(({ translations }) => {
    const terms = JSON.parse(translations) as Readonly<Record<string, string>>;
    const [source, target] = [terms[from]?.trim(), terms[to]?.trim()];
    return source && target ? [[source, target] as const] : [];
  });
  pairs.sort(([left], [right]) => (left < right ? -1 : 1));
  const byWord = new Map<string, (readonly [string, string])[]>();
  for (const pair of pairs) {
    const word = firstWord(pair[0]);
    const known = byWord.get(word);
    if (known === undefined) byWord.set(word, [pair]);
    else known.push(pair);
  }
  const beginnings = [...byWord.keys()];
  return {
    version: createHash("sha256").update(JSON.stringify(pairs)).digest("base64url"),
    in(text) {
      if (beginnings.length === 0) return {};
      const lower = text.toLowerCase();
      const found = beginnings.filter((word) => lower.includes(word)).flatMap((word) => byWord.get(word) ?? []);
      return Object.fromEntries(found.filter(([source]) => stands(lower, source.toLowerCase())));
    },
  };
}

/** Terms that are the same in both languages and are in the text as they are written. */
export const keptTerms = (terms: Readonly<Record<string, string>>, text: string): string[] =>
  Object.entries(terms).flatMap(([source, target]) => (source === target && text.includes(source) ? [source] : []));

const firstWord = (term: string) => /[\p{L}\p{N}]+/u.exec(term.toLowerCase())?.[0] ?? term.toLowerCase();

function stands(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (isDense(term)) return true;
    const before = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const after = /^[\p{L}\p{N}]*/u.exec(text.slice(at + term.length, at + term.length + ENDING + 1))?.[0].length ?? 0;
    if (!before && after <= ENDING) return true;
  }
  return false;
}

/** Written without spaces between words. */
export const isDense = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
