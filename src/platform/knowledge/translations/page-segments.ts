import { createHash } from "node:crypto";
import { readFrontMatter, withFrontMatter } from "../../../markdown/grammar/front-matter.ts";
import { findTitle } from "../../../markdown/page/title.ts";
import type { WorkInSteps } from "../../../markdown/text/work-in-steps.ts";
import { hasWords, holdPlain, release, type Segment } from "../../../markdown/translation/segments.ts";
import { translatingPage } from "../../../markdown/translation/translate-page.ts";
import { pageMembers, type TranslatedMember, translatedMembers } from "../../content/page-members.ts";
import type { FileRecord, PageRecord } from "../../content/records.ts";
import { titleOfReusable } from "../../content/reusable-contents.ts";
import type { GlossaryRow } from "./glossary-rows.ts";

/** A page or a reusable content, which is a file. */
export interface SourcePage<Holder extends PageRecord | FileRecord = PageRecord | FileRecord> {
  readonly record: Holder;
  /** Set for documents and reusable contents. */
  readonly text: string | undefined;
}

/** The key of a translation in the memory: the segment and the terms that apply to it. */
const computeKey = ({ kind, source }: Segment, terms: Readonly<Record<string, string>>): string =>
  createHash("sha256")
    .update(JSON.stringify([kind, source, Object.entries(terms)]))
    .digest("base64url")
    .slice(0, 16);

/** Looks up translations and records which were requested. */
export interface Lookup {
  readonly requested: Map<string, { readonly segment: Segment; readonly terms: Readonly<Record<string, string>> }>;
  find(segment: Segment): string | undefined;
}

export function lookupIn(memory: ReadonlyMap<string, string>, terms: Terms): Lookup {
  const requested: Lookup["requested"] = new Map();
  return {
    requested,
    find(segment) {
      const held = terms.in(segment.source);
      const key = computeKey(segment, held);
      requested.set(key, { segment, terms: held });
      return memory.get(key);
    },
  };
}

/** Looks up everything translatable on a page: first the members that readers see, then the text. */
export function* lookUpSegments({ record, text }: SourcePage, { find }: Lookup): WorkInSteps<void> {
  translateMembers(listMembers({ record, text }), find);
  if (text === undefined) return;
  yield* translatingPage(text, (segment) => {
    find(segment);
    return undefined;
  });
}

/** The page translated as far as `find` knows. Its position, address and everything that is not prose are unchanged. */
export function* translated({ record, text }: SourcePage, { find }: Lookup): WorkInSteps<SourcePage> {
  const members = translateMembers(listMembers({ record, text }), find);
  if (text === undefined) return { record: isPage(record) ? { ...record, ...members } : record, text };
  const { title, description } = readFrontMatter(text).attributes;
  const body = withFrontMatter(yield* translatingPage(text, find), {
    ...(typeof title === "string" && members.title !== undefined ? { title: members.title } : {}),
    ...(typeof description === "string" && members.description !== undefined
      ? { description: members.description }
      : {}),
  });
  if (!isPage(record)) return { record, text: body };
  const heading = members.title === undefined ? { title: findTitle(body)?.title ?? record.title } : {};
  return { record: { ...record, ...members, ...heading }, text: body };
}

type Members = Partial<Pick<PageRecord, TranslatedMember>>;

const isPage = (record: PageRecord | FileRecord): record is PageRecord => "type" in record;

/** The title of a page or reusable content. */
export function titleOfSource({ record, text }: SourcePage): string {
  return isPage(record) ? record.title : titleOfReusable(text ?? "", record);
}

/** What readers see of a page besides its text. */
function listMembers({ record, text }: SourcePage): Members {
  if (!isPage(record)) {
    const { title, description } = readFrontMatter(text ?? "").attributes;
    return {
      ...(typeof title === "string" ? { title } : {}),
      ...(typeof description === "string" ? { description } : {}),
    };
  }
  const heading = text === undefined ? undefined : findTitle(text);
  // A title taken from the page's first heading is translated with the text.
  const inText = heading?.source === "heading" && heading.title === record.title;
  // A computed title is computed again in the translation.
  const isComputed = record.computed !== undefined && record.title === record.computed.title;
  const own = translatedMembers.filter((name) => name !== "title" || !(inText || isComputed));
  return Object.fromEntries(own.map((name) => [name, record[name]]));
}

function translateMembers(sourceMembers: Members, find: Lookup["find"]): Members {
  const members: Record<string, string> = {};
  for (const name of translatedMembers) {
    const value = sourceMembers[name];
    if (value === undefined) continue;
    const segment = { ...holdPlain(value, "plain"), role: pageMembers[name].translation.role };
    if (!hasWords(segment.text)) continue;
    const translation = find(segment);
    if (translation !== undefined) members[name] = release(translation, segment.held);
  }
  return members;
}

/** The glossary terms that exist in two languages, to be matched in texts of the first. */
export interface Terms {
  /** Changes whenever a term does. */
  readonly version: string;
  /** The terms in a text, by their form there. */
  in(text: string): Readonly<Record<string, string>>;
}

/** Letters that may follow a term in a text, as in plurals. */
const maxEndingLength = 2;

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

/** Terms that are identical in both languages and occur in the text exactly as written. */
export const listIdenticalTerms = (terms: Readonly<Record<string, string>>, text: string): string[] =>
  Object.entries(terms).flatMap(([source, target]) => (source === target && text.includes(source) ? [source] : []));

const firstWord = (term: string) => /[\p{L}\p{N}]+/u.exec(term.toLowerCase())?.[0] ?? term.toLowerCase();

function stands(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (isDense(term)) return true;
    const before = /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
    const after =
      /^[\p{L}\p{N}]*/u.exec(text.slice(at + term.length, at + term.length + maxEndingLength + 1))?.[0].length ?? 0;
    if (!before && after <= maxEndingLength) return true;
  }
  return false;
}

/** Whether the text is in a script without spaces between words. */
export const isDense = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
