import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sectionsOfPage } from "../../../../src/platform/content/search/page-sections.ts";
import {
  type SearchRequest,
  type SearchResponse,
  searchSections,
} from "../../../../src/platform/content/search/search.ts";
import { replaceSections } from "../../../../src/platform/content/search/sections-rows.ts";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { markedText } from "./marked-text.ts";

export interface SearchDatabase {
  database: Database;
  /** Indexes one page. */
  put(page: string, title: string, markdown: string, place?: { space?: string; path?: string }): Promise<void>;
  search(query: string, request?: Partial<SearchRequest>): Promise<SearchResponse>;
  /** The first passage found, with its highlights between `**`. */
  passage(query: string, request?: Partial<SearchRequest>): Promise<string | undefined>;
  /** Ids of the pages found, best first. */
  pages(query: string, request?: Partial<SearchRequest>): Promise<string[]>;
  close(): Promise<void>;
}

/** A database in a temporary folder. By default, pages go to `space-a` and are searched there. */
export async function openSearchDatabase(): Promise<SearchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-search-"));
  const database = await openDatabase(folder);
  const search = (query: string, request: Partial<SearchRequest> = {}) =>
    database.read((queries) =>
      searchSections(queries, { spaces: ["space-a"], limit: 20, offset: 0, query, ...request }),
    );
  return {
    database,
    search,
    put: (page, title, markdown, { space = "space-a", path = "" } = {}) =>
      database.write((queries) =>
        replaceSections(queries, space, [{ page, path, sections: [...sectionsOfPage({ title, markdown })] }]),
      ),
    async passage(query, request) {
      const section = (await search(query, request)).pages[0]?.sections[0];
      return section && markedText({ text: section.body, highlights: section.highlights });
    },
    pages: async (query, request) => (await search(query, request)).pages.map(({ page }) => page),
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
