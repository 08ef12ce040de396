import type { PageSummary } from "../contract/models/page.ts";
import type { SiteCustomization } from "../contract/models/site-customization.ts";
import type { Block, ContentReference, RichDocument } from "../markdown/document/model.ts";
import type { ApiView } from "./blocks/reference/api-view.ts";

/** What pages of a site have in common. All addresses are ready to be written: paths on the site's host, or URLs. */
export interface SiteView {
  readonly title: string;
  /** Path that all addresses of the site begin with; it begins and ends with a slash. */
  readonly basePath: string;
  /** Scheme and host, for addresses that are read elsewhere. */
  readonly origin: string;
  readonly home: string;
  /** Path of the site's root, above its sections and variants; begins and ends with a slash. */
  readonly root: string;
  /** What agents are offered besides pages; absent where the site keeps them out. */
  readonly agents?: AgentsView | undefined;
  readonly customization: SiteCustomization;
  readonly headerLinks: readonly HeaderLinkView[];
  readonly footerGroups: readonly { readonly title: string; readonly links: readonly LinkView[] }[];
  readonly announcement?: AnnouncementView | undefined;
  readonly sections: readonly SectionView[];
  readonly variants: readonly VariantView[];
  readonly search: SearchPlace;
  /** Where ratings are sent; absent where they are not taken. */
  readonly feedback?: string | undefined;
  /** Search engines are told to leave the site out. */
  readonly isUnlisted: boolean;
  /** Reloads the page when what it shows has changed; an event stream. */
  readonly changes?: string | undefined;
}

export interface AgentsView {
  /** Path of the MCP endpoint; absent where it is switched off, or where no server answers. */
  readonly mcp?: string | undefined;
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

export interface AnnouncementView {
  readonly message: string;
  readonly link?: LinkView | undefined;
  readonly style: "info" | "warning" | "danger" | "success";
}

/** A section, a link beside the sections, or a group of both. */
export interface SectionView {
  readonly title: string;
  readonly href?: string | undefined;
  readonly description?: string | undefined;
  readonly isCurrent: boolean;
  readonly sections: readonly SectionView[];
}

export interface VariantView {
  readonly title: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly language?: string | undefined;
}

/** Searched by the server, or in a file of all titles that the browser reads. */
export type SearchPlace = { readonly action: string } | { readonly index: string };

/** An entry of the table of contents. Below an entry that is not opened, `pages` is left out. */
export interface TocEntry {
  readonly title: string;
  /** Absent for a heading over pages. */
  readonly href?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly isCurrent: boolean;
  /** Whether the current page is below it. */
  readonly isOpen: boolean;
  readonly isExternal?: boolean | undefined;
  readonly pages: readonly TocEntry[];
}

/** A heading in the list beside the text. */
export interface OutlineEntry {
  readonly title: string;
  readonly anchor: string;
  readonly level: number;
}

/** Where a reference of a document leads. */
export interface Target {
  readonly href: string;
  readonly title?: string | undefined;
  readonly emoji?: string | undefined;
  readonly description?: string | undefined;
  /** Pixels, of pictures. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Bytes, of files. */
  readonly size?: number | undefined;
  /** The page that is being read. */
  readonly isCurrent?: boolean | undefined;
}

export type Resolve = (reference: ContentReference) => Target | undefined;

export type PageLayout = NonNullable<PageSummary["layout"]>;

export interface PageView {
  readonly id: string;
  /** From the site's base path; empty for the home page. */
  readonly path: string;
  readonly href: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly emoji?: string | undefined;
  readonly icon?: string | undefined;
  readonly cover?: CoverView | undefined;
  readonly layout?: Partial<PageLayout> | undefined;
  readonly document: RichDocument;
  /** Whether passages with a condition that is still undecided are shown. */
  readonly showsConditional: boolean;
  /** Titles of the headings with their anchors, in order. */
  readonly anchors: readonly { readonly title: string; readonly anchor: string }[];
  readonly resolve: Resolve;
  /** What blocks of the document show of APIs. */
  readonly apis?: ReadonlyMap<Block, ApiView> | undefined;
  readonly toc: readonly TocEntry[];
  readonly breadcrumbs: readonly { readonly title: string; readonly href?: string | undefined }[];
  readonly previous?: LinkView | undefined;
  readonly next?: LinkView | undefined;
  /** Pages below this one, for pages that have no text of their own. */
  readonly below: readonly (LinkView & { readonly description?: string | undefined })[];
  readonly updatedAt?: string | undefined;
  /** Full address of the page that search engines show. */
  readonly canonical: string;
  readonly alternates: readonly { readonly href: string; readonly language?: string | undefined }[];
  readonly isUnlisted: boolean;
  readonly editHref?: string | undefined;
  /** The page as PDF; browsers print where it is absent. */
  readonly pdfHref?: string | undefined;
}

export interface CoverView {
  readonly href: string;
  readonly hrefDark?: string | undefined;
  readonly height?: number | undefined;
}

/** One line of lists of pages: maps for agents and search engines. */
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
