import { posix } from "node:path";
import type { UpdatePage } from "../../contract/models/content-change.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import { pageVariables } from "../../markdown/expressions/expressions.ts";
import { frontMatterRange, readFrontMatter, withFrontMatter } from "../../markdown/grammar/front-matter.ts";
import { decodePath, isExternal, rooted } from "../../markdown/page/link-paths.ts";
import { findTitle } from "../../markdown/page/title.ts";
import { truncate } from "../../markdown/text/trim.ts";
import {
  type Described,
  type DescribedMember,
  describedMembers,
  type MembersWhere,
  pageMembers,
  settableMembers,
} from "./page-members.ts";
import type { PageRecord } from "./records.ts";

const maxCoverLength = 2000;

/** Readers for the members that front matter holds as structured values. */
const readStructure: {
  readonly [Member in MembersWhere<"frontMatter", "structure">]: (
    text: string,
    attributes: Record<string, unknown>,
    picture: (address: string) => string,
  ) => PageRecord[Member];
} = {
  layout: (_, attributes) => layoutIn(attributes.layout),
  cover: (_, attributes, picture) => coverIn(attributes, picture),
  variables(text) {
    const variables = pageVariables(text);
    return Object.keys(variables).length > 0 ? variables : undefined;
  },
};

/** What a page's front matter says about it. `picture` converts a cover's address as written into the one to store. */
export function describedIn(text: string, picture: (address: string) => string): Partial<Described> {
  const { attributes } = readFrontMatter(text);
  const found = describedMembers.map((name): [string, unknown] => {
    const { frontMatter } = pageMembers[name];
    if (frontMatter === "structure")
      return [name, readStructure[name as keyof typeof readStructure](text, attributes, picture)];
    const value = attributes[getFrontMatterKey(name)];
    if (frontMatter === "flag") return [name, typeof value === "boolean" ? value : undefined];
    const isText = typeof value === "string" || typeof value === "number";
    return [name, isText ? truncate(String(value), frontMatter.maxLength).trim() : undefined];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && value !== ""));
}

/** The front matter key that holds a member. */
function getFrontMatterKey(name: DescribedMember): string {
  const { frontMatter } = pageMembers[name];
  return typeof frontMatter === "object" && "key" in frontMatter ? frontMatter.key : name;
}

/** The text with these members written into its front matter. Members that are undefined or false are removed. */
export function withDescribed(text: string, members: Partial<Described>): string {
  const change = (Object.keys(members) as DescribedMember[]).flatMap((name) => {
    if (pageMembers[name].frontMatter === "structure") return [];
    const value = members[name];
    return [[getFrontMatterKey(name), value === false || value === "" ? undefined : value]];
  });
  return withFrontMatter(text, Object.fromEntries(change));
}

/**
 * A new text for a page whose text was `before`. If it has no front matter, the page keeps its own; empty front matter
 * removes it.
 */
export function withPreviousFrontMatter(text: string, before: string): string {
  const range = frontMatterRange(text);
  if (range.found) {
    const isEmpty = text.slice(range.yamlStart, range.yamlEnd).trim() === "";
    return isEmpty ? text.slice(range.bodyStart).replace(/^[ \t]*\r?\n/, "") : text;
  }
  const { found, bodyStart } = frontMatterRange(before);
  if (!found) return text;
  const gap = /^(?:[ \t\r\n]*\n)?/.exec(before.slice(bodyStart))?.[0] ?? "";
  const block = before.slice(0, bodyStart);
  const own = findTitle(text) === undefined ? block : withFrontMatter(block, { title: undefined });
  return own + (own === "" ? "" : gap) + text.replace(/^\ufeff/, "");
}

const shownParts = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
  "tags",
  "actions",
  "anchors",
] as const;

function layoutIn(layout: unknown): Partial<NonNullable<PageSummary["layout"]>> | undefined {
  if (!isRecord(layout)) return undefined;
  const found: Record<string, unknown> = {};
  for (const name of shownParts) {
    const part = layout[name];
    const shown = isRecord(part) ? part.visible : part;
    if (typeof shown === "boolean") found[name] = shown;
  }
  const { width, cover } = layout;
  if (width === "default" || width === "wide") found.width = width;
  if (isRecord(cover)) {
    const { size, mask } = cover;
    if (size === "hero" || size === "full" || size === "background") found.coverSize = size;
    if (mask === "none" || mask === "radial") found.coverMask = mask;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function coverIn(attributes: Record<string, unknown>, picture: (address: string) => string): PageRecord["cover"] {
  const { cover, coverDark, coverY, coverHeight } = attributes;
  const [light, dark] = isRecord(cover) ? [cover.light, cover.dark] : [cover, coverDark];
  const address = (value: unknown) =>
    typeof value === "string" && value.trim() !== "" ? picture(truncate(value, maxCoverLength).trim()) : undefined;
  const ref = address(light);
  if (ref === undefined) return undefined;
  const refDark = address(dark);
  return {
    ref,
    ...(refDark === undefined ? {} : { refDark }),
    ...(typeof coverY === "number" && Number.isFinite(coverY) ? { yPos: coverY } : {}),
    ...(typeof coverHeight === "number" && Number.isFinite(coverHeight) ? { height: coverHeight } : {}),
  };
}

/** The addresses of a page's cover images, as links to them are written. */
export function coverAddresses(text: string): string[] {
  const cover = coverIn(readFrontMatter(text).attributes, (address) => address);
  const addresses = [cover?.ref, cover?.refDark].filter((address) => address !== undefined);
  return addresses.map((address) => (isExternal(address) ? address : address.replace(/[#?]/g, encodeURIComponent)));
}

/** An absolute address unchanged, or the path from the content's root for one relative to the page at `source`. */
export function picturePath(address: string, source: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith("//")) return address;
  return rooted(posix.dirname(source), decodePath(address)) ?? address;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Members of a page that a change sets itself; null clears one. */
export function changedMembers(change: SettableMembers): Partial<Described> {
  const changedNames = settableMembers.filter((name) => change[name] !== undefined);
  return Object.fromEntries(changedNames.map((name) => [name, change[name] ?? undefined]));
}

type SettableMembers = Pick<UpdatePage, MembersWhere<"change", "set">>;
