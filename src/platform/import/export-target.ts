import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { ExportError } from "./export-error.ts";
import { folderOf } from "./folder-path.ts";
import { systemCodeOf } from "./import-error.ts";

/** A folder to export into. Files are written to `temporary` first; `publish` moves them to their place. */
export type ExportTarget = {
  temporary: string;
  publish(paths: readonly string[]): Promise<void>;
  discard(): Promise<void>;
};

/**
 * Makes ready to write a folder. One that does not exist appears all at once, by a rename. One that exists must be
 * empty unless `force` is set; then files of the same path are replaced and all others stay.
 */
export async function openTarget(path: string, force: boolean): Promise<ExportTarget> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCodeOf(error) === "ENOENT") return undefined;
    throw notWritable(path, error);
  });
  if (found === undefined) return newFolder(resolve(path));
  if (!found.isDirectory()) {
    throw new ExportError(
      "target_not_a_folder",
      path,
      `${path} is a file. Name a folder, or one that does not exist yet.`,
    );
  }
  const real = await realpath(path);
  if (!force && (await readdir(real)).length > 0) {
    const message = `${path} is not empty. Name another folder, or use --force to replace the files that have the same path.`;
    throw new ExportError("target_not_empty", path, message);
  }
  return existingFolder(real);
}

async function newFolder(path: string): Promise<ExportTarget> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  makeTarget(temporary);
  return {
    temporary,
    publish: async () => {
      await rename(temporary, path).catch((error: unknown) => {
        throw notWritable(path, error);
      });
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Works inside the folder: what is beside it may be another device, or not writable. */
async function existingFolder(path: string): Promise<ExportTarget> {
  const temporary = join(path, `.${randomUUID()}`);
  makeTarget(temporary);
  return {
    temporary,
    publish: async (paths) => {
      for (const each of paths) await checkPlace(path, each);
      for (const each of paths) {
        try {
          await mkdir(join(path, folderOf(each)), { recursive: true });
          await rename(join(temporary, each), join(path, each));
        } catch (error) {
          throw notWritable(join(path, each), error);
        }
      }
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Refuses to write through a link that stands in the folder already, or in the place of a folder. */
async function checkPlace(root: string, path: string): Promise<void> {
  const segments = path.split("/");
  for (let count = 1; count <= segments.length; count++) {
    const place = segments.slice(0, count).join("/");
    const found = await lstat(join(root, place)).catch((): Stats | undefined => undefined);
    if (found === undefined) return;
    const fits = count < segments.length ? found.isDirectory() : !found.isDirectory();
    if (fits) continue;
    const message = `${place} in ${root} stands where ${path} has to go. Move it away, or export to another folder.`;
    throw new ExportError("unsafe_path", place, message);
  }
}

function makeTarget(path: string): void {
  try {
    makeFolder(resolve(path), 0o777);
  } catch (error) {
    throw notWritable(dirname(path), error);
  }
}

function notWritable(path: string, error: unknown): ExportError {
  const message = `${path} cannot be written (${systemCodeOf(error)}). Check the path and its permissions.`;
  return new ExportError("target_not_writable", path, message, error);
}
