import type { Block } from "../../../markdown/document/model.ts";
import { listingSections } from "../../../markdown/page/sections.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { findSpace } from "../../access/spaces-rows.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { readPageDocument } from "../../content/page-document.ts";
import { allPages, findFile, groupByParent } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";
import { expandText } from "../../content/resolve-includes.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import { SpaceContent } from "../../content/space-content.ts";
import type { Database } from "../../kernel/database/database.ts";

/** Which pages of which revision a PDF contains. */
export interface Extent {
  readonly space: string;
  readonly revision: string;
  /** The first page; null for the whole content. */
  readonly page: string | null;
  /** Without the pages below `page`. */
  readonly only: boolean;
}

export interface Chapter {
  readonly page: PageRecord;
  /** 0 for the top level. */
  readonly depth: number;
}

export interface ChapterText {
  readonly blocks: readonly Block[];
  /** Titles of the headings with their anchors, in order. */
  readonly anchors: readonly { readonly title: string; readonly anchor: string }[];
}

/** Pages of a revision in table-of-contents order, read one by one in short transactions. */
export class Book {
  readonly title: string;
  readonly createdAt: string;
  readonly chapters: readonly Chapter[];
  readonly #database: Database;
  readonly #extent: Extent;
  readonly #root: string;

  private constructor(
    database: Database,
    extent: Extent,
    root: string,
    of: Pick<Book, "title" | "createdAt" | "chapters">,
  ) {
    this.#database = database;
    this.#extent = extent;
    this.#root = root;
    this.title = of.title;
    this.createdAt = of.createdAt;
    this.chapters = of.chapters;
  }

  /** Undefined if the space, revision or page is gone. */
  static async open(database: Database, extent: Extent): Promise<Book | undefined> {
    return database.read(async (queries) => {
      const space = await findSpace(queries, extent.space);
      const revision = await findRevision(queries, extent.space, extent.revision);
      if (space === undefined || space.deleted_at !== null || revision === undefined) return undefined;
      const chapters = listChapters(await allPages(new SpaceContent(queries).at(revision.root)), extent);
      if (extent.page !== null && chapters.length === 0) return undefined;
      const title = extent.page === null ? space.title : (chapters[0]?.page.title ?? space.title);
      return new Book(database, extent, revision.root, { title, createdAt: revision.created_at, chapters });
    });
  }

  async text(page: PageRecord): Promise<ChapterText> {
    const { content: address } = page;
    if (address === undefined) return { blocks: [], anchors: [] };
    return this.#read(async (map, content) => {
      const written = await content.readText(address);
      const { text } = await expandText(map, content, written, page, { evaluated: true, dereferenced: true });
      const { nodes } = await readPageDocument(map, page, text, this.#extent.space, { isOnlyShown: true });
      const anchors = (await new TimeSlices().run(listingSections(text))).map(({ title, anchor }) => ({
        title,
        anchor,
      }));
      return { blocks: nodes, anchors };
    });
  }

  /** The bytes of a picture; undefined if it is not one or is too large to draw. */
  async picture(id: string): Promise<Uint8Array | undefined> {
    return this.#read(async (map, content) => {
      const file = await findFile(map, id);
      const isDrawn =
        file !== undefined && /^image\/(png|jpeg)$/.test(file.contentType) && file.size <= maxPictureBytes;
      return isDrawn ? content.readBytes(file.content) : undefined;
    });
  }

  async fileName(id: string): Promise<string | undefined> {
    return this.#read(async (map) => (await findFile(map, id))?.name);
  }

  #read<Result>(work: (map: StoredMap, content: SpaceContent) => Promise<Result>): Promise<Result> {
    return this.#database.read(async (queries) => {
      const content = new SpaceContent(queries);
      return work(content.at(this.#root), content);
    });
  }
}

const maxPictureBytes = 8 * 1024 * 1024;

function listChapters(pages: readonly PageRecord[], { page, only }: Extent): Chapter[] {
  const groups = groupByParent(pages);
  const found: Chapter[] = [];
  const add = (record: PageRecord, depth: number): void => {
    found.push({ page: record, depth });
    if (only && record.id === page) return;
    for (const child of groups.get(record.id) ?? []) add(child, depth + 1);
  };
  const top = page === null ? (groups.get(null) ?? []) : pages.filter(({ id }) => id === page);
  for (const record of top) add(record, 0);
  return found.filter((chapter) => page !== null || chapter.page.hidden !== true);
}
