import type { SiteCustomization } from "../../contract/models/site-customization.ts";
import type { ReaderPlace } from "./reader-place.ts";

/** How pages look that belong to no site: those of a folder that is tried out. */
const customization: SiteCustomization = {
  styling: {
    theme: "clean",
    primaryColor: { light: "#346ddb", dark: "#6d9bff" },
    infoColor: { light: "#346ddb", dark: "#6d9bff" },
    successColor: { light: "#15803d", dark: "#4ade80" },
    warningColor: { light: "#b45309", dark: "#fbbf24" },
    dangerColor: { light: "#b91c1c", dark: "#f87171" },
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "IBMPlexMono",
    background: "plain",
    icons: "regular",
    sidebar: { background: "default", list: "default" },
    search: "prominent",
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "system", toggeable: true },
  feedback: { enabled: false },
  ai: { mode: "none" },
  advancedCustomization: { enabled: true },
  pageActions: { markdown: true },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: false },
};

interface PlainSite {
  readonly space: string;
  readonly revision: string;
  readonly title: string;
  readonly basePath: string;
  readonly origin: string;
  readonly version: string;
  readonly hasServer: boolean;
  readonly changes?: string | undefined;
}

/** A space on its own, with nothing around it. */
export function plainPlace({ changes, ...place }: PlainSite): ReaderPlace {
  const nothing = { headerLinks: [], footerGroups: [], sections: [], variants: [], isUnlisted: false };
  return {
    ...place,
    audience: "public",
    site: { root: place.basePath, agents: {}, customization, ...nothing, changes },
  };
}
