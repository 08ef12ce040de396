import type { Generated } from "kysely";

/** One section of one page of a space's active revision, as search answers it. */
interface SectionTable {
  /** In the range of its space's number. */
  id: number;
  space: string;
  page: string;
  /** Order within the page, from 0. */
  position: number;
  anchor: string;
  title: string;
  page_title: string;
  body: string;
  page_path: string;
}

/** Gives each space that was ever indexed a small number, from which the ids of its sections are made. */
interface SectionSpaceTable {
  number: Generated<number>;
  space: string;
}

/** Words that texts have or had, to tell what a misspelt one means. */
interface SearchWordTable {
  word: string;
  length: number;
  /** The word's letters from its last to its first. */
  backward: string;
}

declare module "../tables.ts" {
  interface Tables {
    search_word: SearchWordTable;
    section: SectionTable;
    section_space: SectionSpaceTable;
  }
}
