import { gitHashAt } from "../content/blob-address.ts";
import type { FileRecord } from "../content/records.ts";
import { exportPaths } from "../import/export-paths.ts";
import { isRepositoryData } from "../import/repository-data.ts";
import type { RunningJob } from "../jobs/job-kind.ts";
import type { RenderedContent, RenderedFile } from "./render-content.ts";
import { type FiledPage, type TextChange, textChanges } from "./text-changes.ts";

/**
 * Of two contents only the files that they have otherwise. Undefined where their tables of contents or redirects may
 * differ as well, or where a file takes more to be written than its text: then all has to be rendered.
 */
export async function renderChanges(
  base: string,
  root: string,
  job: RunningJob,
): Promise<Record<"base" | "space", RenderedContent> | undefined> {
  const changes = await job.read(({ content }) => textChanges(content.at(base), content.at(root)));
  if (changes === undefined || !changes.pages.every(isListedAlike)) return undefined;
  const changed = [...changes.pages, ...changes.files];
  // Such files are left out, and pages go elsewhere.
  if (changed.some(({ is: { source } }) => isRepositoryData(source))) return undefined;
  const [was, is] = [rendered(changed.map(({ was }) => was)), rendered(changed.map(({ is }) => is))];
  if (was === undefined || is === undefined) return undefined;
  // Refuses paths that lead out of a folder.
  exportPaths(
    [],
    changed.map(({ is: { source } }) => ({ path: source })),
  );
  return { base: was, space: is };

  function rendered(records: readonly (FiledPage | FileRecord)[]): RenderedContent | undefined {
    const files = new Map<string, RenderedFile>();
    for (const { source, content: address } of records) {
      const oid = gitHashAt(address);
      if (oid === undefined) return undefined;
      files.set(source, { oid, read: () => job.read(({ content }) => content.readBytes(address)) });
    }
    return { files, redirects: new Map(), summary: "", leftOut: [] };
  }
}

/** A hidden page is listed or not by what its text says. */
const isListedAlike = ({ was, is }: TextChange<FiledPage>) =>
  was.title === is.title && was.linkTitle === is.linkTitle && !was.hidden && !is.hidden;
