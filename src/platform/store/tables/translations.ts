import type { Json, Timestamp } from "./columns.ts";

interface GlossaryEntryTable {
  id: string;
  organization: string;
  /** Terms by language. */
  translations: Json;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Terms of an entry, for lists in their order. */
interface GlossaryTermTable {
  entry: string;
  organization: string;
  language: string;
  sort_key: string;
}

/** A space kept in step in another language. Whether it runs stands in its job. */
interface TranslationTable {
  id: string;
  organization: string;
  source_space: string;
  source_language: string;
  language: string;
  instructions: Json;
  /** The space that holds it, from its first completed run on. */
  target_space: string | null;
  change_request: string | null;
  revision: string | null;
  /** Content of the source that the newest completed run translated. */
  source_root: string | null;
  /** The same content translated, before anybody edited it. */
  base_root: string | null;
  /** What the two were when the target last took a change request of a run in. */
  taken_source_root: string | null;
  taken_base_root: string | null;
  /** The terms in force then. */
  terms: string | null;
  /** Content of the source that the present run translates; null when none is unfinished. */
  run_root: string | null;
  run_started_at: Timestamp | null;
  job: string | null;
  runs: number;
  total_words: number;
  total_duration: number;
  latest_words: number;
  latest_duration: number;
  created_by: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Translations of segments, by what they are of. */
interface TranslationMemoryTable {
  translation: string;
  key: string;
  text: string;
  /** The provider that made it; empty when a caller gave it. */
  maker: string;
  created_at: Timestamp;
}

/** What a maker, a provider or with an empty name callers, did in a run. */
interface TranslationShareTable {
  translation: string;
  run: number;
  maker: string;
  segments: number;
  /** Characters sent to it. */
  characters: number;
}

/** Segments that the present run waits for. */
interface TranslationTaskTable {
  translation: string;
  position: number;
  key: string;
  segment: Json;
  /** Terms that hold for it, by the source's. */
  terms: Json;
  page: string;
  title: string;
  /** Why the last answer for it was refused. */
  problem: string | null;
}

/** Pages that a run translated something of; `run` is the newest such. */
interface TranslationPageTable {
  translation: string;
  page: string;
  run: number;
}

declare module "../tables.ts" {
  interface Tables {
    glossary_entry: GlossaryEntryTable;
    glossary_term: GlossaryTermTable;
    translation: TranslationTable;
    translation_memory: TranslationMemoryTable;
    translation_task: TranslationTaskTable;
    translation_page: TranslationPageTable;
    translation_share: TranslationShareTable;
  }
}
