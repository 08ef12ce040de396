import type { ContentChange, InsertFiles, InsertPage, UpdatePage } from "../../contract/models/content-change.ts";
import { toSlug } from "../../markdown/page/title.ts";
import { createId } from "../kernel/database/ids.ts";
import { Problem } from "../kernel/problem.ts";
import { newComputedPage, requireOwnText, requireRevertible, requireWritten } from "./computed-pages.ts";
import { readFileFacts } from "./file-facts.ts";
import { describedBy, readDocumentText, readInputFile, withOwnTitle } from "./input-content.ts";
import { pageDifferences, replaced, updateMovedLinks, withDescendants } from "./moved-pages.ts";
import { changedMembers, withDescribed } from "./page-front-matter.ts";
import { findPage, findPages, getPagePath, getPagePaths, subtree } from "./page-tree.ts";
import { freeSlug, freeSource, orderAt, putPage, removePage, sourceUnder } from "./placement.ts";
import { type FileRecord, keys, type PageRecord } from "./records.ts";
import { bindReferences } from "./references.ts";
import { withIncludePaths } from "./resolve-includes.ts";
import { findReusable } from "./reusable-contents.ts";
import { revertPage } from "./revert-page.ts";
import {
  type ChangeSetting,
  described,
  insertOrReplaceFile,
  moved,
  notThere,
  pageNamed,
  parentNamed,
  removeFile,
  retitled,
  rewriteReusable,
  rewritten,
} from "./single-changes.ts";

/** The outcome for each page, in the order the pages were first touched. */
type PageOutcome =
  | { readonly outcome: "created"; readonly page: string; readonly ref: string | undefined }
  | { readonly outcome: "updated"; readonly page: string }
  | { readonly outcome: "deleted"; readonly page: string };

export interface AppliedChanges {
  readonly pages: readonly PageOutcome[];
  readonly files: readonly FileRecord[];
}

/**
 * Applies changes in order to an edited map. The first one that cannot be applied throws a `Problem` with its index.
 */
export async function applyChanges(changes: readonly ContentChange[], setting: ChangeSetting): Promise<AppliedChanges> {
  const run = new ChangeRun(setting);
  for (const [index, change] of changes.entries()) {
    await run.apply(change).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `changes.${index} (${change.operation}): ${error.message}`);
    });
  }
  await run.bindReferences();
  await run.followMoves();
  return { pages: [...run.outcomes.values()], files: run.files };
}

class ChangeRun {
  readonly outcomes = new Map<string, PageOutcome>();
  readonly files: FileRecord[] = [];
  readonly #setting: ChangeSetting;
  /** What each ref of this batch names: a source path or, if there is none, an address made from the id. */
  readonly #refs = new Map<string, string>();
  /** Pages whose text was set by this batch. */
  readonly #written = new Set<string>();

  constructor(setting: ChangeSetting) {
    this.#setting = setting;
  }

  async apply(change: ContentChange): Promise<void> {
    switch (change.operation) {
      case "insert_page":
        return this.#insert(change);
      case "update_page":
        return this.#update(change);
      case "delete_page":
        return this.#delete(change.page);
      case "revert_page":
        return this.#revert(change.page, change.revision, change.block);
      case "insert_files":
        return this.#insertFiles(change);
    }
  }

  /** Rewrites links to `./<ref>` in the texts of this batch as links to the files the refs name. */
  async bindReferences(): Promise<void> {
    if (this.#refs.size === 0) return;
    const { content, map } = this.#setting;
    for (const id of this.#written) {
      const page = await findPage(map, id);
      if (page?.content === undefined) continue;
      const text = await content.readText(page.content);
      const bound = bindReferences(text, page.source ?? "", this.#refs);
      if (bound !== text) putPage(map, page, { ...page, content: content.putText(bound) });
    }
  }

  async followMoves(): Promise<void> {
    for (const id of await followMoves(this.#setting, this.#written)) this.#touch(id);
  }

  async #insert(change: InsertPage): Promise<void> {
    const { map, content, now } = this.#setting;
    const parent = change.into === undefined ? undefined : await parentNamed(map, change.into);
    if (change.computed !== undefined) return this.#insertComputed(change);
    const documentText = await readDocumentText(change.document ?? {}, "");
    const titled = withOwnTitle({ text: documentText, wanted: change.title, present: undefined, shows: true });
    const { title } = titled;
    const id = createId();
    const slug = await freeSlug(map, parent?.id ?? null, toSlug(change.slug ?? title), undefined);
    const above = parent && { source: parent.source, path: await getPagePath(map, parent) };
    const source = await freeSource(map, sourceUnder(above, slug), undefined);
    const text = await withIncludePaths(map, withDescribed(titled.text, changedMembers(change)), source);
    const page: PageRecord = {
      ...describedBy(text, undefined, { source }),
      ...changedMembers(change),
      id,
      type: "document",
      title,
      slug,
      parent: parent?.id ?? null,
      order: await orderAt(map, parent?.id ?? null, change.at, undefined),
      source,
      content: content.putText(text),
      createdAt: now,
      updatedAt: now,
    };
    putPage(map, undefined, page);
    this.#written.add(id);
    this.#remember(change.ref, page.source ?? "");
    this.outcomes.set(id, { outcome: "created", page: id, ref: change.ref });
  }

  async #insertComputed(change: InsertPage): Promise<void> {
    const page = await newComputedPage(this.#setting.map, change, this.#setting.now);
    putPage(this.#setting.map, undefined, page);
    this.outcomes.set(page.id, { outcome: "created", page: page.id, ref: change.ref });
    this.#remember(change.ref, `/pages/${page.id}`);
  }

  async #update(change: UpdatePage): Promise<void> {
    const { map, now } = this.#setting;
    if (await this.#updateReusable(change)) return;
    const page = await pageNamed(map, change.page, "page");
    await requireWritten(map, page, "page");
    if (change.document !== undefined) requireOwnText(page, "document");
    let next: PageRecord = { ...page, updatedAt: now };
    if (change.document !== undefined) {
      next = await rewritten(this.#setting, page, next, change.document, change.title);
      this.#written.add(page.id);
    } else if (change.title !== undefined) next = await retitled(this.#setting, next, change.title);
    next = await described(this.#setting, next, changedMembers(change));
    next = await moved(this.#setting, page, next, change);
    putPage(map, page, next);
    await this.#resolve([page.id]);
    this.#touch(page.id);
  }

  async #updateReusable(change: UpdatePage): Promise<boolean> {
    const { map, content } = this.#setting;
    const file = await findReusable(map, change.page);
    if (file === undefined) return false;
    await rewriteReusable(map, content, file, change);
    await this.#resolve([file.id]);
    this.#touch(file.id);
    return true;
  }

  async #delete(id: string): Promise<void> {
    const { map } = this.#setting;
    const page = await findPage(map, id);
    await requireWritten(map, page, "page");
    const members = page === undefined ? [] : await subtree(map, page);
    const resolved = await this.#resolve([id, ...members.map((member) => member.id)]);
    const file = await findReusable(map, id);
    if (page === undefined && file === undefined && !resolved) throw notThere("page", id);
    if (file !== undefined) {
      removeFile(map, file);
      this.#forget(id);
    }
    for (const member of members) {
      removePage(map, member);
      this.#forget(member.id);
    }
  }

  async #revert(id: string, revision: string | undefined, blocks: readonly string[] | undefined): Promise<void> {
    const { content, space, map, base, now } = this.#setting;
    const from = revision === undefined ? base : await this.#setting.revision(revision);
    await requireRevertible(map, (await findPage(map, id)) ?? (await findPage(from, id)), blocks);
    const { written, removed } = await revertPage({ content, space, map, from, id, blocks, now });
    await this.#resolve([id, ...written, ...removed]);
    for (const page of removed) this.#forget(page);
    for (const page of written) this.#touch(page);
  }

  async #insertFiles(change: InsertFiles): Promise<void> {
    const { map, content, fetched } = this.#setting;
    for (const [index, file] of change.files.entries()) {
      const { bytes, contentType: declared } = readInputFile(file, index, fetched);
      const { contentType, dimensions } = await readFileFacts(bytes, file.name, declared);
      const record = await insertOrReplaceFile(map, file.name, {
        contentType,
        size: bytes.length,
        dimensions,
        content: content.putBytes(bytes),
      });
      await this.#resolve([record.id]);
      this.files.push(record);
      this.#remember(file.ref, record.source);
    }
  }

  /** Editing a page resolves the conflicts an update left on it. Returns whether there were any. */
  async #resolve(pages: readonly string[]): Promise<boolean> {
    const { map } = this.#setting;
    const ids = new Set(pages);
    const settled = (await map.scan(keys.conflicts)).filter(([key]) => ids.has(key.split("/")[1] ?? ""));
    for (const [key] of settled) map.delete(key);
    return settled.length > 0;
  }

  #touch(id: string): void {
    const known = this.outcomes.get(id);
    if (known === undefined || known.outcome === "deleted") this.outcomes.set(id, { outcome: "updated", page: id });
  }

  #forget(id: string): void {
    if (this.outcomes.get(id)?.outcome === "created") this.outcomes.delete(id);
    else this.outcomes.set(id, { outcome: "deleted", page: id });
  }

  #remember(ref: string | undefined, source: string): void {
    if (ref === undefined) return;
    if (this.#refs.has(ref)) throw new Problem("bad_request", `ref "${ref}" is used twice in this request.`);
    this.#refs.set(ref, source);
  }
}

/**
 * Updates links by tree path to pages that changes moved or gave another slug. Returns the ids of the pages it wrote.
 * Links in pages in `written` may already point at the new location.
 */
async function followMoves(setting: ChangeSetting, written: ReadonlySet<string>): Promise<string[]> {
  const { content, map, now, linkingTo } = setting;
  const moved = await replaced(await pageDifferences(map));
  if (moved.length === 0) return [];
  const previousPaths = await getPagePaths(map.base, [...(await findPages(map.base, moved)).values()]);
  const renamed = await withDescendants(map, moved);
  const pages = new Set([...renamed, ...(await linkingTo([...previousPaths.values()]))]);
  const relinked = await updateMovedLinks({
    side: map.base,
    merged: map,
    pages,
    renamed,
    rewritten: written,
    texts: content,
  });
  for (const page of relinked) putPage(map, page, { ...page, updatedAt: now });
  return relinked.map(({ id }) => id);
}
