export {};

/** A link of a page in a space's active revision. */
interface PageLinkTable {
  space: string;
  page: string;
  /** Order within the page, from 0. */
  position: number;
  /** What it leads to: `page:<id>`, `page:<id>#<anchor>`, `file:<id>`, `url:<address>` and their like. */
  target: string;
  relation: string;
  status: string;
  /** As written. */
  href: string;
  /** The section it stands in; empty before the first heading. */
  anchor: string;
  /** Where it would lead when read from the page's source path; the same path for every spelling of it. */
  by_source: string | null;
  /** The same from the page's place in the tree, where that differs. */
  by_path: string | null;
}

/** How far the links of a space are known: to the content of this root. */
interface LinkIndexTable {
  space: string;
  root: string;
  /** Links of every status. */
  total: number;
  broken: number;
}

/** How far the first reading of a space's links has come. */
interface LinkPortionTable {
  space: string;
  /** The content that is read. */
  root: string;
  /** Id of the last page read; empty before the first. */
  after: string;
}

declare module "../tables.ts" {
  interface Tables {
    page_link: PageLinkTable;
    link_index: LinkIndexTable;
    link_portion: LinkPortionTable;
  }
}
