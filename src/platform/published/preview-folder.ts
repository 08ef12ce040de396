import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSpace } from "../access/spaces-rows.ts";
import { openDatabase } from "../kernel/database/database.ts";
import { removeSpaceSections } from "../search/index.ts";
import { type ImportPlan, planImport } from "../space-files/index.ts";
import { plainPlace } from "./plain-site.ts";
import type { ReaderPlace } from "./reader-place.ts";
import { decodedPath, notAllowed, PlaceServer, preferenceOf, send, serveFile } from "./serve-place.ts";

/** Makes a space of a plan in a database, and returns its id: the import, given by whoever may import it. */
export type StoreFolder = (database: Awaited<ReturnType<typeof openDatabase>>, plan: ImportPlan) => Promise<string>;

/** A folder of Markdown as a site, as it was when it was read last. */
export interface FolderPreview {
  fetch(request: Request): Promise<Response>;
  /** Reads the folder again. Throws `ImportError`, and shows what it showed before. */
  refresh(): Promise<ImportPlan["warnings"]>;
  close(): Promise<void>;
}

/** Opens a preview whose data is in a temporary folder until it is closed. Throws `ImportError`. */
export async function previewFolder(folder: string, store: StoreFolder): Promise<FolderPreview> {
  const scratch = await mkdtemp(join(tmpdir(), "copydesk-preview-"));
  const database = await openDatabase(scratch);
  const server = new PlaceServer();
  let shown: Pick<ReaderPlace, "space" | "revision" | "title"> | undefined;
  let version = 0;

  const preview: FolderPreview = {
    async fetch(request) {
      if (shown === undefined) return new Response("Not Found\n", { status: 404 });
      if (request.method !== "GET" && request.method !== "HEAD") return notAllowed();
      const { origin, pathname, searchParams: query } = new URL(request.url);
      const path = decodedPath(pathname.slice(1));
      if (path === undefined) return new Response("Bad Request\n", { status: 400 });
      const shape = { ...shown, basePath: "/", origin, version: String(version), hasServer: true };
      const place = plainPlace({ ...shape, changes: changesPath });
      const finish = await database.read(async (queries) => {
        const file = await serveFile(queries, place, request, path);
        if (file !== undefined) return async () => file;
        const reply = await server.reply(queries, place, { path, query, prefers: preferenceOf(request, path) });
        return async () => send(request, await reply(), place.audience);
      });
      return finish();
    },
    async refresh() {
      const plan = await planImport(folder, {});
      const id = await store(database, plan);
      const space = await database.read((queries) => findSpace(queries, id));
      const before = shown;
      if (space !== undefined) shown = { space: id, revision: space.revision, title: plan.title };
      version += 1;
      if (before !== undefined) await database.write((queries) => removeSpaceSections(queries, before.space));
      return plan.warnings;
    },
    async close() {
      await server.close();
      await database.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
  return preview;
}

/** Where pages of a preview listen for changes. */
export const changesPath = "/~changes";
