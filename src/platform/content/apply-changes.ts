import type { ContentChange, InsertFiles, InsertPage, UpdatePage } from "../../contract/models/content-change.ts";
import { readFrontMatter } from "../../text/front-matter.ts";
import { slugOf, titleOf, withTitle } from "../../text/title.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { splitBody } from "./page-body.ts";
import { findPage, pathOf, subtree } from "./page-tree.ts";
import { freeSlug, freeSource, orderAt, putPage, removePage, sourceUnder } from "./placement.ts";
import { type FileRecord, fileEntries, keys, type PageRecord } from "./records.ts";
import { bindReferences } from "./references.ts";
import { revertPage } from "./revert-page.ts";
import type { SpaceContent } from "./space-content.ts";

const mostTextBytes = 5 * 1024 * 1024;
const mostFileBytes = 1024 * 1024;

export interface ChangeSetting {
  readonly content: SpaceContent;
  readonly map: EditedMap;
  /** What a page is reverted to when no revision is named. */
  readonly base: StoredMap;
  /** The content of a named revision of the same space. Throws `not_found`. */
  revision(id: string): Promise<StoredMap>;
  readonly now: string;
}

/** What happened to each page, in the order the pages were first touched. */
export type PageOutcome =
  | { readonly outcome: "created"; readonly page: string; readonly ref: string | undefined }
  | { readonly outcome: "updated"; readonly page: string }
  | { readonly outcome: "deleted"; readonly page: string };

export interface AppliedChanges {
  readonly pages: readonly PageOutcome[];
  readonly files: readonly FileRecord[];
}

/** Applies changes in order to an edited map. The first that cannot be applied throws a `Problem` naming its index. */
export async function applyChanges(changes: readonly ContentChange[], setting: ChangeSetting): Promise<AppliedChanges> {
  const run = new ChangeRun(setting);
  for (const [index, change] of changes.entries()) {
    await run.apply(change).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw new Problem(error.code, `changes.${index} (${change.operation}): ${error.message} Nothing was changed.`);
    });
  }
  await run.bindReferences();
  return { pages: [...run.outcomes.values()], files: run.files };
}

class ChangeRun {
  readonly outcomes = new Map<string, PageOutcome>();
  readonly files: FileRecord[] = [];
  readonly #setting: ChangeSetting;
  /** Source paths of what this batch made, by the name the batch gave it. */
  readonly #refs = new Map<string, string>();

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

  /** Links to `./<ref>` of this batch become links to the files they stand for. */
  async bindReferences(): Promise<void> {
    if (this.#refs.size === 0) return;
    const { content, map } = this.#setting;
    for (const { outcome, page: id } of this.outcomes.values()) {
      const page = outcome === "deleted" ? undefined : await findPage(map, id);
      if (page?.content === undefined) continue;
      const text = await content.readText(page.content);
      const bound = bindReferences(text, page.source ?? "", this.#refs);
      if (bound !== text) putPage(map, page, { ...page, content: content.putText(bound) });
    }
  }

  async #insert(change: InsertPage): Promise<void> {
    const { map, content, now } = this.#setting;
    const parent = change.into === undefined ? undefined : await this.#page(change.into, "into");
    const given = await this.#textOf(change.document, "");
    const title = titleOf(given)?.title ?? change.title ?? "Untitled";
    const text = titleOf(given) === undefined ? withTitle(given, title) : given;
    const id = createId();
    const slug = await freeSlug(map, parent?.id ?? null, slugOf(change.slug ?? title), undefined);
    const above = parent && { source: parent.source, path: await pathOf(map, parent) };
    const page: PageRecord = {
      ...described(text),
      ...properties(change),
      id,
      type: "document",
      title,
      slug,
      parent: parent?.id ?? null,
      order: await orderAt(map, parent?.id ?? null, change.at, undefined),
      source: await freeSource(map, sourceUnder(above, slug), undefined),
      content: content.putText(text),
      createdAt: now,
      updatedAt: now,
    };
    putPage(map, undefined, page);
    this.#remember(change.ref, page.source ?? "");
    this.outcomes.set(id, { outcome: "created", page: id, ref: change.ref });
  }

  async #update(change: UpdatePage): Promise<void> {
    const { map, content, now } = this.#setting;
    const page = await this.#page(change.page, "page");
    let next: PageRecord = { ...page, ...properties(change), updatedAt: now };
    if (change.document !== undefined) {
      if (page.type !== "document") throw new Problem("conflict", `Page ${page.id} is a ${page.type} and has no body.`);
      const given = await this.#textOf(change.document, await this.#headOf(page));
      const title = titleOf(given)?.title ?? change.title ?? page.title;
      const text = titleOf(given) === undefined ? withTitle(given, title) : given;
      next = { ...next, ...described(text), ...properties(change), title, content: content.putText(text) };
    } else if (change.title !== undefined) {
      next = { ...next, title: change.title };
      const text = page.content === undefined ? undefined : await content.readText(page.content);
      if (text !== undefined && titleOf(text) !== undefined) {
        next = { ...next, content: content.putText(withTitle(text, change.title)) };
      }
    }
    next = await this.#moved(page, next, change);
    putPage(map, page, next);
    await this.#resolve(page.id);
    this.#touch(page.id);
  }

  /** Gives `next` its place: a changed parent, index or slug. */
  async #moved(page: PageRecord, next: PageRecord, change: UpdatePage): Promise<PageRecord> {
    const { map } = this.#setting;
    const parent = change.into === undefined ? page.parent : change.into;
    if (parent !== null && parent !== page.parent) {
      const target = await this.#page(parent, "into");
      const below = await subtree(map, page);
      if (below.some((member) => member.id === target.id)) {
        throw new Problem(
          "conflict",
          `Page ${page.id} cannot go into ${target.id}, which is the page itself or below it.`,
        );
      }
    }
    const moves = parent !== page.parent || change.at !== undefined;
    const order = moves ? await orderAt(map, parent, change.at, page.id) : page.order;
    const wanted = change.slug === undefined ? page.slug : slugOf(change.slug);
    return { ...next, parent, order, slug: await freeSlug(map, parent, wanted, page.id) };
  }

  async #delete(id: string): Promise<void> {
    const { map } = this.#setting;
    const page = await findPage(map, id);
    const resolved = await this.#resolve(id);
    if (page === undefined) {
      if (resolved) return;
      throw notThere("page", id);
    }
    for (const member of await subtree(map, page)) {
      removePage(map, member);
      await this.#resolve(member.id);
      if (this.outcomes.get(member.id)?.outcome === "created") this.outcomes.delete(member.id);
      else this.outcomes.set(member.id, { outcome: "deleted", page: member.id });
    }
  }

  async #revert(id: string, revision: string | undefined, blocks: readonly string[] | undefined): Promise<void> {
    const { map, base, now } = this.#setting;
    const from = revision === undefined ? base : await this.#setting.revision(revision);
    const outcome = await revertPage({ content: this.#setting.content, map, from, id, blocks, now });
    await this.#resolve(id);
    if (outcome === "deleted") this.outcomes.set(id, { outcome, page: id });
    else this.#touch(id);
  }

  async #insertFiles(change: InsertFiles): Promise<void> {
    const { map, content } = this.#setting;
    for (const [index, file] of change.files.entries()) {
      if (file.base64 === undefined) {
        throw new Problem(
          "not_implemented",
          `files.${index}.url: this service does not fetch files from URLs yet. Send the bytes as base64.`,
        );
      }
      const bytes = decodeBase64(file.base64, index);
      const id = createId();
      const record: FileRecord = {
        id,
        name: file.name,
        contentType: file.contentType ?? "application/octet-stream",
        size: bytes.length,
        content: content.putBytes(bytes),
        source: await freeSource(map, `.gitbook/assets/${file.name.replace(/[/\\\0]/g, "-")}`, undefined),
      };
      for (const [key, value] of fileEntries(record)) map.set(key, value);
      this.files.push(record);
      this.#remember(file.ref, record.source);
    }
  }

  async #page(id: string, field: string): Promise<PageRecord> {
    const page = await findPage(this.#setting.map, id);
    if (page === undefined) throw notThere(field, id);
    return page;
  }

  /** What a page has besides its body: a document sent as blocks leaves it alone. */
  async #headOf(page: PageRecord): Promise<string> {
    return page.content === undefined ? "" : splitBody(await this.#setting.content.readText(page.content)).head;
  }

  async #textOf(document: InsertPage["document"], head: string): Promise<string> {
    const text = document.markdown ?? head + (await printDocument(document.document));
    if (Buffer.byteLength(text) > mostTextBytes) {
      throw new Problem(
        "payload_too_large",
        "document: a page holds at most 5 MB of text. Split it into several pages.",
      );
    }
    return text;
  }

  /** An edit of a page settles the conflicts an update left on it. */
  async #resolve(id: string): Promise<boolean> {
    const conflicts = await this.#setting.map.scan(keys.conflictsOf(id));
    for (const [key] of conflicts) this.#setting.map.delete(key);
    return conflicts.length > 0;
  }

  #touch(id: string): void {
    if (!this.outcomes.has(id)) this.outcomes.set(id, { outcome: "updated", page: id });
  }

  #remember(ref: string | undefined, source: string): void {
    if (ref === undefined) return;
    if (this.#refs.has(ref)) throw new Problem("bad_request", `ref "${ref}" is used twice in this request.`);
    this.#refs.set(ref, source);
  }
}

const notThere = (field: string, id: string) =>
  new Problem(
    "not_found",
    `${field}: the change request has no page ${id}. It may have been deleted; list the pages of the change request.`,
  );

/** Members set by the change itself; null clears one. */
function properties(change: Omit<UpdatePage, "operation" | "page">): Partial<PageRecord> {
  const { emoji, icon, description, condition, hidden, noIndex, noRobotsIndex } = change;
  const given = Object.entries({ emoji, icon, description, condition, hidden, noIndex, noRobotsIndex });
  return Object.fromEntries(
    given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, value ?? undefined]),
  );
}

/** What the front matter of a page says about it. */
export function described(text: string): Partial<PageRecord> {
  const { attributes } = readFrontMatter(text);
  const strings = ["description", "icon", "emoji"] as const;
  return {
    ...Object.fromEntries(
      strings.flatMap((name) => (typeof attributes[name] === "string" ? [[name, attributes[name]]] : [])),
    ),
    ...(typeof attributes.hidden === "boolean" ? { hidden: attributes.hidden } : {}),
  };
}

async function printDocument(document: unknown): Promise<string> {
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  try {
    return markdownFromDocument(document as Parameters<typeof markdownFromDocument>[0]);
  } catch (error) {
    throw new Problem("unprocessable", `document: ${error instanceof Error ? error.message : "cannot be read"}.`);
  }
}

function decodeBase64(text: string, index: number): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text.replace(/\s/g, ""))) {
    throw new Problem("bad_request", `files.${index}.base64 is not base64.`);
  }
  if (bytes.length > mostFileBytes) {
    throw new Problem("payload_too_large", `files.${index}.base64: a file sent this way holds at most 1 MB.`);
  }
  return bytes;
}
