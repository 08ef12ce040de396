import type { CandidateContext } from "../completion/candidates.ts";
import type { Named } from "../completion/complete.ts";
import { type Content, pageCandidates, readTree } from "./content-tree.ts";

/** Milliseconds that the pages last chosen from are kept: a host asks with every key that is pressed. */
const keptFor = 3000;

interface Kept {
  readonly key: string;
  readonly pages: readonly Named[];
}

const recent = new WeakMap<CandidateContext["client"], Kept>();

/** The pages of some content to choose from, as they were at most three seconds ago. */
export async function recentPages(content: Content, { client, signal }: CandidateContext): Promise<readonly Named[]> {
  const key = JSON.stringify([content.space, content.changeRequest]);
  const known = recent.get(client);
  if (known?.key === key) return known.pages;
  const kept = { key, pages: pageCandidates(await readTree(content, { client, signal })) };
  recent.set(client, kept);
  setTimeout(() => {
    if (recent.get(client) === kept) recent.delete(client);
  }, keptFor).unref();
  return kept.pages;
}
