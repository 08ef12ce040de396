import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentReference } from "../../../contract/models/content-reference.ts";
import type { SiteCustomization } from "../../../contract/models/site-customization.ts";
import { isExternal } from "../../../markdown/page/link-paths.ts";
import { findSpace } from "../../access/spaces-rows.ts";
import { removeSpaceSections } from "../../content/search/index.ts";
import { type ImportPlan, planImport } from "../../exchange/space-files/index.ts";
import { type Database, openDatabase } from "../../kernel/database/database.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { createPlainContent } from "./plain-site.ts";
import type { ServedContent } from "./served-content.ts";
import { linkedParts } from "./site-around.ts";
import { readSiteFile, withFileAddresses } from "./site-file.ts";
import { SpaceReader } from "./space-reader.ts";

/** Stores the space of an import plan in a database and returns its id; provided by a layer that may import it. */
export type StoreFolder = (database: Database, plan: ImportPlan) => Promise<string>;

type Where = Pick<ServedContent, "origin" | "hasServer"> & { readonly changes?: string | undefined };

interface Shown {
  readonly space: string;
  readonly revision: string;
  readonly title: string;
  /** Empty if the folder has no site file. */
  readonly site: Partial<ServedContent["site"]>;
}

/** A folder of Markdown and its site file, as last read, in a separate database. */
export class FolderSite {
  readonly database: Database;
  readonly #folder: string;
  readonly #scratch: string;
  readonly #basePath: string;
  readonly #store: StoreFolder;
  #shown: Shown | undefined;
  #version = 0;

  private constructor(folder: string, basePath: string, store: StoreFolder, scratch: string, database: Database) {
    this.#folder = folder;
    this.#basePath = basePath;
    this.#store = store;
    this.#scratch = scratch;
    this.database = database;
  }

  /** Its data is in a temporary folder until it is closed. `basePath` begins and ends with a slash. */
  static async open(folder: string, basePath: string, store: StoreFolder): Promise<FolderSite> {
    const scratch = await mkdtemp(join(tmpdir(), "copydesk-preview-"));
    return new FolderSite(folder, basePath, store, scratch, await openDatabase(scratch));
  }

  /** Undefined until the folder has been read. */
  getServedContent(where: Where): ServedContent | undefined {
    if (this.#shown === undefined) return undefined;
    const { site, ...shown } = this.#shown;
    const served = createPlainContent({ ...shown, ...where, basePath: this.#basePath, version: String(this.#version) });
    return { ...served, site: { ...served.site, ...site } };
  }

  /** Reads the folder again. On `ImportError` or `SiteFileError`, the previous content is still served. */
  async refresh(): Promise<ImportPlan["warnings"]> {
    const looks = await readSiteFile(this.#folder);
    const plan = await planImport(this.#folder, {});
    const id = await this.#store(this.database, plan);
    const before = this.#shown;
    try {
      this.#shown = await this.database.read((queries) => this.#read(queries, id, plan.title, looks));
    } catch (error) {
      await this.database.write((queries) => removeSpaceSections(queries, id));
      throw error;
    }
    this.#version += 1;
    if (before !== undefined) await this.database.write((queries) => removeSpaceSections(queries, before.space));
    return plan.warnings;
  }

  async close(): Promise<void> {
    await this.database.close();
    await rm(this.#scratch, { recursive: true, force: true });
  }

  async #read(queries: Queries, space: string, title: string, looks: SiteCustomization | undefined): Promise<Shown> {
    const row = await findSpace(queries, space);
    if (row === undefined) throw new Error(`Space ${space} was not stored`);
    const { revision } = row;
    if (looks === undefined) return { space, revision, title, site: {} };
    const basePath = this.#basePath;
    const bare = createPlainContent({
      space,
      revision,
      title,
      basePath,
      origin: "http://localhost",
      version: "",
      hasServer: true,
    });
    const reader = await SpaceReader.open(queries, bare);
    const customization = await withFileAddresses(looks, (path) => reader.fileHrefAt(path));
    const site = { customization, ...linkedParts(customization, (reference) => linkHref(reader, reference)) };
    return { space, revision, title: looks.title ?? title, site };
  }
}

/** Links in a site file refer to pages by their files. */
function linkHref(reader: SpaceReader, reference: ContentReference): string | undefined {
  if (reference.kind !== "url") return undefined;
  const { url } = reference;
  if (isExternal(url)) return url;
  const [path = "", anchor] = url.replace(/^\.?\//, "").split("#", 2);
  const node = /^(?:README|index)?(?:\.md)?$/i.test(path)
    ? reader.order.home
    : reader.order.findByPath(path.replace(/(?:\/(?:README|index))?\.md$/i, "").replace(/\/$/, ""));
  const href = node && reader.findHref(node);
  return href === undefined || anchor === undefined ? href : `${href}#${anchor}`;
}
