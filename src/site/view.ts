import type { PageSummary } from "../contract/models/page.ts";
import type { SiteCustomization } from "../contract/models/site-customization.ts";
import type { Block, ContentReference, RichDocument } from "../markdown/document/model.ts";
import type { ApiView } from "./blocks/reference/api-view.ts";

/** What pages of a site have in common. All addresses are ready to be written: paths on the site's host, or URLs. */
export interface SiteView {
  readonly title: string;
  /** Common path prefix of the site's addresses; begins and ends with a slash. */
  readonly basePath: string;
  /** Scheme and host, for addresses used outside the site. */
  readonly origin: string;
  readonly home: string;
  /** Path of the site's root, above its sections and variants; begins and ends with a slash. */
  readonly root: string;
  /** What agents are offered besides pages; absent if the site excludes them. */
  readonly agents?: AgentsView | undefined;
  readonly customization: SiteCustomization;
  readonly headerLinks: readonly HeaderLinkView[];
  readonly footerGroups: readonly { readonly title: string; readonly links: readonly LinkView[] }[];
  readonly announcement?: AnnouncementView | undefined;
  readonly sections: readonly SectionView[];
  readonly variants: readonly VariantView[];
  readonly search: SearchTarget;
  /** Where questions are sent; absent if no model answers them. */
  readonly ask?: string | undefined;
  /** The address that ratings are sent to; absent if they are not accepted. */
  readonly feedback?: string | undefined;
  /** Whether search engines are instructed not to index the site. */
  readonly isUnlisted: boolean;
  /** What a preview shows that readers do not get yet. */
  readonly preview?: PreviewView | undefined;
  /** An event stream that makes the page reload when its content has changed. */
  readonly changes?: string | undefined;
}

export interface AgentsView {
  /** Path of the MCP endpoint; absent if it is switched off or there is no server. */
  readonly mcp?: string | undefined;
}

export interface PreviewView {
  readonly title: string;
  readonly changed: readonly ChangedPageView[];
  /** Changed pages that are not listed. */
  readonly more: number;
  /** Marks changes in the page, or shows it without marks; absent if there is no earlier version. */
  readonly toggle?: { readonly marks: boolean; readonly href: string } | undefined;
}

export interface ChangedPageView {
  readonly title: string;
  /** Absent for deleted pages and pages without text. */
  readonly href?: string | undefined;
  readonly kind: "added" | "removed" | "edited";
}

export interface LinkView {
  readonly title: string;
  readonly href: string;
}

export interface HeaderLinkView {
  readonly title: string;
  readonly href?: string | undefined;
  readonly style?: "link" | "button-primary" | "button-secondary" | undefined;
  readonly links: readonly LinkView[];
}

interface AnnouncementView {
  readonly message: string;
  readonly link?: LinkView | undefined;
  readonly style: "info" | "warning" | "danger" | "success";
}

/** A section, a link next to the sections, or a group of both. */
export interface SectionView {
  readonly title: string;
  readonly href?: string | undefined;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly isCurrent: boolean;
  readonly sections: readonly SectionView[];
}

export interface VariantView {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly language?: string | undefined;
}

/** Whether the server searches, or the browser with a file of all titles. */
type SearchTarget = { readonly action: string } | { readonly index: string };

/** An entry of the table of contents. `pages` is left out for a closed entry. */
export interface TocEntry {
  readonly title: string;
  /** Absent for a heading above pages. */
  readonly href?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly isCurrent: boolean;
  /** Whether the current page is below it. */
  readonly isOpen: boolean;
  readonly isExternal?: boolean | undefined;
  readonly pages: readonly TocEntry[];
}

/** A heading in the list next to the text. */
export interface OutlineEntry {
  readonly title: string;
  readonly anchor: string;
  readonly level: number;
}

/** The target of a reference in a document. */
export interface Target {
  readonly href: string;
  readonly title?: string | undefined;
  readonly emoji?: string | undefined;
  readonly description?: string | undefined;
  /** In pixels, for pictures. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** In bytes, for files. */
  readonly size?: number | undefined;
  /** Whether it is the current page. */
  readonly isCurrent?: boolean | undefined;
}

export type Resolve = (reference: ContentReference) => Target | undefined;

type PageLayout = NonNullable<PageSummary["layout"]>;

export interface PageView {
  readonly id: string;
  /** Relative to the site's base path; empty for the home page. */
  readonly path: string;
  readonly href: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly cover?: CoverView | undefined;
  readonly layout?: Partial<PageLayout> | undefined;
  readonly document: RichDocument;
  /** Whether to show passages whose condition has not been evaluated. */
  readonly showsConditional: boolean;
  /** Titles of the headings with their anchors, in order. */
  readonly anchors: readonly { readonly title: string; readonly anchor: string }[];
  readonly resolve: Resolve;
  /** The version to mark changes against; absent if none are marked. */
  readonly earlier?: EarlierPage | undefined;
  /** What blocks of the document show of APIs. */
  readonly apis?: ReadonlyMap<Block, ApiView> | undefined;
  readonly toc: readonly TocEntry[];
  readonly breadcrumbs: readonly { readonly title: string; readonly href?: string | undefined }[];
  readonly previous?: LinkView | undefined;
  readonly next?: LinkView | undefined;
  /** Pages below this one, for a page without text. */
  readonly below: readonly (LinkView & { readonly description?: string | undefined })[];
  readonly updatedAt?: string | undefined;
  /** Full address of the page for search engines. */
  readonly canonical: string;
  readonly alternates: readonly { readonly href: string; readonly language?: string | undefined }[];
  readonly isUnlisted: boolean;
  readonly editHref?: string | undefined;
  /** The page as PDF; if absent, the browser prints. */
  readonly pdfHref?: string | undefined;
}

/** The part of an earlier version of a page that is compared. */
export type EarlierPage = Pick<
  PageView,
  "title" | "description" | "document" | "anchors" | "apis" | "resolve" | "showsConditional"
>;

interface CoverView {
  readonly href: string;
  readonly hrefDark?: string | undefined;
  readonly height?: number | undefined;
}

/** An entry in lists of pages: maps for agents and search engines. */
export interface PageEntry {
  readonly title: string;
  readonly href: string;
  readonly description?: string | undefined;
  readonly updatedAt?: string | undefined;
  /** 0 at the root. */
  readonly depth: number;
  /** Absent for pages that are only a heading. */
  readonly hasText: boolean;
  readonly isUnlisted: boolean;
}
