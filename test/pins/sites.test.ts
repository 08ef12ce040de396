import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guidesVariant, makeManual, manual, publishedManual, siteAt, sitePath } from "./manual-site.ts";

const exchange = startExchange();

beforeAll(() => makeManual(exchange));

const published = "https://docs.example.com/sites/manual/";

describe("/orgs/{organizationId}/sites", () => {
  it("GET lists them", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/sites?space={guides}&title=man&published=false",
      status: 200,
      answer: { count: 1, items: [manual] },
      required: { "items[]": "Site" },
    }));

  it("GET finds none of another title", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/sites?title=other",
      status: 200,
      answer: { count: 0, items: [] },
    }));

  it("POST rejects a space that does not exist", () =>
    exchange({
      send: "POST /v1/orgs/{organization}/sites",
      body: '{"title":"Other","spaces":["none"]}',
      status: 404,
      answer: { error: { code: 404, message: "spaceId: there is no space none, or this token may not see it." } },
    }));
});

describe("/orgs/{organizationId}/sites/{siteId}", () => {
  it("GET returns one", () => exchange({ send: `GET ${sitePath}`, status: 200, answer: manual }));

  it("GET finds no other", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/sites/none",
      status: 404,
      answer: { error: { code: 404, message: "siteId: there is no site none, or this token may not see it." } },
    }));

  it("PATCH changes only the given members", () =>
    exchange({
      send: `PATCH ${sitePath}`,
      body: '{"title":"Handbook","visibility":"unlisted","basename":"handbook","agentsContext":"excluded","adaptiveContent":{"enabled":true},"proxy":"example.com/docs"}',
      status: 200,
      answer: {
        ...manual,
        title: "Handbook",
        visibility: "unlisted",
        basename: "handbook",
        agentsContext: "excluded",
        adaptiveContent: { enabled: true },
        proxy: { origin: "example.com/docs", target: "https://docs.example.com/sites/handbook" },
      },
      required: { "": "Site" },
    }));

  it("PATCH sets the default content and a host, and removes the proxy", () =>
    exchange({
      send: `GET ${sitePath}/site-spaces`,
      status: 200,
      answer: { count: 1, items: [guidesVariant] },
    }).then(() =>
      exchange({
        send: `PATCH ${sitePath}`,
        body: '{"title":"Manual","visibility":"public","basename":"manual","agentsContext":"included","adaptiveContent":{"enabled":false},"proxy":null,"hostname":"docs.manual.example","defaultSiteSpace":"{siteSpace}"}',
        status: 200,
        answer: { ...manual, hostname: "docs.manual.example", adaptiveContent: { enabled: false } },
      }),
    ));

  it("PATCH removes the host", () =>
    exchange({
      send: `PATCH ${sitePath}`,
      body: '{"hostname":null}',
      status: 200,
      answer: { ...manual, adaptiveContent: { enabled: false } },
    }));
});

const adaptive = { ...publishedManual, adaptiveContent: { enabled: false } };

describe("/orgs/{organizationId}/sites/{siteId}/publish and unpublish", () => {
  it("POST unpublish returns an unpublished site unchanged", () =>
    exchange({
      send: `POST ${sitePath}/unpublish`,
      status: 200,
      answer: { ...manual, adaptiveContent: { enabled: false } },
      required: { "": "Site" },
    }));

  it("POST publish makes it accessible", () =>
    exchange({ send: `POST ${sitePath}/publish`, status: 200, answer: adaptive, required: { "": "Site" } }));
});

const noClaims = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    unsigned: {
      type: "object",
      description: "Unsigned claims of the site visitor.",
      properties: {},
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

describe("/orgs/{organizationId}/sites/{siteId}/adaptive-schema", () => {
  it("GET returns one without attributes at first", () =>
    exchange({
      send: `GET ${sitePath}/adaptive-schema`,
      status: 200,
      answer: { object: "site-adaptive-schema", jsonSchema: noClaims, updatedAt: "2026-01-02T03:04:05.000Z" },
      required: { "": "SiteAdaptiveSchema" },
    }));

  it("PUT replaces it", async () => {
    exchange.at("2026-01-02T03:05:05.000Z");
    await exchange({
      send: `PUT ${sitePath}/adaptive-schema`,
      body: '{"jsonSchema":{"type":"object","properties":{"staff":{"type":"boolean","description":"Works here"}},"additionalProperties":false}}',
      status: 200,
      answer: {
        object: "site-adaptive-schema",
        jsonSchema: {
          type: "object",
          properties: { staff: { type: "boolean", description: "Works here" } },
          additionalProperties: false,
        },
        updatedAt: "2026-01-02T03:05:05.000Z",
      },
      required: { "": "SiteAdaptiveSchema" },
    });
    exchange.at("2026-01-02T03:04:05.000Z");
  });

  it("GET template-conditions lists the conditions that it allows", () =>
    exchange({
      send: `GET ${sitePath}/adaptive-schema/template-conditions`,
      status: 200,
      answer: { items: [{ description: "Works here", condition: "visitor.claims.staff" }] },
      required: { "items[]": "SiteAdaptiveTemplateCondition" },
    }));
});

describe("/orgs/{organizationId}/sites/{siteId}/search", () => {
  it("POST returns pages by their space", () =>
    exchange({
      send: `POST ${sitePath}/search`,
      body: '{"query":"wizard","scope":{"mode":"default"}}',
      status: 200,
      answer: {
        count: 1,
        items: [
          {
            type: "space",
            id: "{guides}",
            title: "Guides",
            score: "{#score}",
            pages: [
              {
                id: "{setup}",
                title: "Setup",
                description: "",
                path: "start-here/setup",
                score: "{#score}",
                rank: 1,
                sections: [
                  {
                    id: "{setup}#",
                    title: "Setup",
                    path: "start-here/setup",
                    body: "The wizard asks for a folder.",
                    highlights: [{ start: 4, end: 10 }],
                    score: "{#score}",
                    urls: { app: "https://docs.example.com/app/{organization}/s/{guides}/start-here/setup" },
                  },
                ],
                ancestors: [{ title: "Start here" }],
                urls: { app: "https://docs.example.com/app/{organization}/s/{guides}/start-here/setup" },
              },
            ],
          },
        ],
      },
      required: { "items[]": "SearchSpaceResult", "items[].pages[]": "SearchPageResult" },
    }));

  it("POST rejects a request without a scope", () =>
    exchange({
      send: `POST ${sitePath}/search`,
      body: '{"query":"wizard"}',
      status: 400,
      answer: {
        error: {
          code: 400,
          message: 'scope: is required. {"mode":"default"} searches the first variant of each section.',
        },
      },
    }));
});

const looks = {
  styling: {
    theme: "clean",
    primaryColor: { light: "#346ddb", dark: "#346ddb" },
    infoColor: { light: "#787878", dark: "#787878" },
    successColor: { light: "#00c950", dark: "#00c950" },
    warningColor: { light: "#fe9a00", dark: "#fe9a00" },
    dangerColor: { light: "#fb2c36", dark: "#fb2c36" },
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "IBMPlexMono",
    background: "plain",
    icons: "regular",
    codeTheme: {
      default: { light: "default-light", dark: "default-dark" },
      openapi: { light: "default-light", dark: "default-dark" },
    },
    sidebar: { background: "default", list: "default" },
    search: "prominent",
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "system", toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: true },
  ai: { mode: "none" },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true, mcp: true, items: ["markdown", "external-ai", "mcp", "pdf"] },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: false },
};

describe("/orgs/{organizationId}/sites/{siteId}/customization", () => {
  it("GET returns the defaults", () =>
    exchange({
      send: `GET ${sitePath}/customization`,
      status: 200,
      answer: looks,
      required: { "": "SiteCustomizationSettings" },
    }));

  it("PUT replaces them", () =>
    exchange({
      send: `PUT ${sitePath}/customization`,
      body: JSON.stringify({ ...looks, title: "The manual", trademark: { enabled: false } }),
      status: 200,
      answer: { ...looks, title: "The manual", trademark: { enabled: false } },
      required: { "": "SiteCustomizationSettings" },
    }));

  it("PUT rejects an invalid color", () =>
    exchange({
      send: `PUT ${sitePath}/customization`,
      body: JSON.stringify({ ...looks, styling: { ...looks.styling, primaryColor: { light: "red", dark: "#000" } } }),
      status: 400,
      answer: {
        error: {
          code: 400,
          message: "body.styling.primaryColor.light: a color is # and three or six hex digits.",
        },
      },
    }));
});

describe("/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization", () => {
  const path = `${sitePath}/site-spaces/{siteSpace}/customization`;
  const own = { ...looks, themes: { default: "dark", toggeable: true }, trademark: { enabled: false } };

  it("PATCH overrides settings of the site", () =>
    exchange({
      send: `PATCH ${path}`,
      body: '{"title":null,"themes":{"default":"dark"}}',
      status: 200,
      answer: own,
      required: { "": "SiteCustomizationSettings" },
    }));

  it("GET returns the overridden settings", () => exchange({ send: `GET ${path}`, status: 200, answer: own }));

  it("DELETE removes them", () => exchange({ send: `DELETE ${path}`, status: 205 }));

  it("DELETE returns 204 if there are none", () => exchange({ send: `DELETE ${path}`, status: 204 }));

  it("GET published returns all settings", () =>
    exchange({
      send: `GET ${sitePath}/published`,
      status: 200,
      answer: {
        object: "published-content-site",
        site: adaptive,
        structure: {
          type: "siteSpaces",
          structure: [
            {
              ...guidesVariant,
              space: {
                ...guidesVariant.space,
                visibility: "public",
                urls: { ...guidesVariant.space.urls, published, public: published },
              },
              urls: { ...guidesVariant.urls, published },
            },
          ],
        },
        customizations: {
          site: { ...looks, title: "The manual", trademark: { enabled: false } },
          siteSpaces: { "{siteSpace}": { ...looks, title: "The manual", trademark: { enabled: false } } },
        },
        scripts: [],
      },
      required: { "": "PublishedContentSite", site: "Site", structure: "SiteStructure" },
    }));
});

describe("/orgs/{organizationId}/sites/{siteId}/publishing", () => {
  const auth = { object: "publishing-auth", backend: "custom", privateKey: "{secret}" };

  it("GET auth returns the key that signs visitors' tokens", () =>
    exchange({ send: `GET ${sitePath}/publishing/auth`, status: 200, answer: auth }));

  it("PATCH auth sets where visitors sign in and out", () =>
    exchange({
      send: `PATCH ${sitePath}/publishing/auth`,
      body: '{"backend":"custom","fallbackURL":"https://example.com/login","logoutURL":"https://example.com/logout"}',
      status: 200,
      answer: { ...auth, fallbackURL: "https://example.com/login", logoutURL: "https://example.com/logout" },
    }));

  it("PATCH auth removes these addresses", () =>
    exchange({
      send: `PATCH ${sitePath}/publishing/auth`,
      body: '{"backend":"custom","fallbackURL":null,"logoutURL":null}',
      status: 200,
      answer: auth,
    }));

  it("GET preview returns an address that works for an hour", () =>
    exchange({
      send: `GET ${sitePath}/publishing/preview?siteSpace={siteSpace}&claims=(staff:!t)&draft=false`,
      status: 200,
      answer: { url: "https://docs.example.com/sites/~preview/{site}/?token={preview}.{previewSignature}" },
    }));
});

describe("/orgs/{organizationId}/sites/{siteId}/share-links", () => {
  const at = `${siteAt}/share-links/{link}`;
  const link = {
    object: "share-link",
    id: "{link}",
    createdAt: "2026-01-02T03:04:05.000Z",
    name: "Partners",
    active: true,
    urls: { location: at, published: `${published}{shareKey}/` },
  };

  it("POST creates one", () =>
    exchange({
      send: `POST ${sitePath}/share-links`,
      body: '{"name":"Partners"}',
      status: 201,
      answerHeaders: { location: at },
      answer: link,
      required: { "": "ShareLink" },
    }));

  it("GET lists them by name or secret", () =>
    exchange({
      send: `GET ${sitePath}/share-links?search={shareKey}`,
      status: 200,
      answer: { count: 1, items: [link] },
      required: { "items[]": "ShareLink" },
    }));

  it("PATCH switches one off and renames it", () =>
    exchange({
      send: `PATCH ${sitePath}/share-links/{link}`,
      body: '{"active":false,"name":"Old partners"}',
      status: 200,
      answer: { ...link, active: false, name: "Old partners" },
      required: { "": "ShareLink" },
    }));

  it("PATCH finds no other", () =>
    exchange({
      send: `PATCH ${sitePath}/share-links/none`,
      body: '{"active":false}',
      status: 404,
      answer: { error: { code: 404, message: "shareLinkId: site {site} has no share link none." } },
    }));

  it("DELETE revokes it", () => exchange({ send: `DELETE ${sitePath}/share-links/{link}`, status: 205 }));

  it("DELETE returns 204 if there is none", () =>
    exchange({ send: `DELETE ${sitePath}/share-links/{link}`, status: 204 }));
});

describe("/orgs/{organizationId}/sites/{siteId}, deleted", () => {
  it("DELETE deletes it", () => exchange({ send: `DELETE ${sitePath}`, status: 205 }));

  it("DELETE returns 204 if there is none", () => exchange({ send: `DELETE ${sitePath}`, status: 204 }));
});
