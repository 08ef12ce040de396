import { endpointVersion, type FoundPage } from "../../../site/index.ts";
import { type FoundSection, searchSections } from "../../content/search/index.ts";
import type { Database } from "../../kernel/database/database.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { encodedPath, type SiteRoute, type Variant, variantPath } from "../sites/index.ts";
import { foundPages, serveContent } from "./serve-content.ts";
import type { ServedContent } from "./served-content.ts";
import { SpaceReader } from "./space-reader.ts";

/** The options of an agent's search. */
interface SearchOptions {
  /** Whether to search other versions and languages too, not only the first of each section. */
  readonly allVariants: boolean;
  readonly limit: number;
}

interface AgentSiteOptions {
  readonly database: Database;
  /** The site's root as the visitor sees it. */
  readonly root: SiteRoute;
  readonly origin: string;
  /** Resolves an address of the site for this visitor; undefined if there is nothing for the visitor. */
  open(queries: Queries, url: URL): Promise<{ readonly served: ServedContent; readonly path: string } | undefined>;
}

/** The most redirects that are followed. */
const maxRedirects = 4;

/** What one visitor's agent can read of a site: only what the visitor may see. */
export class AgentSite {
  readonly title: string;
  readonly version = endpointVersion;
  /** Full address; ends with a slash. */
  readonly url: string;
  readonly #options: AgentSiteOptions;

  constructor(title: string, options: AgentSiteOptions) {
    this.title = title;
    this.url = new URL(options.root.siteBasePath, options.origin).href;
    this.#options = options;
  }

  /** Best matches first, with full addresses. */
  search(query: string, { allVariants, limit }: SearchOptions): Promise<FoundPage[]> {
    const { database } = this.#options;
    return database.read(async (queries) => {
      const variants = this.#searched(allVariants);
      const spaces = variants.map(({ space }) => space.id);
      const readers = new Map<string, SpaceReader>();
      const see = async (sections: readonly FoundSection[]) => {
        const seen: FoundSection[] = [];
        for (const space of new Set(sections.map(({ space }) => space))) {
          const reader = await this.#reader(queries, variants, space);
          if (reader === undefined) continue;
          readers.set(space, reader);
          seen.push(...(await reader.seenSections(sections.filter((section) => section.space === space))));
        }
        return seen;
      };
      const { pages } = await searchSections(queries, { spaces, query, limit, offset: 0, see });
      return pages.flatMap((hit) => {
        const reader = readers.get(hit.space);
        return reader === undefined ? [] : foundPages(reader, [hit]).map((page) => this.#addressed(page));
      });
    });
  }

  /** A page as Markdown, by its address or its path below the site's root; undefined if there is none. */
  async read(address: string): Promise<{ readonly url: string; readonly markdown: string } | undefined> {
    const { database, origin } = this.#options;
    let url = URL.canParse(address, this.url) ? new URL(address, this.url) : undefined;
    return database.read(async (queries) => {
      for (let step = 0; url !== undefined && step < maxRedirects; step += 1) {
        if (!url.href.startsWith(this.url)) return undefined;
        const found = await this.#options.open(queries, url);
        if (found === undefined || found.path.startsWith("~")) return undefined;
        const request = { path: found.path, query: new URLSearchParams(), prefers: "markdown" } as const;
        const response = await serveContent(queries, found.served, request);
        if ("rendered" in response) {
          const { status, text, type, headers } = response.rendered;
          if (status !== 200 || typeof text !== "string" || !type.startsWith("text/")) return undefined;
          const canonical = headers?.["Content-Location"] ?? found.served.basePath + encodedPath(found.path);
          return { url: new URL(canonical, origin).href, markdown: text };
        }
        if (!("redirect" in response)) return undefined;
        url = new URL(response.redirect, url);
      }
      return undefined;
    });
  }

  #searched(all: boolean): readonly Variant[] {
    const { layout } = this.#options.root;
    if (all) return layout.allVariants.filter(({ row }) => row.hidden === 0);
    const sections = layout.hasSections ? layout.sections : [undefined];
    return sections.flatMap((section) => layout.defaultVariant(section) ?? []);
  }

  async #reader(queries: Queries, variants: readonly Variant[], space: string): Promise<SpaceReader | undefined> {
    const { root, origin, open } = this.#options;
    const variant = variants.find((one) => one.space.id === space);
    if (variant === undefined) return undefined;
    const found = await open(queries, new URL(root.siteBasePath + variantPath(root.layout, variant), origin));
    return found && SpaceReader.open(queries, found.served);
  }

  #addressed({ title, href, sections }: FoundPage): FoundPage {
    const full = (path: string) => new URL(path, this.#options.origin).href;
    return { title, href: full(href), sections: sections.map((one) => ({ ...one, href: full(one.href) })) };
  }
}
