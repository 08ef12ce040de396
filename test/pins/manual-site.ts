import type { Exchange } from "./exchange.ts";
import { guides, makeGuides, mergeGuides } from "./guides-space.ts";

export const siteAt = "https://docs.example.com/v1/orgs/{organization}/sites/{site}";

export const sitePath = "/v1/orgs/{organization}/sites/{site}";

/** The site `Manual` of the space `{guides}`, unpublished, as the first administrator sees it. */
export const manual = {
  object: "site",
  id: "{site}",
  type: "basic",
  appliedType: "basic",
  title: "Manual",
  icon: null,
  basename: "manual",
  visibility: "public",
  defaultLevel: "inherit",
  permissions: {
    view: true,
    access: true,
    edit: true,
    create: true,
    admin: true,
    installIntegration: true,
    viewAdaptiveSchema: true,
    editAdaptiveSchema: true,
  },
  published: false,
  siteSpaces: 1,
  createdAt: "2026-01-02T03:04:05.000Z",
  agentsContext: "included",
  features: [],
  urls: {
    location: siteAt,
    app: "https://docs.example.com/app/{organization}/sites/{site}",
    preview: "https://docs.example.com/sites/~preview/{site}/",
  },
};

const published = "https://docs.example.com/sites/manual/";

export const publishedManual = { ...manual, published: true, urls: { ...manual.urls, published } };

/** The space of the site once `makeManual` merged its pages. */
export const shownGuides = {
  ...guides,
  title: "Guides",
  revision: "{merged}",
  changeRequests: 1,
};

/** The one site space of it. */
export const guidesVariant = {
  object: "site-space",
  id: "{siteSpace}",
  path: "guides",
  space: shownGuides,
  title: "Guides",
  default: true,
  pageId: null,
  draft: false,
  hidden: false,
  urls: { location: `${siteAt}/site-spaces/{siteSpace}` },
};

/** Makes the space `{guides}` with its pages and the site `{site}` of it. */
export async function makeManual(exchange: Exchange): Promise<void> {
  await makeGuides(exchange);
  await mergeGuides(exchange);
  await exchange({
    send: "POST /v1/orgs/{organization}/sites",
    body: '{"title":"Manual","spaces":["{guides}"]}',
    status: 201,
    answerHeaders: { location: siteAt },
    answer: manual,
    required: { "": "Site" },
  });
}
