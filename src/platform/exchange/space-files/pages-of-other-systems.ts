import { markdownFromContainers } from "../../../markdown/page/markdown-from-containers.ts";
import { markdownFromMdx } from "../../../markdown/page/markdown-from-mdx.ts";
import { pageLimits } from "../../../markdown/versions/page-limits.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import { hasPageName } from "./folder-path.ts";
import { isToolPath } from "./plan-files.ts";
import type { Folder } from "./read-folder.ts";
import { decodePage } from "./read-pages.ts";

/** The folder with the syntax of other documentation systems in its pages as Markdown: containers and MDX. */
export function withMarkdownPages(folder: Folder): Folder {
  return {
    ...folder,
    async readBytes(path) {
      const bytes = await folder.readBytes(path);
      return isPage(path) ? markdownBytes(path, bytes) : bytes;
    },
  };
}

const isPage = (path: string): boolean => hasPageName(path) && (!isToolPath(path) || isReusable({ source: path }));

/** A page that could not be imported afterwards stays as it is. */
function markdownBytes(path: string, bytes: Uint8Array): Uint8Array {
  const decoded = decodePage(bytes);
  if ("problem" in decoded) return bytes;
  const text = markdownFromContainers(decoded.text);
  const markdown = path.toLowerCase().endsWith(".mdx") ? markdownFromMdx(text) : text;
  if (markdown === decoded.text) return bytes;
  const written = new TextEncoder().encode(markdown);
  return written.length > pageLimits.bytes || "problem" in decodePage(written) ? bytes : written;
}
