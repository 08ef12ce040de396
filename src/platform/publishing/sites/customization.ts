import type {
  SiteCustomization,
  SiteCustomizationSettings,
  SiteSpaceCustomization,
} from "../../../contract/models/site-customization.ts";
import { requireCondition } from "./adaptive-schema.ts";
import type { SiteRow } from "./sites-rows.ts";
import type { SiteSpaceRow } from "./structure-rows.ts";

/** The appearance of a site that has not been customized. */
const defaultCustomization: SiteCustomization = {
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

export const parseCustomization = ({ customization }: Pick<SiteRow, "customization">): SiteCustomization =>
  customization === null ? defaultCustomization : (JSON.parse(customization) as SiteCustomization);

/** Fills omitted settings with their defaults, for storage. Throws `bad_request` for an invalid condition. */
export function completeSettings(settings: SiteCustomizationSettings): SiteCustomization {
  requireConditions(settings.header.links);
  return {
    ...settings,
    styling: {
      codeTheme: defaultCustomization.styling.codeTheme,
      ...settings.styling,
      background: settings.styling.background ?? defaultCustomization.styling.background,
    },
    internationalization: settings.internationalization ?? defaultCustomization.internationalization,
    header: { ...settings.header, preset: settings.header.preset ?? defaultCustomization.header.preset },
    pageActions: { ...settings.pageActions, items: settings.pageActions.items ?? listMenuItems(settings.pageActions) },
    socialAccounts: settings.socialAccounts ?? [],
  };
}

/** The menu that corresponds to the older switches. */
function listMenuItems({ markdown, externalAI, mcp }: SiteCustomization["pageActions"]) {
  return [
    ...(markdown === true ? ["markdown" as const] : []),
    ...(externalAI === true ? ["external-ai" as const] : []),
    ...(mcp === true ? ["mcp" as const] : []),
  ];
}

function requireConditions(links: readonly { readonly condition?: string | undefined }[] | null | undefined): void {
  for (const [index, { condition }] of (links ?? []).entries()) {
    if (condition !== undefined) requireCondition(condition, `body.header.links.${index}.condition`);
  }
}

type Settings = Readonly<Record<string, unknown>>;

/** Settings that are groups. Any other setting is replaced as a whole. */
const groups: ReadonlySet<string> = new Set([
  ...["styling", "styling.codeTheme", "styling.sidebar", "internationalization", "header", "footer", "themes"],
  ...["pdf", "feedback", "git", "externalLinks", "pagination", "trademark", "privacyPolicy", "socialPreview"],
]);

/** A null title is stored: it means that the variant has none of its own. */
const nullableSetting = "title";

/** A variant's own settings after a change: null removes a setting, an omitted one stays. */
export function changedOverride(row: Pick<SiteSpaceRow, "customization">, change: SiteSpaceCustomization): Settings {
  requireConditions(change.header?.links);
  return changed(parseOverride(row) ?? {}, change, "");
}

function changed(own: Settings, change: Settings, path: string): Settings {
  const result: Record<string, unknown> = { ...own };
  for (const [name, value] of Object.entries(change)) {
    const settingPath = path === "" ? name : `${path}.${name}`;
    if (value === undefined) continue;
    if (groups.has(settingPath)) {
      const group = changed((result[name] ?? {}) as Settings, value as Settings, settingPath);
      if (Object.keys(group).length > 0) result[name] = group;
      else delete result[name];
    } else if (value === null && settingPath !== nullableSetting) delete result[name];
    else result[name] = value;
  }
  return result;
}

const parseOverride = ({ customization }: Pick<SiteSpaceRow, "customization">): Settings | undefined =>
  customization === null ? undefined : (JSON.parse(customization) as Settings);

/** The appearance of a variant: its own settings over those of its site. */
export function effectiveCustomization(
  site: Pick<SiteRow, "customization">,
  row: Pick<SiteSpaceRow, "customization">,
): SiteCustomization {
  const { title, ...merged } = over(parseCustomization(site), parseOverride(row) ?? {}, "") as SiteCustomization & {
    title?: string | null;
  };
  return title == null ? merged : { ...merged, title };
}

/** Settings in which each group may be given in part. */
export const customizedOver = (settings: SiteCustomization, own: Settings): Settings => over(settings, own, "");

function over(settings: Settings, own: Settings, path: string): Settings {
  const result: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(own)) {
    const settingPath = path === "" ? name : `${path}.${name}`;
    result[name] = groups.has(settingPath)
      ? over((settings[name] ?? {}) as Settings, value as Settings, settingPath)
      : value;
  }
  return result;
}
