import { createHash } from "node:crypto";
import { readFrontMatter } from "../../text/front-matter.ts";
import { withFrontMatter } from "../../text/front-matter-edit.ts";
import { titleOf } from "../../text/title.ts";
import { holdPlain } from "../../text/translation/hold.ts";
import { segmentsOf, translatePage } from "../../text/translation/page.ts";
import { hasWords, release, type Segment } from "../../text/translation/segment.ts";
import type { FileRecord, PageRecord } from "../content/records.ts";
import { titleOfReusable } from "../content/reusable-contents.ts";
import type { Terms } from "./terms.ts";

/** A page, or a reusable content, which is a file. */
export interface SourcePage<Holder extends PageRecord | FileRecord = PageRecord | FileRecord> {
  readonly record: Holder;
  /** Documents and reusable contents have one. */
  readonly text: string | undefined;
}

/** What a translation is known by in one translation's memory: the segment and the terms that hold for it. */
export const keyOf = ({ kind, source }: Segment, terms: Readonly<Record<string, string>>): string =>
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
export function askFor({ record, text }: SourcePage, { find }: Lookup): void {
  translateMembers(membersOf({ record, text }), find);
  if (text !== undefined) for (const segment of segmentsOf(text)) find(segment);
}

/** The page with what `find` knows; its place, its address and all that is no prose stay. */
export function translated({ record, text }: SourcePage, { find }: Lookup): SourcePage {
  const members = translateMembers(membersOf({ record, text }), find);
  if (text === undefined) return { record: isPage(record) ? { ...record, ...members } : record, text };
  const { title, description } = readFrontMatter(text).attributes;
  const body = withFrontMatter(translatePage(text, find), {
    ...(typeof title === "string" && members.title !== undefined ? { title: members.title } : {}),
    ...(typeof description === "string" && members.description !== undefined
      ? { description: members.description }
      : {}),
  });
  if (!isPage(record)) return { record, text: body };
  const heading = members.title === undefined ? { title: titleOf(body)?.title ?? record.title } : {};
  return { record: { ...record, ...members, ...heading }, text: body };
}

type Members = Partial<Pick<PageRecord, "title" | "linkTitle" | "description">>;

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
  const { title, linkTitle, description } = record;
  return { linkTitle, description, ...(inText || isComputed ? {} : { title }) };
}

const roles = { title: "title", linkTitle: "link title", description: "description" } as const;

function translateMembers(given: Members, find: Lookup["find"]): Members {
  const members: Record<string, string> = {};
  for (const name of ["title", "linkTitle", "description"] as const) {
    const value = given[name];
    if (value === undefined) continue;
    const segment = { ...holdPlain(value, "plain"), role: roles[name] };
    if (!hasWords(segment.text)) continue;
    const translation = find(segment);
    if (translation !== undefined) members[name] = release(translation, segment.held);
  }
  return members;
}
