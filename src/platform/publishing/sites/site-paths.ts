import { toSlug } from "../../../markdown/page/title.ts";
import { Problem } from "../../kernel/problem.ts";
import type { Section, SiteLayout, Variant } from "./site-layout.ts";
import type { SiteRow } from "./sites-rows.ts";
import type { StructureRows } from "./structure-rows.ts";

/** Names that a published site serves under its root besides pages. */
const reserved: ReadonlySet<string> = new Set([
  ...["llms.txt", "llms-full.txt", "robots.txt", "sitemap.xml", "sitemap.md", "sitemap-pages.xml", "skill.md"],
  ...["rss.xml", "mcp", "v", "catalog.json", "favicon.ico"],
]);

const segment = /^[\p{Ll}\p{Lo}\p{M}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}._-]*$/u;

/** Validates a segment of a site's addresses for storage. Throws `bad_request` naming the field. */
export function requireSegment(value: string, field: string): string {
  const problem = !segment.test(value)
    ? "may contain only lower-case letters, digits, dashes, dots and underscores, and must begin with a letter or digit"
    : reserved.has(value) || value.endsWith(".md")
      ? "must not be the name of a file that sites serve"
      : undefined;
  if (problem === undefined) return value;
  throw new Problem("bad_request", `${field}: "${value.slice(0, 100)}" cannot be used: it ${problem}.`);
}

/** Some services put the basename into host names, so it has only letters, digits and dashes. */
export function requireBasename(value: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(value)) return value;
  throw new Problem(
    "bad_request",
    `basename: "${value.slice(0, 100)}" cannot be used: it may contain only lower-case letters, digits and dashes, and must begin and end with a letter or digit.`,
  );
}

const maxLength = 100;

/** A basename derived from a title; a number is added until `isFree` accepts it. */
export async function freeBasename(title: string, isFree: (name: string) => Promise<boolean>): Promise<string> {
  const plain = toSlug(title)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return firstFree(plain === "" ? "site" : plain, isFree);
}

/** A path derived from a title that is not among those taken. */
export function freePath(title: string, taken: readonly string[]): Promise<string> {
  const used = new Set(taken);
  return firstFree(toSlug(title), async (path) => !used.has(path) && !reserved.has(path));
}

async function firstFree(wanted: string, isFree: (name: string) => Promise<boolean>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `-${number}`;
    const name = wanted.slice(0, maxLength - suffix.length) + suffix;
    if (await isFree(name)) return name;
  }
}

/**
 * Throws `conflict` if two items of a site share an address: variants of a section, sections of the site, or variants
 * of the default section and other sections.
 */
export function requireDistinctPaths(site: Pick<SiteRow, "default_section">, rows: StructureRows): void {
  const takenPaths = new Map<string, string>();
  const take = (level: string, path: string, what: string) => {
    const key = JSON.stringify([level, path]);
    const other = takenPaths.get(key);
    if (other !== undefined) {
      throw new Problem("conflict", `path: "${path}" would be the path of ${other} and of ${what}. Choose another.`);
    }
    takenPaths.set(key, what);
  };
  for (const { id, path } of rows.sections) {
    if (id !== site.default_section) take("", path, `section ${id}`);
  }
  for (const { id, section, path } of rows.siteSpaces) {
    take(section === site.default_section ? "" : (section ?? ""), path, `site space ${id}`);
  }
  const own = rows.sections.find(({ id }) => id === site.default_section);
  const same = own && rows.sections.find(({ id, path }) => id !== own.id && path === own.path);
  if (own !== undefined && same !== undefined) {
    throw new Problem(
      "conflict",
      `path: "${own.path}" would be the path of section ${own.id} and of section ${same.id}. Choose another.`,
    );
  }
}

/** Every site has its own path below this one, named after its basename. */
export const sitesPath = "/sites/";
/** Replaces the basename in preview addresses. No basename begins with `~`. */
export const previewName = "~preview";

type Addressed = Pick<SiteRow, "id" | "basename" | "hostname" | "proxy">;

/** The address of a site for readers: its own host, a path on another host, or this service's; ends with a slash. */
export function siteUrl({ basename, hostname, proxy }: Addressed, origin: string, shareKey?: string): string {
  const { protocol } = new URL(origin);
  const base =
    hostname !== null
      ? `${protocol}//${hostname}/`
      : proxy !== null
        ? `https://${proxy}/`
        : `${origin}${sitesPath}${basename}/`;
  return shareKey === undefined ? base : `${base}${encodeURIComponent(shareKey)}/`;
}

export const previewUrl = ({ id }: Pick<SiteRow, "id">, origin: string): string =>
  `${origin}${sitesPath}${previewName}/${id}/`;

/** Where a proxy must forward requests for a site. */
export const proxyTarget = ({ basename }: Addressed, origin: string): string => `${origin}${sitesPath}${basename}`;

/** Path of a section from the site's root: empty for the default one, otherwise ending with a slash. */
export const sectionPath = (layout: SiteLayout, section: Section): string =>
  layout.isHomeSection(section) ? "" : `${encodeURIComponent(section.row.path)}/`;

/** Path of a variant from the site's root: empty for the default one of the default section. */
export function variantPath(layout: SiteLayout, variant: Variant): string {
  const section = layout.findVariantSection(variant);
  const within = section === undefined ? "" : sectionPath(layout, section);
  return layout.isHomeVariant(variant) ? within : `${within}${encodeURIComponent(variant.row.path)}/`;
}

/** Encodes a path of slugs for an address. */
export const encodedPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
