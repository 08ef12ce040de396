import type { Redirects } from "../content/redirects.ts";
import type { ContentSource } from "../import/content-source.ts";
import { CONFIG_NAMES, parseGitbookConfig } from "../import/gitbook-config.ts";
import { SUMMARY_NAME } from "../import/load-summaries.ts";

/** How a repository is laid out. */
export interface ContentRoot {
  /** Where the pages lie, from the project's folder. */
  readonly root: string;
  /** What the table of contents is called there. */
  readonly summary: string;
  readonly redirects: Redirects;
  /** The file that says so; a name and no text where there is none. */
  readonly config: { readonly path: string; readonly text: string | undefined };
}

export async function contentRoot(source: ContentSource): Promise<ContentRoot> {
  for (const path of CONFIG_NAMES) {
    const bytes = await source.readTop(path, 1_000_000).catch(() => undefined);
    if (bytes === undefined) continue;
    const text = Buffer.from(bytes).toString();
    const { root, summary = SUMMARY_NAME, redirects } = parseGitbookConfig(text);
    const exists = root !== "" && (await source.list(root)) !== undefined;
    return {
      root: exists ? root : "",
      summary,
      redirects: new Map(redirects.map(({ from, to }) => [from, to])),
      config: { path, text },
    };
  }
  return { root: "", summary: SUMMARY_NAME, redirects: new Map(), config: { path: CONFIG_NAMES[0], text: undefined } };
}
