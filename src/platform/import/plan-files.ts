import { posix } from "node:path";
import { contentTypeOf } from "./content-type.ts";
import type { ImportWarning } from "./import-warning.ts";
import type { Folder } from "./read-folder.ts";

/** A file that is imported beside the pages. `path` is posix and relative to the content root, `size` in bytes. */
export type PlannedFile = {
  path: string;
  name: string;
  contentType: string;
  size: number;
  read(): Promise<Uint8Array>;
};

// Pages take in snippets by path and variables by name, so both have to come along; they are no pages themselves.
const KEPT_FOLDER = /(?:^|\/)\.gitbook\/(?:assets\/|includes\/|vars\.yaml$)/;

/** Whether a file comes along though no page refers to it. */
export const isKept = (path: string): boolean => KEPT_FOLDER.test(path);

/** Whether a path lies in a folder of tool data, where Markdown is no page. */
export function isToolPath(path: string): boolean {
  return /(?:^|\/)\.gitbook\//.test(path);
}

/** The assets of the folder and the files that pages refer to, in path order; too large ones are left out with a warning. */
export function planFiles(
  folder: Folder,
  referenced: ReadonlySet<string>,
  maxBytes: number,
): { files: PlannedFile[]; warnings: ImportWarning[] } {
  const files: PlannedFile[] = [];
  const warnings: ImportWarning[] = [];
  for (const [path, size] of folder.files) {
    if (!referenced.has(path) && !isKept(path)) continue;
    if (size > maxBytes) {
      const message = `${path} has ${size} bytes, more than the ${maxBytes} a file may have, and is left out.`;
      warnings.push({ path, problem: "file_too_large", message });
    } else {
      const read = () => folder.readBytes(path);
      files.push({ path, name: posix.basename(path), contentType: contentTypeOf(path), size, read });
    }
  }
  return { files, warnings };
}
