import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentSource } from "../import/content-source.ts";
import { ImportError } from "../import/import-error.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { anyRemote, type TrustedRemotes } from "../outbound/trusted-remotes.ts";
import { Problem } from "../problem.ts";
import { GitFailure } from "./git-failure.ts";
import { openClone } from "./open-clone.ts";
import { parseRemote } from "./remote.ts";

/** Whether a person means a repository rather than a path. */
export const isRepositoryUrl = (text: string): boolean => /^(?:https?|file):\/\//i.test(text);

/**
 * What the main branch of a repository holds, for a person at this machine, who may name any address and any file. The
 * clone is thrown away. `remotes` says which proxy leads there. Throws `ImportError`.
 */
export async function cloneForImport(
  url: string,
  signal: AbortSignal,
  remotes: TrustedRemotes = anyRemote,
): Promise<{ readonly source: ContentSource; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-git-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const remote = parseRemote(url, anyRemote.hasFolder);
    const outbound = createOutbound(() => true, { ...remotes, leadsInto: anyRemote.leadsInto });
    const clone = await openClone({ remote, ref: "HEAD", folder, outbound, signal });
    return {
      source: clone.source,
      async close() {
        clone.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    if (!(error instanceof Problem) && !(error instanceof GitFailure)) throw error;
    const reason = error instanceof GitFailure ? error.reason : error.message.replace(/^url: /, "");
    throw new ImportError(
      "bad_repository",
      "",
      `The repository cannot be imported: ${reason.replace(/\.$/, "")}.`,
      error,
    );
  }
}
