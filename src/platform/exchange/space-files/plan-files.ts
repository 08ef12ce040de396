import { posix } from "node:path";
import type { ImportWarning } from "./errors.ts";
import type { Folder } from "./read-folder.ts";

/** A file imported along with the pages. `path` is posix and relative to the content root, `size` is in bytes. */
export type PlannedFile = {
  path: string;
  name: string;
  contentType: string;
  size: number;
  read(): Promise<Uint8Array>;
};

// Pages include snippets by path and variables by name, so both must be imported; they are not pages themselves.
const importedFolderPattern = /(?:^|\/)\.gitbook\/(?:assets\/|includes\/|vars\.yaml$)/;

/** Whether a file is imported even if no page refers to it. */
export const isAlwaysImported = (path: string): boolean => importedFolderPattern.test(path);

/** Whether a path is in a folder of tool data, where Markdown files are not pages. */
export function isToolPath(path: string): boolean {
  return /(?:^|\/)\.gitbook\//.test(path);
}

/**
 * The assets of the folder and the files that pages refer to, in path order. Files that are too large are skipped with
 * a warning.
 */
export function planFiles(
  folder: Folder,
  referenced: ReadonlySet<string>,
  maxBytes: number,
): { files: PlannedFile[]; warnings: ImportWarning[] } {
  const files: PlannedFile[] = [];
  const warnings: ImportWarning[] = [];
  for (const [path, size] of folder.files) {
    if (!referenced.has(path) && !isAlwaysImported(path)) continue;
    if (size > maxBytes) {
      const message = `${path} has ${size} bytes, more than the limit of ${maxBytes}, and is left out.`;
      warnings.push({ path, problem: "file_too_large", message });
    } else {
      const read = () => folder.readBytes(path);
      files.push({ path, name: posix.basename(path), contentType: getContentType(path), size, read });
    }
  }
  return { files, warnings };
}

const contentTypes: Readonly<Record<string, string>> = {
  apng: "image/apng",
  avif: "image/avif",
  bmp: "image/bmp",
  css: "text/css",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  epub: "application/epub+zip",
  gif: "image/gif",
  gz: "application/gzip",
  htm: "text/html",
  html: "text/html",
  ico: "image/x-icon",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  markdown: "text/markdown",
  md: "text/markdown",
  mdx: "text/markdown",
  mjs: "text/javascript",
  mov: "video/quicktime",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  odp: "application/vnd.oasis.opendocument.presentation",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odt: "application/vnd.oasis.opendocument.text",
  ogg: "audio/ogg",
  otf: "font/otf",
  pdf: "application/pdf",
  png: "image/png",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  rtf: "application/rtf",
  svg: "image/svg+xml",
  tar: "application/x-tar",
  tif: "image/tiff",
  tiff: "image/tiff",
  tsv: "text/tab-separated-values",
  ttf: "font/ttf",
  txt: "text/plain",
  wasm: "application/wasm",
  wav: "audio/wav",
  webm: "video/webm",
  webp: "image/webp",
  woff: "font/woff",
  woff2: "font/woff2",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/** The media type for a file's name; the bytes are not checked. */
function getContentType(path: string): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  return (Object.hasOwn(contentTypes, extension) && contentTypes[extension]) || "application/octet-stream";
}
