import type { PageSummary } from "../../contract/models/page.ts";
import { candidatePaths, foldPath, readHref } from "../../text/link-paths.ts";
import type { ToolContext } from "../tool.ts";
import type { DraftContent } from "./content.ts";
import { flattenTree } from "./page-index.ts";

/** Finds the pages that links of a change request's content lead to: by id, source path or path in the tree. */
export class LinkTargets {
  readonly pages: readonly PageSummary[];
  readonly #byId: ReadonlyMap<string, PageSummary>;
  readonly #byPath = new Map<string, PageSummary>();

  constructor(tree: readonly PageSummary[]) {
    this.pages = flattenTree(tree).map(({ page }) => page);
    this.#byId = new Map(this.pages.map((page) => [page.id, page]));
    for (const page of this.pages) if (page.path !== undefined) this.#byPath.set(foldPath(page.path), page);
    // A source path comes before a path in the tree.
    for (const page of this.pages) if (page.git?.path !== undefined) this.#byPath.set(foldPath(page.git.path), page);
  }

  static async read({ space, changeRequest }: DraftContent, { client, signal }: ToolContext): Promise<LinkTargets> {
    const names = { spaceId: space.id, changeRequestId: changeRequest.id };
    const { pages } = await client.changeRequestContent.pages(names, { signal });
    return new LinkTargets(pages);
  }

  byId(id: string): PageSummary | undefined {
    return this.#byId.get(id);
  }

  /** Where an address on a page may lead, likeliest first. */
  paths(from: PageSummary | undefined, href: string): string[] {
    return candidatePaths({ source: from?.git?.path, path: from?.path ?? "" }, href);
  }

  /** The page an address on another page leads to; undefined where it leads to none. */
  find(from: PageSummary | undefined, href: string): PageSummary | undefined {
    const id = /^\/pages\/([a-zA-Z0-9_-]+)$/.exec(readHref(href).path)?.[1] ?? "";
    return (
      this.#byId.get(id) ??
      this.paths(from, href)
        .map((path) => this.#byPath.get(foldPath(path)))
        .find((page) => page !== undefined)
    );
  }
}
