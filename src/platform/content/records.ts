import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import type { Variables } from "../../markdown/expressions/expressions.ts";

/** A picture above a page: each address a URL, or a path from the content's root. */
export interface CoverRecord {
  readonly ref: string;
  readonly refDark?: string;
  readonly yPos?: number;
  /** Pixels. */
  readonly height?: number;
}

/** How a page is computed that asks for computed pages. */
export interface ComputedRecord {
  readonly source: ComputedSource;
  /** The ids of the pages below follow from it, and stay the same when they are computed again. */
  readonly seed: string;
  /** The title it was given when it was computed last. Another one was given by a person, and stays. */
  readonly title?: string | undefined;
}

/** A page as a revision keeps it. Its text is in the blob `content` names. */
export interface PageRecord {
  readonly id: string;
  /** `computed` has no text yet: it is to be computed. */
  readonly type: "document" | "group" | "link" | "computed";
  readonly title: string;
  readonly linkTitle?: string | undefined;
  readonly slug: string;
  /** Null at the root. */
  readonly parent: string | null;
  /** Orders siblings: a fractional index, compared as text. */
  readonly order: string;
  /**
   * Path of the page's file in an export, from the content's root. Links between pages are written against it, and
   * moving a page in the tree leaves it alone, so a move breaks no link.
   */
  readonly source?: string | undefined;
  /** Address of the text; documents only. */
  readonly content?: string | undefined;
  readonly computed?: ComputedRecord | undefined;
  /** A page that was computed: which page asked for it, and what it shows. */
  readonly part?: { readonly of: string; readonly props: Readonly<Record<string, string>> } | undefined;
  /** Where a link page leads. */
  readonly target?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly description?: string | undefined;
  readonly condition?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly noIndex?: boolean | undefined;
  readonly noRobotsIndex?: boolean | undefined;
  readonly layout?: Partial<NonNullable<PageSummary["layout"]>> | undefined;
  readonly cover?: CoverRecord | undefined;
  readonly variables?: Variables | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface FileRecord {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels; pictures whose bytes say so. */
  readonly dimensions?: { readonly width: number; readonly height: number } | undefined;
  /** Address of the bytes. */
  readonly content: string;
  readonly source: string;
}

/** Keys of a revision's content map. Pages and files are the facts; the others are indexes over them. */
export const keys = {
  pages: "page/",
  files: "file/",
  conflicts: "conflict/",
  redirects: "redirect/",
  /** The table of contents as the import found it: the address of a `SummarySource`. */
  summary: "summary",
  page: (id: string) => `page/${id}`,
  file: (id: string) => `file/${id}`,
  /** What an update from the space could not put together; it stands until the page is edited. */
  conflict: (page: string, index: number) => `conflict/${page}/${String(index).padStart(6, "0")}`,
  children: (parent: string | null) => `child/${parent ?? ""}/`,
  child: (page: PageRecord) => `child/${page.parent ?? ""}/${page.order}/${page.id}`,
  slug: (parent: string | null, slug: string) => `slug/${parent ?? ""}/${slug}`,
  source: (path: string) => `source/${path}`,
  /** A path at which a page was before. */
  redirect: (from: string) => `redirect/${from}`,
} as const;

/** The entries a page is behind: its record and the indexes over it. */
export function pageEntries(page: PageRecord): Map<string, string> {
  const entries = new Map([
    [keys.page(page.id), JSON.stringify(page)],
    [keys.child(page), ""],
    [keys.slug(page.parent, page.slug), page.id],
  ]);
  if (page.source !== undefined) entries.set(keys.source(page.source), `page/${page.id}`);
  return entries;
}

export function fileEntries(file: FileRecord): Map<string, string> {
  return new Map([
    [keys.file(file.id), JSON.stringify(file)],
    [keys.source(file.source), `file/${file.id}`],
  ]);
}

export function parseFile(text: string | undefined): FileRecord | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as FileRecord);
}

export function parsePage(text: string): PageRecord;

export function parsePage(text: string | undefined): PageRecord | undefined;

export function parsePage(text: string | undefined): PageRecord | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as PageRecord);
}
