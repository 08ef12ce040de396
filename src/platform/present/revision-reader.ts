import type { Page, PageSummary } from "../../contract/models/page.ts";
import type { Revision } from "../../contract/models/revision.ts";
import type { StoredMap } from "../content/content-map.ts";
import { coverFiles } from "../content/cover-files.ts";
import { readPageDocument } from "../content/page-document.ts";
import { allFiles, allPages, findPage, findPageByPath, pathOf, subtree } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { findChangeRequest } from "../store/change-requests.ts";
import { findRevision } from "../store/revisions.ts";
import type { Row } from "../store/tables.ts";
import { presentChangeRequest } from "./change-request.ts";
import { presentFile } from "./file.ts";
import { type PageView, presentPage, presentTree } from "./page.ts";

/** Which revision of which space is read, and how its pages are addressed. */
export interface RevisionScope {
  readonly space: Row<"space">;
  readonly revision: string;
  readonly changeRequest?: Row<"change_request">;
}

export interface PageReading {
  readonly format: "document" | "markdown";
  readonly metadata: boolean;
  readonly evaluated: boolean | "deterministic-only";
  readonly dereferenced: boolean | "reusable-contents";
}

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

  /** Throws `not_found` when the space has no such revision. */
  static async open(context: Context, scope: RevisionScope): Promise<RevisionReader> {
    const row = await findRevision(context.queries, scope.space.id, scope.revision);
    if (row === undefined) {
      throw new Problem("not_found", `revisionId: space ${scope.space.id} has no revision ${scope.revision}.`);
    }
    return new RevisionReader(context, scope, row);
  }

  /** Ids of the revisions it was made from; what was edited or merged into comes first. */
  get parents(): string[] {
    return JSON.parse(this.#row.parents) as string[];
  }

  /** Another revision of the same space. */
  sibling(revision: string): Promise<RevisionReader> {
    return RevisionReader.open(this.#context, { space: this.#scope.space, revision });
  }

  async tree(metadata: boolean): Promise<PageSummary[]> {
    const pages = await allPages(this.map);
    return presentTree(pages, await this.#view(metadata, pages));
  }

  async revision(metadata: boolean): Promise<Revision> {
    const files = await allFiles(this.map);
    return {
      object: "revision",
      id: this.#row.id,
      type: this.#row.type as Revision["type"],
      parents: this.parents,
      pages: await this.tree(metadata),
      files: files.map((file) => presentFile(this.#context, file, metadata)),
      reusableContents: [],
      variables: {},
      tags: [],
      createdAt: this.#row.created_at,
      ...(await this.mergedFrom()),
      urls: { app: this.#app() },
    };
  }

  /** The change request whose merge made it. */
  async mergedFrom(): Promise<Pick<Revision, "mergedFrom">> {
    const { merged_from: id } = this.#row;
    if (id === null) return {};
    const changeRequest = await findChangeRequest(this.#context.queries, this.#scope.space.id, id);
    if (changeRequest === undefined) return {};
    return { mergedFrom: await presentChangeRequest(this.#context, changeRequest, this.#scope.space) };
  }

  async pageById(id: string, reading: PageReading): Promise<Page> {
    const page = await findPage(this.map, id);
    if (page === undefined) throw new Problem("not_found", `pageId: there is no page ${id} in this revision.`);
    return this.#page(page, reading);
  }

  async pageByPath(path: string, reading: PageReading): Promise<Page> {
    const page = await findPageByPath(this.map, path);
    if (page === undefined) throw new Problem("not_found", `pagePath: there is no page at "${path}" in this revision.`);
    return this.#page(page, reading);
  }

  async #page(page: PageRecord, { format, metadata, evaluated, dereferenced }: PageReading): Promise<Page> {
    const asked = evaluated !== false ? "evaluated" : dereferenced !== false ? "dereferenced" : undefined;
    if (asked !== undefined) {
      throw new Problem("not_implemented", `${asked}: this service answers pages as they are written. Leave it out.`);
    }
    const path = await pathOf(this.map, page);
    const members = await subtree(this.map, page);
    const view = await this.#view(metadata, members);
    const presented = presentPage(page, path, presentTree(members, view, page.id, `${path}/`), view);
    if (page.content === undefined) return presented;
    const text = await this.#context.content.readText(page.content);
    if (format === "markdown") return { ...presented, markdown: text };
    const document = await readPageDocument(this.map, page, text, this.#scope.space.id);
    // The same shape twice: the contract leaves block types open, the text layer names them.
    return { ...presented, document: document as object as NonNullable<Page["document"]> };
  }

  #app(): string {
    const { space, changeRequest } = this.#scope;
    const base = `${this.#context.origin}/app/${space.organization}/s/${space.id}`;
    return changeRequest === undefined ? base : `${base}/~/changes/${changeRequest.number}`;
  }

  async #view(metadata: boolean, pages: readonly PageRecord[]): Promise<PageView> {
    return { app: this.#app(), metadata, files: await coverFiles(this.map, pages) };
  }
}
