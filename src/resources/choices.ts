import type { CandidateContext, Named } from "../resolve/completion.ts";
import * as known from "../resolve/completion.ts";
import { type Content, pageCandidates, readTree } from "./content-tree.ts";
import type { Choice, Others } from "./resource.ts";

export const organizationChoice: Choice = { candidates: (_others, context) => known.organizations(context) };

export const spaceChoice: Choice = { candidates: (_others, context) => known.spaces(context) };

export const changeRequestChoice: Choice<"space" | "number"> = {
  candidates: async ({ space }, context) => (filled(space) ? known.changeRequests(space, context) : []),
  value: (candidate) => String((candidate as known.NamedChangeRequest).number),
};

export const pageChoice: Choice<"space" | "page"> = {
  candidates: async ({ space }, context) =>
    filled(space) ? recentPages({ space, changeRequest: undefined }, context) : [],
};

export const draftPageChoice: Choice<"space" | "number" | "page"> = {
  candidates: async ({ space, number }, context) =>
    filled(space) && filled(number) ? recentPages({ space, changeRequest: number }, context) : [],
};

export const openapiChoice: Choice<"org" | "slug"> = {
  candidates: async ({ org }, context) => {
    if (!filled(org)) return [];
    return (await known.openapiSpecs(context)).filter(({ organization }) => organization === org);
  },
  value: ({ title }: Named) => title,
};

export const clusterChoice: Choice<"org" | "cluster"> = {
  candidates: async ({ org }: Others<"org" | "cluster">, context) =>
    filled(org) ? known.issueClusters(org, context) : [],
};

const filled = (value: string | undefined): value is string => value !== undefined && value !== "";

/** How long the pages last offered are cached, in milliseconds: a host asks with every key press. */
const cacheMs = 3000;

interface CachedPages {
  readonly key: string;
  readonly pages: readonly Named[];
}

const recent = new WeakMap<CandidateContext["client"], CachedPages>();

/** The pages of some content to choose from, at most three seconds old. */
async function recentPages(content: Content, { client, signal }: CandidateContext): Promise<readonly Named[]> {
  const key = JSON.stringify([content.space, content.changeRequest]);
  const known = recent.get(client);
  if (known?.key === key) return known.pages;
  const cached = { key, pages: pageCandidates(await readTree(content, { client, signal })) };
  recent.set(client, cached);
  setTimeout(() => {
    if (recent.get(client) === cached) recent.delete(client);
  }, cacheMs).unref();
  return cached.pages;
}
