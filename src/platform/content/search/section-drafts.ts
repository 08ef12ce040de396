import type { Queries } from "../../kernel/database/tables.ts";
import type { WriteAtEnd } from "../../kernel/jobs/job-kind.ts";
import type { PageRecord } from "../records.ts";
import { findDraftBefore, giveDraft, listDraftIds, removeDraft } from "./section-numbers-rows.ts";
import { removeSections } from "./sections-rows.ts";

/** Sections that are in the index before any content has their pages as they are there. Searches do not find them. */
export interface SectionDraft {
  readonly number: number;
  /** The indexed pages, by id. */
  readonly pages: ReadonlyMap<string, PageRecord>;
}

/** Sections removed per transaction. */
const batch = 500;

/** Makes the sections of a draft those of a space. */
export async function takeDraft(queries: Queries, { number }: SectionDraft, space: string): Promise<void> {
  if (!(await giveDraft(queries, number, space))) {
    throw new Error(`The index of pages for space ${space} was removed before they were stored`);
  }
}

/** Removes a draft, unless a space has its sections. */
export async function discardDraft(write: WriteAtEnd, number: number): Promise<void> {
  for (let removed = batch; removed === batch; ) {
    removed = await write(async ({ queries }) => {
      const ids = await listDraftIds(queries, number, batch);
      if (ids.length > 0) await removeSections(queries, ids);
      if (ids.length < batch) await removeDraft(queries, number);
      return ids.length;
    });
  }
}

/** Removes the drafts that were made before a time, which processes that were killed left behind. */
export async function forgetDrafts(write: WriteAtEnd, before: string): Promise<void> {
  for (;;) {
    const number = await write(({ queries }) => findDraftBefore(queries, before));
    if (number === undefined) return;
    await discardDraft(write, number);
  }
}
