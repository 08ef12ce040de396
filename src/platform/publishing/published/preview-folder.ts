import { ContentServer, decodedPath, notAllowed, readPreference, send, serveFile } from "./content-server.ts";
import { FolderSite, type StoreFolder } from "./folder-site.ts";

/** A folder of Markdown as a site, as it was last read. */
export interface FolderPreview {
  fetch(request: Request): Promise<Response>;
  /** Reads the folder again. On `ImportError` or `SiteFileError`, the previous content is still served. */
  refresh: FolderSite["refresh"];
  close(): Promise<void>;
}

/** Opens a preview whose data is in a temporary folder until it is closed. */
export async function previewFolder(folder: string, store: StoreFolder): Promise<FolderPreview> {
  const site = await FolderSite.open(folder, "/", store);
  const server = new ContentServer();
  return {
    async fetch(request) {
      const { origin, pathname, searchParams: query } = new URL(request.url);
      const served = site.getServedContent({ origin, hasServer: true, changes: changesPath });
      if (served === undefined) return new Response("Not Found\n", { status: 404 });
      if (request.method !== "GET" && request.method !== "HEAD") return notAllowed();
      const path = decodedPath(pathname.slice(1));
      if (path === undefined) return new Response("Bad Request\n", { status: 400 });
      const finish = await site.database.read(async (queries) => {
        const file = await serveFile(queries, served, request, path);
        if (file !== undefined) return async () => file;
        const reply = await server.reply(queries, served, { path, query, prefers: readPreference(request, path) });
        return async () => send(request, await reply(request.signal), served.audience);
      });
      return finish();
    },
    refresh: () => site.refresh(),
    async close() {
      await server.close();
      await site.close();
    },
  };
}

/** Pages of a preview listen for changes at this path. */
export const changesPath = "/~changes";
