import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { AdaptiveJsonSchema, SiteProxyOrigin, SiteSearchScope } from "../../../src/contract/models/site.ts";
import { SiteCustomizationSettings } from "../../../src/contract/models/site-customization.ts";
import { RedirectChange, RedirectSource, RedirectTarget } from "../../../src/contract/models/site-redirect.ts";
import { SiteSectionGroup } from "../../../src/contract/models/site-structure.ts";
import { siteStructure } from "../../../src/contract/operations/site-structure.ts";
import { settings } from "../examples/customization-settings.ts";

const Position = siteStructure.sort.body.position;

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe("a redirect", () => {
  it.each(["/old", "/old/*", "/old*", "/a%20b/c.html"])("may have the source %s", (source) => {
    expect(takes(RedirectSource, source)).toBe(true);
  });

  it.each(["", "/", "old", "/*", "/a/*/b", "/a?b", "/a//b", `/${"a".repeat(512)}`])(
    "may not have the source %s",
    (source) => {
      expect(takes(RedirectSource, source)).toBe(false);
    },
  );

  it("leads to web addresses only", () => {
    expect(takes(RedirectTarget, { kind: "external", url: "https://example.com/new" })).toBe(true);
    expect(takes(RedirectTarget, { kind: "external", url: "javascript:alert(1)" })).toBe(false);
  });

  it("requires a destination or null, except to make a draft live", () => {
    expect(takes(RedirectChange, { source: "/old" })).toBe(false);
    expect(takes(RedirectChange, { source: "/old", intent: "draft", destination: null })).toBe(true);
    expect(takes(RedirectChange, { source: "/old", intent: "publish" })).toBe(true);
  });
});

describe("the scope of a search", () => {
  it("names the site spaces in the mode `specific`", () => {
    expect(takes(SiteSearchScope, { mode: "specific" })).toBe(false);
    expect(takes(SiteSearchScope, { mode: "specific", siteSpaceIds: [] })).toBe(false);
    expect(takes(SiteSearchScope, { mode: "specific", siteSpaceIds: ["sp1"] })).toBe(true);
  });

  it("is restricted relative to a site space", () => {
    expect(takes(SiteSearchScope, { mode: "default", restrictTo: "otherSiteSpaces" })).toBe(false);
    expect(takes(SiteSearchScope, { mode: "default", restrictTo: "otherSiteSpaces", currentSiteSpace: "sp1" })).toBe(
      true,
    );
  });
});

describe("a position in the structure", () => {
  const sibling = { type: "site-section", id: "sec1" };

  it("is before or after one sibling", () => {
    expect(takes(Position, { before: sibling })).toBe(true);
    expect(takes(Position, { after: sibling })).toBe(true);
    expect(takes(Position, {})).toBe(false);
    expect(takes(Position, { before: sibling, after: sibling })).toBe(false);
  });
});

describe("a section group", () => {
  it("may contain groups in groups", () => {
    const group = (id: string, children: unknown[]) => ({
      object: "site-section-group",
      id,
      title: id,
      sections: [],
      children,
    });
    expect(takes(SiteSectionGroup, group("a", [group("b", [])]))).toBe(true);
    expect(takes(SiteSectionGroup, group("a", [{ object: "site-section-group", id: "b" }]))).toBe(false);
  });
});

describe("an adaptive schema", () => {
  const schema = { type: "object", properties: {}, additionalProperties: false };

  it("is not open to unknown members", () => {
    expect(takes(AdaptiveJsonSchema, schema)).toBe(true);
    expect(takes(AdaptiveJsonSchema, { ...schema, additionalProperties: true })).toBe(false);
    expect(takes(AdaptiveJsonSchema, { type: "object", properties: {} })).toBe(false);
  });

  it("describes each attribute", () => {
    const withClaim = (claim: object) => ({ ...schema, properties: { isBetaUser: claim } });
    expect(takes(AdaptiveJsonSchema, withClaim({ type: "boolean", description: "Takes part in the beta" }))).toBe(true);
    expect(takes(AdaptiveJsonSchema, withClaim({ type: "boolean" }))).toBe(false);
  });
});

describe("a proxy", () => {
  it("requires a host with a path and no scheme", () => {
    expect(takes(SiteProxyOrigin, "company.com/docs")).toBe(true);
    expect(takes(SiteProxyOrigin, "www.company.com/developer/docs")).toBe(true);
    expect(takes(SiteProxyOrigin, "company.com")).toBe(false);
    expect(takes(SiteProxyOrigin, "https://company.com/docs")).toBe(false);
  });
});

describe("customization settings", () => {
  it("keep members that are newer than the contract, at any depth", () => {
    const read = {
      ...settings,
      localizedTitle: { fr: "Docs" },
      header: { ...settings.header, sticky: true },
      ai: { mode: "none", greeting: "Hello" },
    };
    expect(SiteCustomizationSettings.parse(read)).toEqual(read);
  });

  it("may omit what other members have replaced", () => {
    const { internationalization: _, ...rest } = settings;
    const { background: __, ...styling } = settings.styling;
    const { preset: ___, ...header } = settings.header;
    expect(takes(SiteCustomizationSettings, { ...rest, styling, header })).toBe(true);
    expect(takes(SiteCustomizationSettings, { ...rest, styling: {}, header })).toBe(false);
  });

  it("reject colors and addresses of other forms", () => {
    const primaryColor = { light: "red", dark: "#fff" };
    expect(takes(SiteCustomizationSettings, { ...settings, styling: { ...settings.styling, primaryColor } })).toBe(
      false,
    );
    expect(takes(SiteCustomizationSettings, { ...settings, privacyPolicy: { url: "data:text/html,x" } })).toBe(false);
  });
});
