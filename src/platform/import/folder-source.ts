import { basename, join } from "node:path";
import type { ContentSource } from "./content-source.ts";
import { systemCodeOf } from "./import-error.ts";
import type { PlanImportOptions } from "./plan.ts";
import { findFolder, findFolderInside, readFolder } from "./read-folder.ts";
import { readRegularFile } from "./read-regular-file.ts";

/** A folder of this machine. Throws `folder_not_found`, `not_a_folder` or `folder_not_readable`. */
export async function folderSource(path: string, options: PlanImportOptions): Promise<ContentSource> {
  const boundary = await findFolder(path);
  return {
    name: basename(options.name ?? boundary),
    shown: options.name ?? path,
    async readTop(name, maxBytes) {
      try {
        return await readRegularFile(boundary, join(boundary, name), maxBytes);
      } catch (error) {
        if (error instanceof Error && systemCodeOf(error.cause) === "ENOENT") return undefined;
        throw error;
      }
    },
    async list(root) {
      const start = await findFolderInside(boundary, root);
      return start === undefined ? undefined : readFolder(boundary, { ...options, start });
    },
  };
}
