import * as known from "../completion/candidates.ts";
import type { Named } from "../completion/complete.ts";
import { recentPages } from "./recent-pages.ts";
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
