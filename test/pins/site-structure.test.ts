import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guidesVariant, makeManual, shownGuides, siteAt, sitePath } from "./manual-site.ts";

const exchange = startExchange();

beforeAll(() => makeManual(exchange));

const referenceSpace = {
  ...shownGuides,
  id: "{reference}",
  title: "Reference",
  urls: {
    location: "https://docs.example.com/v1/spaces/{reference}",
    app: "https://docs.example.com/app/{organization}/s/{reference}",
  },
  revision: "{referenceRevision}",
  changeRequests: 0,
};

describe("/orgs/{organizationId}/sites/{siteId}/site-spaces", () => {
  const added = {
    ...guidesVariant,
    id: "{added}",
    path: "reference",
    title: "Reference",
    space: referenceSpace,
    default: false,
    urls: { location: `${siteAt}/site-spaces/{added}` },
  };

  it("GET lists them", () =>
    exchange({
      send: `GET ${sitePath}/site-spaces?default=true`,
      status: 200,
      answer: { count: 1, items: [guidesVariant] },
      required: { "items[]": "SiteSpace" },
    }));

  it("POST adds a space that it creates", () =>
    exchange({
      send: `POST ${sitePath}/site-spaces`,
      body: '{"spaceId":null,"title":"Reference"}',
      status: 201,
      answerHeaders: { location: `${siteAt}/site-spaces/{added}` },
      answer: added,
      required: { "": "SiteSpace" },
    }));

  it("PATCH changes only the given members", () =>
    exchange({
      send: `PATCH ${sitePath}/site-spaces/{added}`,
      body: '{"path":"api","hidden":true,"draft":true,"condition":"visitor.claims.staff"}',
      status: 200,
      answer: { ...added, path: "api", hidden: true, draft: true, condition: "visitor.claims.staff" },
      required: { "": "SiteSpace" },
    }));

  it("PATCH finds no other", () =>
    exchange({
      send: `PATCH ${sitePath}/site-spaces/none`,
      body: '{"hidden":true}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "siteSpaceId: site {site} has no site space none. Read its structure for the ids.",
        },
      },
    }));

  it("PATCH structure/sort puts one before another", () =>
    exchange({
      send: `PATCH ${sitePath}/structure/sort`,
      body: '{"item":{"type":"site-space","id":"{added}"},"position":{"before":{"type":"site-space","id":"{siteSpace}"}}}',
      status: 200,
      answer: { ...added, path: "api", hidden: true, draft: true, condition: "visitor.claims.staff" },
      required: { "": "SiteSpace" },
    }));

  it("GET structure returns them in order", () =>
    exchange({
      send: `GET ${sitePath}/structure`,
      status: 200,
      answer: {
        type: "siteSpaces",
        structure: [
          { ...added, path: "api", hidden: true, draft: true, condition: "visitor.claims.staff" },
          guidesVariant,
        ],
      },
      required: { "": "SiteStructure", "structure[]": "SiteSpace" },
    }));

  it("DELETE removes one", () => exchange({ send: `DELETE ${sitePath}/site-spaces/{added}`, status: 205 }));

  it("DELETE returns 204 if there is none", () =>
    exchange({ send: `DELETE ${sitePath}/site-spaces/{added}`, status: 204 }));
});

const first = {
  object: "site-section",
  id: "{firstSection}",
  title: "Manual",
  default: true,
  draft: false,
  path: "manual",
  siteSpaces: [{ ...guidesVariant, section: "{firstSection}" }],
  urls: { location: `${siteAt}/sections/{firstSection}` },
};

const section = {
  object: "site-section",
  id: "{section}",
  title: "API reference",
  default: false,
  draft: false,
  path: "api-reference",
  siteSpaces: [
    {
      ...guidesVariant,
      id: "{api}",
      path: "api-reference",
      section: "{section}",
      title: "API reference",
      space: {
        ...referenceSpace,
        id: "{apiSpace}",
        title: "API reference",
        urls: {
          location: "https://docs.example.com/v1/spaces/{apiSpace}",
          app: "https://docs.example.com/app/{organization}/s/{apiSpace}",
        },
        revision: "{apiRevision}",
      },
      urls: { location: `${siteAt}/site-spaces/{api}` },
    },
  ],
  icon: "code",
  urls: { location: `${siteAt}/sections/{section}` },
};

const changed = {
  ...section,
  title: "Reference",
  localizedTitle: { fr: "Référence" },
  description: "Every call",
  localizedDescription: { fr: "Chaque appel" },
  path: "reference",
  icon: "book",
};

describe("/orgs/{organizationId}/sites/{siteId}/sections", () => {
  it("POST adds one with a space that it creates", () =>
    exchange({
      send: `POST ${sitePath}/sections`,
      body: '{"spaceId":null,"title":"API reference","icon":"code"}',
      status: 201,
      answerHeaders: { location: `${siteAt}/sections/{section}` },
      answer: section,
      required: { "": "SiteSection", "siteSpaces[]": "SiteSpace" },
    }));

  it("GET lists them, with the previous content in the first", () =>
    exchange({
      send: `GET ${sitePath}/sections`,
      status: 200,
      answer: { count: 2, items: [first, section] },
      required: { "items[]": "SiteSection" },
    }));

  it("PATCH changes only the given members", () =>
    exchange({
      send: `PATCH ${sitePath}/sections/{section}`,
      body: '{"title":"Reference","localizedTitle":{"fr":"Référence"},"path":"reference","defaultSiteSpace":"{api}","icon":"book","description":"Every call","localizedDescription":{"fr":"Chaque appel"}}',
      status: 200,
      answer: changed,
      required: { "": "SiteSection" },
    }));

  it("PATCH rejects a site space of another section", () =>
    exchange({
      send: `PATCH ${sitePath}/sections/{section}`,
      body: '{"defaultSiteSpace":"{siteSpace}"}',
      status: 400,
      answer: {
        error: { code: 400, message: "defaultSiteSpace: section {section} has no site space {siteSpace}." },
      },
    }));
});

describe("/orgs/{organizationId}/sites/{siteId}/section-groups", () => {
  const grouped = { ...changed, sectionGroup: "{group}" };
  const group = {
    object: "site-section-group",
    id: "{group}",
    title: "For developers",
    sections: [grouped],
    draft: false,
    children: [grouped],
    icon: "gear",
    urls: { location: `${siteAt}/section-groups/{group}` },
  };

  it("POST creates one and moves sections into it", () =>
    exchange({
      send: `POST ${sitePath}/section-groups`,
      body: '{"title":"For developers","icon":"gear","sections":["{section}"]}',
      status: 201,
      answerHeaders: { location: `${siteAt}/section-groups/{group}` },
      answer: group,
      required: { "": "SiteSectionGroup" },
    }));

  it("GET lists them", () =>
    exchange({
      send: `GET ${sitePath}/section-groups`,
      status: 200,
      answer: { count: 1, items: [group] },
      required: { "items[]": "SiteSectionGroup" },
    }));

  it("GET structure returns sections and groups", () =>
    exchange({
      send: `GET ${sitePath}/structure`,
      status: 200,
      answer: { type: "sections", structure: [group, first].reverse() },
      required: { "": "SiteStructure" },
    }));

  it("PATCH changes one", () =>
    exchange({
      send: `PATCH ${sitePath}/section-groups/{group}`,
      body: '{"title":"Developers","icon":null}',
      status: 200,
      answer: Object.fromEntries(Object.entries({ ...group, title: "Developers" }).filter(([name]) => name !== "icon")),
      required: { "": "SiteSectionGroup" },
    }));

  it("POST sections moves another into it", () =>
    exchange({
      send: `POST ${sitePath}/section-groups/{group}/sections`,
      body: '{"sectionId":"{firstSection}"}',
      status: 201,
      answerHeaders: { location: `${siteAt}/section-groups/{group}` },
      answer: {
        object: "site-section-group",
        id: "{group}",
        title: "Developers",
        sections: [grouped, { ...first, sectionGroup: "{group}" }],
        draft: false,
        children: [grouped, { ...first, sectionGroup: "{group}" }],
        urls: { location: `${siteAt}/section-groups/{group}` },
      },
      required: { "": "SiteSectionGroup" },
    }));

  it("DELETE removes it, and keeps its contents", () =>
    exchange({ send: `DELETE ${sitePath}/section-groups/{group}`, status: 205 }));

  it("DELETE returns 204 if there is none", () =>
    exchange({ send: `DELETE ${sitePath}/section-groups/{group}`, status: 204 }));

  it("DELETE of a section removes it", () => exchange({ send: `DELETE ${sitePath}/sections/{section}`, status: 205 }));

  it("DELETE of a section returns 204 if there is none", () =>
    exchange({ send: `DELETE ${sitePath}/sections/{section}`, status: 204 }));
});

describe("/orgs/{organizationId}/sites/{siteId}/redirects", () => {
  const redirect = {
    object: "site-redirect",
    id: "{redirect}",
    source: "/old/*",
    draft: false,
    captureWildcard: true,
    permanent: false,
    destination: { kind: "external", url: "https://example.com/archive" },
    createdAt: "2026-01-02T03:04:05.000Z",
    urls: { location: `${siteAt}/redirects/{redirect}` },
  };
  const moved = {
    ...redirect,
    captureWildcard: false,
    permanent: true,
    destination: { kind: "site-page", siteSpaceId: "{siteSpace}", pageId: "{setup}" },
    updatedAt: "2026-01-02T03:04:05.000Z",
  };

  it("POST creates one", () =>
    exchange({
      send: `POST ${sitePath}/redirects`,
      body: '{"source":"/old/*","captureWildcard":true,"destination":{"kind":"external","url":"https://example.com/archive"}}',
      status: 201,
      answerHeaders: { location: `${siteAt}/redirects/{redirect}` },
      answer: redirect,
      required: { "": "SiteRedirect" },
    }));

  it("GET lists them", () =>
    exchange({
      send: `GET ${sitePath}/redirects?search=old&orderBy=source`,
      status: 200,
      answer: { count: 1, items: [redirect] },
      required: { "items[]": "SiteRedirect" },
    }));

  it("GET redirect finds the one that matches a path", () =>
    exchange({
      send: `GET ${sitePath}/redirect?source=/old/guides/setup`,
      status: 200,
      answer: { redirect, target: "https://example.com/archive/guides/setup" },
      required: { redirect: "SiteRedirect" },
    }));

  it("GET redirect finds none for another", () =>
    exchange({
      send: `GET ${sitePath}/redirect?source=/new`,
      status: 404,
      answer: { error: { code: 404, message: 'source: site {site} has no redirect that matches "/new".' } },
    }));

  it("PATCH changes only the given members", () =>
    exchange({
      send: `PATCH ${sitePath}/redirects/{redirect}`,
      body: '{"captureWildcard":false,"permanent":true,"destination":{"kind":"site-page","siteSpaceId":"{siteSpace}","pageId":"{setup}"}}',
      status: 200,
      answer: moved,
      required: { "": "SiteRedirect" },
    }));

  it("GET redirect returns the address of the page", () =>
    exchange({
      send: `GET ${sitePath}/redirect?source=/old/guides/setup`,
      status: 200,
      answer: { redirect: moved, target: "https://docs.example.com/sites/manual/start-here/setup" },
    }));

  it("PUT creates or changes many, each independently", () =>
    exchange({
      send: `PUT ${sitePath}/redirects`,
      body: '{"redirects":[{"source":"/a","destination":{"kind":"external","url":"https://example.com/"}},{"source":"/b","destination":null},{"source":"/old/*","destination":null}]}',
      status: 200,
      answer: {
        results: [
          { status: "created", source: "/a", draft: false, id: "{created}" },
          {
            status: "error",
            source: "/b",
            draft: false,
            error: 'source: there is no redirect from "/b" to delete.',
          },
          { status: "deleted", source: "/old/*", draft: false },
        ],
      },
    }));

  it("DELETE deletes one", () => exchange({ send: `DELETE ${sitePath}/redirects/{created}`, status: 205 }));

  it("DELETE returns 204 if there is none", () =>
    exchange({ send: `DELETE ${sitePath}/redirects/{created}`, status: 204 }));
});
