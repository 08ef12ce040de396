import type { RichDocument } from "../../../contract/models/document.ts";
import type { GitBlob } from "../../../contract/models/git.ts";
import type { Page, PageSummary } from "../../../contract/models/page.ts";
import type { ReusableContent } from "../../../contract/models/reusable-content.ts";
import type { Revision } from "../../../contract/models/revision.ts";
import { pageVariables } from "../../../markdown/expressions/expressions.ts";
import { findChangeRequest } from "../../access/change-requests-rows.ts";
import type { ContentMap, StoredMap } from "../../content/content-map.ts";
import { type LinkForm, withLinksAs } from "../../content/exported-text.ts";
import { readPageDocument } from "../../content/page-document.ts";
import {
  allFiles,
  allPages,
  findPage,
  findPageByPath,
  findPages,
  getPagePath,
  subtree,
} from "../../content/page-tree.ts";
import { type FileRecord, keys, type PageRecord } from "../../content/records.ts";
import { findRedirected } from "../../content/redirects.ts";
import { expandText } from "../../content/resolve-includes.ts";
import {
  findReusable,
  findReusableAt,
  isAttachment,
  isReusable,
  spaceVariables,
  titleOfReusable,
} from "../../content/reusable-contents.ts";
import { type CommitOfRevision, findRevision } from "../../content/revisions-rows.ts";
import { isConditional, isVisible, visiblePages, visibleText } from "../../content/visible-text.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { VersionedResult } from "../../kernel/handler.ts";
import { Problem } from "../../kernel/problem.ts";
import { presentChangeRequest } from "./change-request-view.ts";
import { presentCommit, presentFiles, presentTextBlobs } from "./file-view.ts";
import { type PageView, presentPage, presentReusable, presentTree } from "./page-view.ts";

/** Which revision of which space to read, and how its pages are addressed. */
export interface RevisionScope {
  readonly space: Row<"space">;
  readonly revision: string;
  readonly changeRequest?: Row<"change_request">;
}

interface PageReading {
  readonly format: "document" | "markdown";
  /** How links are written in Markdown; as stored by default. */
  readonly "format.markdown.refs"?: LinkForm | undefined;
  readonly metadata: boolean;
  /** False leaves out computed pages. */
  readonly computed: boolean;
  readonly evaluated: boolean | "deterministic-only";
  readonly dereferenced: boolean | "reusable-contents";
}

type Reading = Pick<PageReading, "evaluated" | "dereferenced">;

const asDocument = { format: "document", metadata: false, computed: true } as const;

const noBlocks: RichDocument = { object: "document", data: { schemaVersion: 1 }, nodes: [] };

type TreeReading = Pick<PageReading, "metadata" | "computed">;

/** Reads the content of one revision for one caller. */
export class RevisionReader {
  readonly map: StoredMap;
  readonly #context: Context;
  readonly #scope: RevisionScope;
  readonly #row: Row<"revision">;

  private constructor(context: Context, scope: RevisionScope, row: Row<"revision">) {
    this.#context = context;
    this.#scope = scope;
    this.#row = row;
    this.map = context.content.at(row.root);
  }

  /** Throws `not_found` if the space has no such revision. */
  static async open(context: Context, scope: RevisionScope): Promise<RevisionReader> {
    const row = await findRevision(context.queries, scope.space.id, scope.revision);
    if (row === undefined) {
      throw new Problem("not_found", `revisionId: space ${scope.space.id} has no revision ${scope.revision}.`);
    }
    return new RevisionReader(context, scope, row);
  }

  /** Ids of the revisions it was created from; the one that was edited or merged into comes first. */
  get parents(): string[] {
    return JSON.parse(this.#row.parents) as string[];
  }

  /** Another revision of the same space. */
  sibling(revision: string): Promise<RevisionReader> {
    return RevisionReader.open(this.#context, { space: this.#scope.space, revision });
  }

  async tree({ metadata, computed }: TreeReading): Promise<PageSummary[]> {
    const pages = this.#visible(await allPages(this.map));
    const shown = computed ? pages : withoutComputed(pages);
    return presentTree(shown, await this.#view(metadata, shown));
  }

  async revision(reading: TreeReading): Promise<Revision> {
    const { metadata } = reading;
    const files = await allFiles(this.map);
    return {
      ...(await this.outline(metadata)),
      pages: await this.tree(reading),
      files: await presentFiles(this.#context, files.filter(isAttachment), metadata),
      reusableContents: await this.#reusableContents(files, metadata),
      variables: await spaceVariables(this.map, this.#context.content),
    };
  }

  /** The revision without its content. */
  async outline(metadata: boolean): Promise<Revision> {
    const { git } = this.#row;
    return {
      object: "revision",
      id: this.#row.id,
      type: this.#row.type as Revision["type"],
      parents: this.parents,
      pages: [],
      files: [],
      reusableContents: [],
      tags: [],
      createdAt: this.#row.created_at,
      ...(metadata && git !== null && this.#context.reader === undefined
        ? { git: presentCommit(JSON.parse(git) as CommitOfRevision) }
        : {}),
      ...(await this.mergedFrom()),
      ...(this.#row.source_revision === null ? {} : { sourceRevision: this.#row.source_revision }),
      urls: { app: this.#app() },
    };
  }

  /** The change request whose merge created it. Visitors of a site do not see who works on it. */
  async mergedFrom(): Promise<Pick<Revision, "mergedFrom">> {
    const { merged_from: id } = this.#row;
    if (id === null || this.#context.reader !== undefined) return {};
    const changeRequest = await findChangeRequest(this.#context.queries, this.#scope.space.id, id);
    if (changeRequest === undefined) return {};
    return { mergedFrom: await presentChangeRequest(this.#context, changeRequest, this.#scope.space) };
  }

  async pageById(id: string, reading: PageReading): Promise<Page> {
    const page = await this.findPage(id);
    const reusable = page === undefined ? await findReusable(this.map, id) : undefined;
    if (reusable !== undefined) return this.#reusablePage(reusable, reading);
    if (page === undefined) throw new Problem("not_found", `pageId: there is no page ${id} in this revision.`);
    return this.#page(page, reading);
  }

  async pageByPath(path: string, reading: PageReading): Promise<Page> {
    const found = await this.#ifVisible(await findPageByPath(this.map, path));
    const reusable = found === undefined ? await findReusableAt(this.map, path) : undefined;
    if (reusable !== undefined) return this.#reusablePage(reusable, reading);
    const page = found ?? (await this.#ifVisible(await findRedirected(this.map, path)));
    if (page === undefined) throw new Problem("not_found", `pagePath: there is no page at "${path}" in this revision.`);
    return this.#page(page, reading);
  }

  /** A page that this caller may see. */
  async findPage(id: string): Promise<PageRecord | undefined> {
    return this.#ifVisible(await findPage(this.map, id));
  }

  async #ifVisible(page: PageRecord | undefined): Promise<PageRecord | undefined> {
    const visitor = this.#context.reader?.visitor;
    if (visitor === undefined || page === undefined) return page;
    return (await isVisible(this.map, page, visitor)) ? page : undefined;
  }

  #visible(pages: readonly PageRecord[]): readonly PageRecord[] {
    const visitor = this.#context.reader?.visitor;
    return visitor === undefined ? pages : visiblePages(pages, visitor);
  }

  /** The body of a page; empty if it has none. */
  async pageDocument(id: string, reading: Reading): Promise<RichDocument> {
    const { document = noBlocks } = await this.pageById(id, { ...asDocument, ...reading });
    return document;
  }

  /** The same for a reusable content. */
  async reusableDocument(id: string, reading: Reading): Promise<RichDocument> {
    const file = await findReusable(this.map, id);
    if (file === undefined) {
      throw new Problem("not_found", `reusableContentId: there is no reusable content ${id} in this revision.`);
    }
    const { document = noBlocks } = await this.#reusablePage(file, { ...asDocument, ...reading });
    return document;
  }

  async #page(found: PageRecord, reading: PageReading): Promise<Page> {
    const [page] = reading.computed ? [found] : withoutComputed([found]);
    if (page === undefined) {
      throw new Problem("not_found", `Page ${found.id} is computed, and computed content was left out.`);
    }
    const presented = await this.pageWithoutBody(page, reading);
    if (page.content === undefined) return presented;
    return { ...presented, ...(await this.#body(page, await this.#context.content.readText(page.content), reading)) };
  }

  /** The text that this caller may see. Parts of it may depend on the attributes of a visitor. */
  async #expanded(page: PageRecord, written: string, reading: Reading): ReturnType<typeof expandText> {
    const { content, reader } = this.#context;
    const visitor = isConditional(written) || reading.dereferenced !== false ? reader?.visitor : undefined;
    if (visitor === undefined) return expandText(this.map, content, written, page, reading);
    const options = { claims: visitor.claims, dereferenced: reading.dereferenced };
    return { text: await visibleText(this.map, content, written, page, options), unresolved: [] };
  }

  async #body(page: PageRecord, written: string, reading: PageReading): Promise<Partial<Page>> {
    const { text, unresolved } = await this.#expanded(page, written, reading);
    const left = unresolved.length > 0 ? { unresolved } : {};
    const form = reading["format.markdown.refs"];
    if (reading.format === "markdown") {
      return { markdown: form === undefined ? text : await withLinksAs(form, this.map, page, text), ...left };
    }
    const document = await readPageDocument(this.map, page, text, this.#scope.space.id);
    // Both types have the same shape, but the contract leaves block types open and the text layer names them.
    return { document: document as object as NonNullable<Page["document"]>, ...left };
  }

  /** A reusable content as a page without a position in the tree, so that it can be read and edited like a page. */
  async #reusablePage(file: FileRecord, reading: PageReading): Promise<Page> {
    const text = await this.#context.content.readText(file.content);
    const page = this.#toPage(file, text);
    const {
      createdAt: _,
      updatedAt: __,
      ...presented
    } = presentPage(page, file.source, [], await this.#view(reading.metadata, [page]));
    return { ...presented, ...(await this.#body(page, text, reading)) };
  }

  #toPage(file: FileRecord, text: string): PageRecord {
    const { id, name, source, content } = file;
    const title = titleOfReusable(text, file);
    return {
      ...{ id, type: "document", title, slug: name, parent: null, order: "", source, content },
      ...{ variables: pageVariables(text), createdAt: "", updatedAt: "" },
    };
  }

  async reusableContent(id: string, metadata: boolean): Promise<ReusableContent> {
    const file = await findReusable(this.map, id);
    if (file === undefined) {
      throw new Problem("not_found", `reusableContentId: there is no reusable content ${id} in this revision.`);
    }
    const text = await this.#context.content.readText(file.content);
    const git = await this.#git(metadata, [file]);
    const reading = { evaluated: false, dereferenced: false } as const;
    const shown = await this.#expanded({ ...this.#toPage(file, text), content: undefined }, text, reading);
    return { ...presentReusable(file, text, git?.get(file.source)), markdown: shown.text };
  }

  async #reusableContents(files: readonly FileRecord[], metadata: boolean): Promise<ReusableContent[]> {
    const reusable = files.filter(isReusable);
    const texts = await this.#context.content.readTexts(reusable.map((file) => file.content));
    const git = await this.#git(metadata, reusable);
    return reusable.map((file) => presentReusable(file, texts.get(file.content) ?? "", git?.get(file.source)));
  }

  /** A page of this revision with its descendants. */
  async pageWithoutBody(
    page: PageRecord,
    { metadata, computed }: TreeReading = { metadata: true, computed: true },
  ): Promise<Page> {
    const path = await getPagePath(this.map, page);
    const below = this.#visible(await subtree(this.map, page));
    const members = computed ? below : withoutComputed(below);
    const view = await this.#view(metadata, [page, ...members]);
    return presentPage(page, path, await presentTree(members, view, page.id, `${path}/`), view);
  }

  #app(): string {
    const { space, changeRequest } = this.#scope;
    return appAddress(this.#context, {
      kind: "content",
      organization: space.organization,
      space: space.id,
      changeRequest: changeRequest?.number,
    });
  }

  async #view(metadata: boolean, pages: readonly PageRecord[]): Promise<PageView> {
    const requestingPages = await findPages(this.map, [...new Set(pages.flatMap(({ part }) => part?.of ?? []))]);
    const files = await coverFiles(this.map, pages);
    return { app: this.#app(), git: await this.#git(metadata, pages), files, requestingPages };
  }

  /** Git metadata of texts, if requested. */
  async #git(
    metadata: boolean,
    texts: readonly Pick<PageRecord, "content" | "source">[],
  ): Promise<Map<string, GitBlob> | undefined> {
    if (!metadata || this.#context.reader?.showsGit === false) return undefined;
    const filed = texts.flatMap(({ content, source }) =>
      content === undefined || source === undefined ? [] : [{ content, source }],
    );
    return presentTextBlobs(this.#context.content, this.map, filed);
  }
}

/** A result from one revision. It depends on the revision and on what its URLs are made from. */
export function versionedResult<Result>(
  context: Context,
  scope: RevisionScope,
  read: (reader: RevisionReader) => Promise<Result>,
): VersionedResult<Result> {
  const { space, revision, changeRequest } = scope;
  const version = [revision, space.id, space.organization, String(changeRequest?.number ?? "")];
  const { reader } = context;
  // Visitors with other attributes see other parts, and people on the desk see all of them.
  if (reader !== undefined) version.push(JSON.stringify(["visitor", reader.showsGit, reader.visitor?.claims]));
  return new VersionedResult(version, async () => read(await RevisionReader.open(context, scope)));
}

/** Content as it was before anything was computed. */
function withoutComputed(pages: readonly PageRecord[]): PageRecord[] {
  return pages.flatMap((page) => {
    if (page.part !== undefined) return [];
    return [page.computed === undefined ? page : { ...page, type: "computed" as const, content: undefined }];
  });
}

/** Ids of the files that the covers of these pages name, by path. */
async function coverFiles(map: ContentMap, pages: readonly Pick<PageRecord, "cover">[]): Promise<Map<string, string>> {
  const paths = new Set(pages.flatMap(({ cover }) => (cover ? [cover.ref, cover.refDark ?? ""] : [])));
  if (paths.size === 0) return new Map();
  const owners = await map.getMany([...paths].map(keys.source));
  return new Map(
    [...paths].flatMap((path) => {
      const owner = owners.get(keys.source(path));
      return owner?.startsWith(keys.files) ? [[path, owner.slice(keys.files.length)] as const] : [];
    }),
  );
}
