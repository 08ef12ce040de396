import { posix } from "node:path";
import type { Edit } from "../../text/edits.ts";
import { listIncludes } from "../../text/inclusions.ts";
import { quoted } from "../present/name.ts";
import { type Content, readPageByPath } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** Reads of reusable contents that looking for one passage may cost. */
const mostReads = 20;
const longestPath = 300;

/** Paths, from the space's root, of the reusable contents that a text takes in; `from` is its own where it is one. */
export function includedPaths(markdown: string, from?: string): string[] {
  const paths = listIncludes(markdown).map(({ path }) => {
    const at = path.indexOf(".gitbook/includes/");
    if (at >= 0) return path.slice(at);
    return from === undefined ? path.replace(/^(?:\.\.?\/)+/, "") : posix.join(posix.dirname(from), path);
  });
  return [...new Set(paths)].filter((path) => path !== "" && path.length <= longestPath);
}

/** How the reusable contents of a text are read and edited; empty where it takes in none. */
export function includesNote(markdown: string): string {
  const paths = includedPaths(markdown);
  if (paths.length === 0) return "";
  const named = paths.slice(0, 3).map((path) => quoted(path, longestPath));
  const more = paths.length > 3 ? " and others" : "";
  return `\n{% include %} takes in reusable contents: read_page and edit_page take ${named.join(", ")}${more} as \`page\`. An edit there shows on every page that takes it in.`;
}

/** Throws ToolError when a passage to replace is not on the page but in a reusable content that the page takes in. */
export async function refuseIncluded(
  markdown: string,
  edits: readonly Edit[],
  content: Content,
  context: ToolContext,
  numberOf = (index: number) => index,
): Promise<void> {
  const index = edits.findIndex(
    (edit, at) =>
      "oldText" in edit &&
      edit.oldText.trim() !== "" &&
      ![markdown, ...edits.slice(0, at).map(({ newText }) => newText)].some((text) => text?.includes(edit.oldText)),
  );
  const edit = edits[index];
  if (edit === undefined || !("oldText" in edit)) return;
  const waiting = includedPaths(markdown);
  for (let read = 0; read < waiting.length && read < mostReads; read += 1) {
    const path = waiting[read] ?? "";
    const reusable = await readPageByPath(content, path, context);
    const text = reusable?.markdown ?? "";
    if (text.includes(edit.oldText.trim())) {
      throw new ToolError(
        `Edit ${numberOf(index) + 1}: \`old_text\` does not stand on the page: it comes from the reusable content ${quoted(reusable?.title ?? path)}, which the page takes in. To change it there, and on every page that takes it in: edit_page with "page": ${quoted(path, longestPath)}. To change it here alone: put text in the place of the {% include %} line. Nothing was changed.`,
      );
    }
    for (const deeper of includedPaths(text, path)) if (!waiting.includes(deeper)) waiting.push(deeper);
  }
}
