import { requireLive } from "../../content/branches.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireDirectEdits } from "../../review/reviews/index.ts";
import { isBranch } from "../git/index.ts";

/** Throws `conflict` when a space accepts imports only in a change request, or not at all. */
export async function requireImportable(context: Context, space: Row<"space">): Promise<void> {
  requireLive(space);
  await requireDirectEdits(context, space, "an import goes into a change request: give target.changeRequest");
}

/**
 * The repository that a source's address refers to, with its branch, which may follow a `#`; undefined for any other
 * address. Throws `bad_request`.
 */
export function repositoryAt(address: string): { readonly url: string; readonly ref: string } | undefined {
  const url = new URL(address);
  if (!/\.git\/?$/i.test(url.pathname)) return undefined;
  const branch = decoded(url.hash.slice(1));
  const ref = branch === "" ? "HEAD" : `refs/heads/${branch}`;
  if (url.search !== "" || (branch !== "" && !isBranch(ref))) {
    throw new Problem(
      "bad_request",
      "source.url: write a repository as https://host/team/docs.git, or with a branch as https://host/team/docs.git#main.",
    );
  }
  url.hash = "";
  return { url: url.href, ref };
}

/** The last segment of an address's path, decoded. */
export const getLastSegment = (address: string): string => decoded(new URL(address).pathname.split("/").at(-1) ?? "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
