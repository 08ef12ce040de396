import type { ContentSource } from "../import/content-source.ts";
import { CONFIG_NAMES, parseGitbookConfig } from "../import/gitbook-config.ts";
import { SUMMARY_NAME } from "../import/load-summaries.ts";

/** Where the pages of a repository lie, from its project's folder, and what its table of contents is called there. */
export async function contentRoot(source: ContentSource): Promise<{ root: string; summary: string }> {
  for (const name of CONFIG_NAMES) {
    const bytes = await source.readTop(name, 1_000_000).catch(() => undefined);
    if (bytes === undefined) continue;
    const { root, summary = SUMMARY_NAME } = parseGitbookConfig(Buffer.from(bytes).toString());
    const exists = root !== "" && (await source.list(root)) !== undefined;
    return { root: exists ? root : "", summary };
  }
  return { root: "", summary: SUMMARY_NAME };
}
