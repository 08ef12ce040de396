import type { ResolvedReference } from "../../../contract/models/link.ts";
import { candidatePaths, foldPath, splitHref } from "../../../markdown/page/link-paths.ts";
import type { Arguments, ToolContext } from "../../../resolve/context.ts";
import { lookUpIfAllowed } from "../../../resolve/reads.ts";
import { findLocation, linksAt, locationText, readLinkTexts, writtenLinks } from "./link-texts.ts";

/** What links to a page or file, and where in it. */
interface Backlinks {
  /** A page by its path, with its sections and the visible text of the links in them. */
  readonly items: readonly { readonly from: string; readonly at: readonly string[] }[];
  /** States which pages were not read; empty if all were. */
  readonly note: string;
}

/** The links to one page or file as the pages have them; undefined for links that are not in this space's texts. */
export async function readBacklinks(
  references: readonly ResolvedReference[],
  { spaceId, pageId, fileId }: Arguments,
  context: ToolContext,
): Promise<Backlinks | undefined> {
  if (typeof spaceId !== "string") return undefined;
  const locations = references.flatMap((reference) => findLocation(reference) ?? []);
  if (locations.length === 0 || locations.length < references.length) return undefined;
  const [names, texts] = await Promise.all([
    readTargetNames(spaceId, { pageId, fileId }, context),
    readLinkTexts(locations, spaceId, context),
  ]);
  const at = new Map<string, string[]>();
  const written = new Map(
    [...texts.byId].map(([id, { markdown, path, source }]) => {
      const linksToTarget = (href: string) =>
        names.has(splitHref(href).path) ||
        candidatePaths({ source, path }, href).some((lead) => names.has(foldPath(lead)));
      return [id, writtenLinks(markdown, linksToTarget)] as const;
    }),
  );
  for (const { id, name, anchor } of locations) {
    const labels = linksAt(written.get(id) ?? [], anchor).map(({ label }) => label);
    const shown =
      labels.length === 0
        ? [locationText(anchor, undefined)]
        : [...new Set(labels)].map((label) => locationText(anchor, label));
    at.set(name, [...(at.get(name) ?? []), ...shown]);
  }
  return { items: [...at].map(([from, sections]) => ({ from, at: sections })), note: texts.note };
}

/** How an address may name the target: by id, source path or path, folded. */
async function readTargetNames(
  spaceId: string,
  { pageId, fileId }: Arguments,
  { client, signal }: ToolContext,
): Promise<ReadonlySet<string>> {
  if (typeof pageId === "string") {
    const page = await lookUpIfAllowed(client.pages.get({ spaceId, pageId }, { signal }));
    return new Set([pageId, page?.path, page?.git?.path].flatMap((name) => (name ? foldPath(name) : [])));
  }
  if (typeof fileId !== "string") return new Set();
  const file = await lookUpIfAllowed(client.files.get({ spaceId, fileId }, { signal }));
  return new Set([`/files/${fileId}`, ...(file?.git?.path === undefined ? [] : [foldPath(file.git.path)])]);
}
