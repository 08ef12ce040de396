import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SiteCustomization } from "../../src/contract/models/site-customization.ts";
import { loadIcons } from "../../src/platform/publishing/published/icons.ts";
import { linkedParts } from "../../src/platform/publishing/published/site-around.ts";
import {
  fontOrigins,
  frameIcons,
  plainCustomization,
  renderPage,
  renderSearch,
  themeAsset,
} from "../../src/site/index.ts";
import type { SiteView } from "../../src/site/view.ts";
import { pageOf, plainSite } from "./site-of-page.ts";

/** Members that change no page, each with the reason. */
const changeNothing: Readonly<Record<string, string>> = {
  title: "the title of the place is drawn; readers are shown it by the view",
  "advancedCustomization.enabled": "there are no paid plans: all settings are applied",
  "insights.trackingCookie": "readers are not told apart, and no cookie is set for it",
  "pageActions.mcp": "switches the endpoint, not the page",
};

const url = (path: string) => `https://files.example/${path}`;
const images = { light: url("light.png"), dark: url("dark.png") };
const colors = { light: "#aa1122", dark: "#22bb33" };
const to = { kind: "url", url: url("there") } as const;
const styling = (own: object) => ({ styling: { ...plainCustomization.styling, ...own } });
const header = (own: object) => ({ header: { ...plainCustomization.header, ...own } });
const font = (family: string) => ({
  id: family,
  custom: true,
  fontFamily: family,
  fontFaces: [{ weight: 400, sources: [{ url: url(`${family}.woff2`), format: "woff2" }] }],
});
const codeTheme = (name: string) => ({ light: `${name}-light`, dark: `${name}-dark` });

/** For each member of the contract, settings that differ from the default in it. */
const changes: Readonly<Record<string, object>> = {
  "styling.theme": styling({ theme: "bold" }),
  "styling.primaryColor": styling({ primaryColor: colors }),
  "styling.tint": styling({ tint: { color: colors } }),
  "styling.infoColor": styling({ infoColor: colors }),
  "styling.successColor": styling({ successColor: colors }),
  "styling.warningColor": styling({ warningColor: colors }),
  "styling.dangerColor": styling({ dangerColor: colors }),
  "styling.corners": styling({ corners: "circular" }),
  "styling.depth": styling({ depth: "flat" }),
  "styling.links": styling({ links: "accent" }),
  "styling.font": styling({ font: font("Fraktur") }),
  "styling.monospaceFont": styling({ monospaceFont: font("Typewriter") }),
  "styling.background": styling({ background: "match" }),
  "styling.icons": styling({ icons: "solid" }),
  "styling.codeTheme.default": styling({ codeTheme: { default: codeTheme("github"), openapi: codeTheme("default") } }),
  "styling.codeTheme.openapi": styling({ codeTheme: { default: codeTheme("default"), openapi: codeTheme("github") } }),
  "styling.sidebar.background": styling({ sidebar: { background: "filled", list: "default" } }),
  "styling.sidebar.list": styling({ sidebar: { background: "default", list: "pill" } }),
  "styling.search": styling({ search: "subtle" }),
  "internationalization.locale": { internationalization: { locale: "de" } },
  "favicon.icon": { favicon: { icon: images } },
  "favicon.emoji": { favicon: { emoji: "1f33f" } },
  "header.preset": header({ preset: "contrast" }),
  "header.logo": header({ logo: images }),
  "header.primaryLink": header({ primaryLink: to }),
  "header.backgroundColor": header({ preset: "custom", backgroundColor: colors }),
  "header.linkColor": header({ preset: "custom", linkColor: colors }),
  "header.links": header({ links: [{ title: "There", to, links: [] }] }),
  "footer.logo": { footer: { groups: [], logo: images } },
  "footer.groups": { footer: { groups: [{ title: "More", links: [{ title: "There", to }] }] } },
  "footer.copyright": { footer: { groups: [], copyright: "We" } },
  "announcement.enabled": { announcement: { enabled: true, message: "Hear", style: "info" } },
  "announcement.message": { announcement: { enabled: true, message: "Hear ye", style: "info" } },
  "announcement.link": {
    announcement: { enabled: true, message: "Hear", style: "info", link: { title: "There", to } },
  },
  "announcement.style": { announcement: { enabled: true, message: "Hear", style: "danger" } },
  "themes.default": { themes: { default: "dark", toggeable: true } },
  "themes.toggeable": { themes: { default: "system", toggeable: false } },
  "pdf.enabled": { pdf: { enabled: true } },
  "feedback.enabled": { feedback: { enabled: true } },
  "ai.mode": { ai: { mode: "search", suggestions: ["What is new?"] } },
  "ai.suggestions": { ai: { mode: "search", suggestions: ["What is old?"] } },
  "git.showEditLink": { git: { showEditLink: true } },
  "pageActions.externalAI": { pageActions: { markdown: true, externalAI: true } },
  "pageActions.markdown": { pageActions: { markdown: false } },
  "pageActions.items": { pageActions: { items: ["pdf"] } },
  "externalLinks.target": { externalLinks: { target: "blank" } },
  "pagination.enabled": { pagination: { enabled: false } },
  "trademark.enabled": { trademark: { enabled: true } },
  "privacyPolicy.url": { privacyPolicy: { url: url("privacy") } },
  "socialPreview.url": { socialPreview: { url: url("preview.png") } },
  socialAccounts: { socialAccounts: [{ platform: "github", handle: "moss", display: { footer: true, header: true } }] },
};

/** The settings that a member is compared with, if they differ from the default by more than the member itself. */
const before: Readonly<Record<string, object>> = {
  "styling.codeTheme.default": styling({ codeTheme: { default: codeTheme("default"), openapi: codeTheme("default") } }),
  "styling.codeTheme.openapi": styling({ codeTheme: { default: codeTheme("default"), openapi: codeTheme("default") } }),
  "header.backgroundColor": header({ preset: "custom" }),
  "header.linkColor": header({ preset: "custom" }),
  "announcement.message": changes["announcement.enabled"] ?? {},
  "announcement.link": changes["announcement.enabled"] ?? {},
  "announcement.style": changes["announcement.enabled"] ?? {},
  "ai.mode": { ai: { mode: "none", suggestions: ["What is new?"] } },
  "ai.suggestions": changes["ai.mode"] ?? {},
  "pageActions.externalAI": { pageActions: { markdown: true } },
};

/** Objects that are one setting, not a group of them. */
const whole =
  /^(?:styling\.(?:\w+Color|tint|(?:monospaceF|f)ont)|header\.(?:logo|primaryLink|\w+Color)|footer\.logo|favicon\.icon|announcement\.link|styling\.codeTheme\.\w+)$/;

function membersOf(schema: z.core.$ZodType, path: string): string[] {
  if (schema instanceof z.ZodOptional) return membersOf(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject) || whole.test(path)) return [path];
  const members = Object.entries(schema.shape) as [string, z.core.$ZodType][];
  return members.flatMap(([name, member]) => membersOf(member, path === "" ? name : `${path}.${name}`));
}

async function lookOf(change: object): Promise<string> {
  const customization = SiteCustomization.parse({ ...plainCustomization, ...change });
  const parts = linkedParts(customization, (reference) => (reference.kind === "url" ? reference.url : undefined));
  const site: SiteView = {
    ...plainSite,
    ...parts,
    home: parts.home ?? "/",
    customization,
    feedback: "/~feedback",
    sections: [
      { title: "One", href: "/", icon: "star", isCurrent: true, sections: [] },
      { title: "Two", href: "/two", isCurrent: false, sections: [] },
    ],
  };
  const page = pageOf("# A\n\n[Out](https://other.example)\n\n# B", {
    icon: "star",
    toc: [{ title: "Page", href: "/page", isCurrent: true, isOpen: true, pages: [] }],
    next: { title: "Next", href: "/next" },
    editHref: "https://git.example/page",
  });
  const drawers = { drawDiagrams: async () => new Map<string, string>(), loadIcons };
  const search = renderSearch(site, "", [], await frameIcons(site, loadIcons));
  return [await renderPage(site, page, drawers), search, themeAsset(customization).text].join("\n");
}

describe("each member of a site's customization", () => {
  it("changes what readers get, or is listed with the reason why not", () => {
    const known = [...Object.keys(changes), ...Object.keys(changeNothing)].sort();
    expect(known).toEqual(membersOf(SiteCustomization, "").sort());
  });

  it.each(Object.keys(changes))("changes the page: %s", async (member) => {
    const [usual, changed] = await Promise.all([lookOf(before[member] ?? {}), lookOf(changes[member] ?? {})]);
    expect(changed).not.toBe(usual);
  });
});

describe("fonts of a site", () => {
  const customization = { ...plainCustomization, ...styling({ font: font("Fraktur") }) } as typeof plainCustomization;

  it("are loaded from the files that it names, and from no others", () => {
    const { text } = themeAsset(customization);
    expect(text).toContain(
      '@font-face{font-family:"Fraktur";font-weight:400;font-display:swap;src:url("https://files.example/Fraktur.woff2") format("woff2")}',
    );
    expect(text).toContain('--font:"Fraktur",system-ui');
    expect(themeAsset(plainCustomization).text).not.toContain("@font-face");
    expect([fontOrigins(customization), fontOrigins(plainCustomization)]).toEqual([["https://files.example"], []]);
  });

  it("add nothing but their address to the style sheet", () => {
    const own = font("Fraktur");
    const sources = [{ url: 'https://files.example/?a="\\);}body{display:none}' }];
    const hostile = { ...own, fontFaces: [{ weight: 400, sources }] };
    const { text } = themeAsset({ ...plainCustomization, ...styling({ font: hostile }) } as typeof plainCustomization);
    expect(text).toContain('url("https://files.example/?a=%22%5c);}body{display:none}")');
  });
});

describe("the frame of a page", () => {
  it("shows icons of sections, and accounts in header and footer with their names", async () => {
    const shown = await lookOf(changes.socialAccounts ?? {});
    expect(shown.match(/<a href="https:\/\/github\.com\/moss" rel="me" aria-label="GitHub"/g)).toHaveLength(4);
    expect(shown).toMatch(/<a href="\/" aria-current="true"><svg class="icon filled"/);
  });

  it("links accounts whose server is part of their name, and shows those of unknown platforms as text", async () => {
    const account = (platform: string, handle: string) => ({
      platform,
      handle,
      display: { footer: true, header: false },
    });
    const accounts = [
      account("mastodon", "moss@fern.example"),
      account("mastodon", "evil/x@y"),
      account("zork", "moss"),
    ];
    const shown = await lookOf({ socialAccounts: accounts });
    expect(shown).toContain('href="https://fern.example/@moss"');
    expect(shown).toContain("<li>mastodon: evil/x@y</li>");
    expect(shown).toContain("<li>zork: moss</li>");
  });
});
