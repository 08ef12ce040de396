import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll } from "vitest";
import { storeFolder } from "../../src/cli/preview.ts";
import { type FolderPreview, previewFolder } from "../../src/platform/publishing/published/preview-folder.ts";

interface ServedFolder {
  /** Ends with a slash. */
  url(): string;
  preview(): FolderPreview;
  write(path: string, text: string): void;
}

/** A folder of Markdown, served as a site on a separate port. */
export function servedFolder(files: Readonly<Record<string, string | Uint8Array>>): ServedFolder {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-pages-"));
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  let opened: FolderPreview | undefined;
  const preview = () => {
    if (opened === undefined) throw new Error("the folder is served inside tests and hooks only");
    return opened;
  };
  const server = createAdaptorServer({ fetch: (request: Request) => preview().fetch(request) });
  beforeAll(async () => {
    for (const [path, text] of Object.entries(files)) write(path, text);
    opened = await previewFolder(folder, storeFolder);
    await opened.refresh();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await opened?.close();
    rmSync(folder, { recursive: true });
  });
  return { url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, preview, write };
}
