import { markdownFromMdx } from "../../markdown/page/markdown-from-mdx.ts";
import { PAGE_LIMITS } from "../../markdown/versions/page-limits.ts";
import { isReusable } from "../content/reusable-contents.ts";
import { isToolPath } from "./plan-files.ts";
import type { Folder } from "./read-folder.ts";
import { decodePage } from "./read-pages.ts";

/** The folder with the text of its MDX pages as Markdown. */
export function withMdxPages(folder: Folder): Folder {
  return {
    ...folder,
    async readBytes(path) {
      const bytes = await folder.readBytes(path);
      return isMdxPage(path) ? markdownBytes(bytes) : bytes;
    },
  };
}

const isMdxPage = (path: string): boolean =>
  path.toLowerCase().endsWith(".mdx") && (!isToolPath(path) || isReusable({ source: path }));

/** A page that could not be imported afterwards stays as it is. */
function markdownBytes(bytes: Uint8Array): Uint8Array {
  const decoded = decodePage(bytes);
  if ("problem" in decoded) return bytes;
  const written = new TextEncoder().encode(markdownFromMdx(decoded.text));
  return written.length > PAGE_LIMITS.bytes || "problem" in decodePage(written) ? bytes : written;
}
