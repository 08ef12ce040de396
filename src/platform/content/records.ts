import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import type { Variables } from "../../markdown/expressions/expressions.ts";

/** A page's cover images: each address is a URL, or a path from the content's root. */
export interface CoverRecord {
  readonly ref: string;
  readonly refDark?: string;
  readonly yPos?: number;
  /** Pixels. */
  readonly height?: number;
}

/** How a page that requests computed pages is computed. */
export interface ComputedRecord {
  readonly source: ComputedSource;
  /** The ids of the pages below are derived from it, so they stay the same when recomputed. */
  readonly seed: string;
  /** The title set by the last computation. Any other title was set by a person and is kept. */
  readonly title?: string | undefined;
}

/** A page as a revision stores it. `content` names the blob with its text. */
export interface PageRecord {
  readonly id: string;
  /** A `computed` page has not been computed yet, so it has no text. */
  readonly type: "document" | "group" | "link" | "computed";
  readonly title: string;
  readonly linkTitle?: string | undefined;
  readonly slug: string;
  /** Null at the root. */
  readonly parent: string | null;
  /** Orders siblings: a fractional index, compared as text. */
  readonly order: string;
  /**
   * Path of the page's file in an export, from the content's root. Links between pages are written against it. Moving a
   * page in the tree does not change it, so a move breaks no link.
   */
  readonly source?: string | undefined;
  /** Address of the text; documents only. */
  readonly content?: string | undefined;
  readonly computed?: ComputedRecord | undefined;
  /** For a computed page: the page that requested it, and what it shows. */
  readonly part?: { readonly of: string; readonly props: Readonly<Record<string, string>> } | undefined;
  /** The target of a link page. */
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
  /** Pixels; only for images whose bytes state their size. */
  readonly dimensions?: { readonly width: number; readonly height: number } | undefined;
  /** Address of the bytes. */
  readonly content: string;
  readonly source: string;
}

/** Keys of a revision's content map. Pages and files are the data; the other keys are indexes over them. */
export const keys = {
  pages: "page/",
  files: "file/",
  conflicts: "conflict/",
  redirects: "redirect/",
  /** The table of contents as imported: the address of a `SummarySource`. */
  summary: "summary",
  page: (id: string) => `page/${id}`,
  file: (id: string) => `file/${id}`,
  /** A conflict left by an update from the space; it stays until the page is edited. */
  conflict: (page: string, index: number) => `conflict/${page}/${String(index).padStart(6, "0")}`,
  children: (parent: string | null) => `child/${parent ?? ""}/`,
  child: (page: PageRecord) => `child/${page.parent ?? ""}/${page.order}/${page.id}`,
  slug: (parent: string | null, slug: string) => `slug/${parent ?? ""}/${slug}`,
  source: (path: string) => `source/${path}`,
  /** A previous path of a page. */
  redirect: (from: string) => `redirect/${from}`,
} as const;

/** A page's entries: its record and the index entries for it. */
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
