import { setImmediate as nextTurn } from "node:timers/promises";
import { hasAnchor } from "../../../markdown/page/anchors.ts";
import { foldPath } from "../../../markdown/page/link-paths.ts";
import { spaceFor } from "../../access/scope.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { findFiles, findPages, getPagePaths, subtree } from "../../content/page-tree.ts";
import { type FileRecord, keys, type PageRecord, parseFile, parsePage } from "../../content/records.ts";
import { allReusable, createReusableOrigin, isReusable } from "../../content/reusable-contents.ts";
import { requireRoot } from "../../content/revisions-rows.ts";
import type { SpaceContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import type { PreparedHandler, Transactions } from "../../kernel/handler.ts";
import type { TransferSubscriber } from "../spaces/index.ts";
import { type KnownAnchors, originOfPage, PageLinkReader, readTarget } from "./page-links.ts";
import {
  findPortion,
  indexedRoot,
  type LinkRow,
  linksByPath,
  linksTo,
  removePortion,
  removeSpaceLinks,
  replaceLinks,
  retargetLink,
  setIndexedRoot,
  setPortion,
} from "./rows.ts";

interface InSpace {
  readonly spaceId: string;
}

/** A handler that runs after the links of a space's current revision are indexed. */
export const withKnownLinks = <Input extends InSpace, Result>(
  run: (input: Input, context: Context) => Promise<Result>,
): PreparedHandler<Input, Result> => ({
  async prepare(input, transactions) {
    await ensureLinksIndexed(input, transactions);
    return (context) => run(input, context);
  },
});

/**
 * Makes sure that the links of a space's current revision are indexed, in separate transactions if they are not. The
 * first time takes several, so that no write waits long for the lock.
 */
async function ensureLinksIndexed({ spaceId }: InSpace, transactions: Transactions): Promise<void> {
  const known = await transactions.read(async (context) => {
    const { space } = await spaceFor(context, spaceId, "view");
    return (await indexedRoot(context.queries, spaceId)) === (await activeRoot(context, space));
  });
  if (known) return;
  const anchors: KnownAnchors = new Map();
  const readNext = () =>
    transactions.write(async (context) => {
      const { space } = await spaceFor(context, spaceId, "view");
      return readNextPortion(context.queries, context.content, space, await activeRoot(context, space), anchors);
    });
  while (!(await readNext())) await nextTurn();
  await transactions.write(async (context) => {
    const { space } = await spaceFor(context, spaceId, "view");
    await updateLinks(context.queries, context.content, space, await activeRoot(context, space));
  });
}

const activeRoot = ({ queries }: Context, space: Row<"space">) => requireRoot(queries, space.id, space.revision);

/**
 * Updates a space's link index to the content of `root`. The cost depends on what changed since the last update, and on
 * the links to what was added, removed or moved.
 */
async function updateLinks(
  queries: Queries,
  content: SpaceContent,
  space: Pick<Row<"space">, "id" | "organization">,
  root: string,
): Promise<void> {
  const from = await indexedRoot(queries, space.id);
  if (from === root) return;
  if (from === undefined) throw new Error(`The links of space ${space.id} were never indexed`);
  const before = content.at(from);
  const after = content.at(root);
  await new LinkUpdate(queries, content, space, before, after).run();
  await setIndexedRoot(queries, space.id, root);
}

class LinkUpdate {
  readonly #reader: PageLinkReader;
  readonly #space: string;
  readonly #queries: Queries;
  readonly #before: StoredMap;
  readonly #after: StoredMap;
  /** Folded paths whose target changed, and folders under which every path's may have. */
  readonly #paths = new Set<string>();
  readonly #folders = new Set<string>();

  constructor(
    queries: Queries,
    content: SpaceContent,
    space: Pick<Row<"space">, "id" | "organization">,
    before: StoredMap,
    after: StoredMap,
  ) {
    this.#space = space.id;
    this.#queries = queries;
    this.#before = before;
    this.#after = after;
    this.#reader = new PageLinkReader(queries, content, space, after);
  }

  async run(): Promise<void> {
    const removed: string[] = [];
    const read = new Map<string, PageRecord>();
    const changedTexts: string[] = [];
    const changedPages: { was: PageRecord | undefined; is: PageRecord | undefined }[] = [];
    for (const difference of await this.#before.diff(this.#after, keys.pages)) {
      const [was, is] = [parsePage(difference.before), parsePage(difference.after)];
      if (is === undefined) removed.push(difference.key.slice(keys.pages.length));
      else if (was === undefined || serializeText(was) !== serializeText(is)) read.set(is.id, is);
      if (was !== undefined && is !== undefined && was.content !== is.content) changedTexts.push(is.id);
      if (serializePosition(was) !== serializePosition(is)) changedPages.push({ was, is });
    }
    for (const { was, is } of changedPages) {
      if (is === undefined || was === undefined) continue;
      for (const page of await subtree(this.#after, is)) read.set(page.id, page);
    }
    const files = (await this.#before.diff(this.#after, keys.files)).map(({ before, after }) => ({
      was: parseFile(before),
      is: parseFile(after),
    }));
    const reusable = files.flatMap(({ is }) => (is !== undefined && isReusable(is) ? is : []));
    const previousIds = files.flatMap(({ was }) => (was !== undefined && isReusable(was) ? was.id : []));
    await replaceLinks(this.#queries, this.#space, [...removed, ...previousIds], []);
    await this.#reader.readPages([...read.values()]);
    await this.#reader.readReusable(reusable);
    await this.#recordMoves(changedPages);
    for (const { was, is } of files) this.#noteFiles(was, is);
    await this.#retarget(removed, new Set([...read.keys(), ...reusable.map(({ id }) => id)]));
    await this.#checkAnchors(changedTexts, read);
  }

  async #recordMoves(
    changedPages: readonly { was: PageRecord | undefined; is: PageRecord | undefined }[],
  ): Promise<void> {
    const moved = new Set(changedPages.flatMap(({ was, is }) => (was !== undefined && is !== undefined ? is.id : [])));
    for (const [map, pages] of [
      [this.#before, changedPages.flatMap(({ was }) => was ?? [])],
      [this.#after, changedPages.flatMap(({ is }) => is ?? [])],
    ] as const) {
      const paths = await getPagePaths(map, pages);
      for (const { id, source } of pages) {
        const path = foldPath(paths.get(id) ?? "");
        this.#paths.add(id.toLowerCase()).add(path);
        // A page below an added or removed page was itself added or removed.
        if (moved.has(id)) this.#folders.add(path);
        if (source !== undefined) this.#paths.add(foldPath(source));
      }
    }
  }

  /** If only a file's bytes changed, links to it stay the same. */
  #noteFiles(was: FileRecord | undefined, is: FileRecord | undefined): void {
    if (was?.source === is?.source) return;
    for (const file of [was, is]) {
      if (file !== undefined) this.#paths.add(file.id.toLowerCase()).add(foldPath(file.source));
    }
  }

  /** Resolves links of other pages again if what they lead to was added, removed or moved. */
  async #retarget(removed: readonly string[], read: ReadonlySet<string>): Promise<void> {
    if (this.#paths.size === 0) return;
    const rows = await linksByPath(this.#queries, this.#space, [...this.#paths], [...this.#folders]);
    for (const id of removed) {
      for (const row of await linksTo(this.#queries, this.#space, `page:${id}`)) rows.push(row);
    }
    await this.#lookAgain(rows.filter(({ page }) => !read.has(page)));
  }

  /** Checks links of other pages to anchors in pages whose text changed. */
  async #checkAnchors(changed: readonly string[], read: ReadonlyMap<string, PageRecord>): Promise<void> {
    for (const id of changed) {
      for (const row of await linksTo(this.#queries, this.#space, `page:${id}`)) {
        if (read.has(row.page) || !row.target.includes("#")) continue;
        const anchors = await this.#reader.findAnchors(id);
        const isThere = anchors !== undefined && hasAnchor(anchors, row.target.slice(row.target.indexOf("#") + 1));
        const status = isThere ? "ok" : "broken";
        if (status !== row.status) await retargetLink(this.#queries, { ...row, status });
      }
    }
  }

  async #lookAgain(rows: readonly LinkRow[]): Promise<void> {
    const ids = [...new Set(rows.map(({ page }) => page))];
    const pages = await findPages(this.#after, ids);
    const paths = await getPagePaths(this.#after, [...pages.values()]);
    const files = await findFiles(
      this.#after,
      ids.filter((id) => !pages.has(id)),
    );
    const origins = new Map([
      ...[...pages.values()].map((page) => [page.id, originOfPage(page, paths)] as const),
      ...[...files.values()].map((file) => [file.id, createReusableOrigin(file)] as const),
    ]);
    for (const [index, row] of rows.entries()) {
      const origin = origins.get(row.page);
      if (origin === undefined) continue;
      const found = await readTarget(this.#reader, origin, row.href);
      if (found.target !== row.target || found.status !== row.status) {
        await retargetLink(this.#queries, { ...row, ...found });
      }
      if (index % 500 === 499) await nextTurn();
    }
  }
}

const serializeText = ({ content, source, target }: PageRecord) => JSON.stringify([content, source, target]);

const serializePosition = (page: PageRecord | undefined) =>
  page && JSON.stringify([page.parent, page.slug, page.source]);

/** Pages read per transaction, so that others can write in between. */
const pagesOfPortion = 100;

/**
 * Reads the links of the next pages of a space that is not indexed yet and, with the last portion, those of its
 * reusable contents. All portions are read from the content that was current at the first one, whoever requests them.
 * Returns whether the index is complete for that content.
 */
async function readNextPortion(
  queries: Queries,
  content: SpaceContent,
  space: Pick<Row<"space">, "id" | "organization">,
  root: string,
  anchors: KnownAnchors,
): Promise<boolean> {
  if ((await indexedRoot(queries, space.id)) !== undefined) return true;
  const begun = await findPortion(queries, space.id);
  if (begun === undefined) await removeSpaceLinks(queries, space.id);
  const portion = begun ?? { space: space.id, root, after: "" };
  const map = content.at(portion.root);
  const entries = await map.scanAfter(keys.pages, portion.after, pagesOfPortion);
  const pages = entries.map(([, text]) => parsePage(text));
  const reader = new PageLinkReader(queries, content, space, map, anchors);
  await reader.readPages(pages);
  const last = pages.at(-1);
  if (last !== undefined && pages.length === pagesOfPortion) {
    await setPortion(queries, { ...portion, after: last.id });
    return false;
  }
  await reader.readReusable(await allReusable(map));
  await removePortion(queries, space.id);
  await setIndexedRoot(queries, space.id, portion.root);
  return true;
}

/** Which links lead into the web application depends on the organization, so they are indexed again when requested. */
export const linkTransferSubscriber: TransferSubscriber = {
  async transferred({ queries }, spaces) {
    for (const space of spaces) await removeSpaceLinks(queries, space);
  },
};
