import type { Redirects } from "../content/redirects.ts";
import type { RedirectEdits } from "../import/gitbook-config-edit.ts";

export interface RedirectSides {
  readonly space: Redirects;
  /** What both had when they were last in step; undefined where they never were. */
  readonly base: Redirects | undefined;
  readonly branch: Redirects;
  /** Whether what only the branch changed gives way. */
  readonly force: boolean;
}

/** The redirects that an export writes, and whether the branch changed some of them as well. */
export function exportRedirects({ space, base, branch, force }: RedirectSides): {
  readonly edits: RedirectEdits;
  readonly inConflict: boolean;
} {
  const edits = new Map<string, string | undefined>();
  let inConflict = false;
  for (const from of new Set([...space.keys(), ...(base?.keys() ?? [])])) {
    const [is, was, there] = [space.get(from), base?.get(from), branch.get(from)];
    if (there === is || (was === is && !force)) continue;
    if (there !== was && !force) inConflict = true;
    else edits.set(from, is);
  }
  return { edits, inConflict };
}
