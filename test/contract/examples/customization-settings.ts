/** Settings with every member, as both published versions of the API accept them. */

const images = { light: "https://cdn.example.com/light.png", dark: "https://cdn.example.com/dark.png" };
const color = (light: string, dark: string) => ({ light, dark });
const page = { kind: "page", page: "p1", space: "s1" };

const headerLinks = [
  {
    title: "Products",
    style: "link",
    to: null,
    links: [{ title: "Payments", to: page }],
    condition: 'visitor.claims.plan == "pro"',
  },
  { title: "Sign up", style: "button-primary", to: { kind: "url", url: "https://example.com/signup" }, links: [] },
];
const footerGroups = [{ title: "Company", links: [{ title: "About", to: page }] }];
const announcement = {
  enabled: true,
  message: "Version 3 is out",
  link: { title: "Read more", to: page },
  style: "success",
};
const codeThemes = { light: "github-light", dark: "github-dark" };

export const settings = {
  title: "Acme Docs",
  styling: {
    theme: "clean",
    primaryColor: color("#346ddb", "#7aa2f7"),
    tint: { color: color("#eef", "#112") },
    infoColor: color("#787878", "#a0a0a0"),
    successColor: color("#00c950", "#05df72"),
    warningColor: color("#fe9a00", "#ffb900"),
    dangerColor: color("#fb2c36", "#ff6467"),
    corners: "rounded",
    depth: "subtle",
    links: "accent",
    font: "Inter",
    monospaceFont: {
      id: "acme-mono",
      custom: true,
      fontFamily: "Acme Mono",
      fontFaces: [{ weight: 400, sources: [{ url: "https://cdn.example.com/mono.woff2", format: "woff2" }] }],
    },
    background: "plain",
    icons: "duotone",
    codeTheme: { default: codeThemes, openapi: codeThemes },
    sidebar: { background: "filled", list: "pill" },
    search: "prominent",
  },
  internationalization: { locale: "en" },
  favicon: { icon: images },
  header: {
    preset: "none",
    logo: images,
    primaryLink: page,
    backgroundColor: color("#fff", "#000"),
    linkColor: color("#222", "#ddd"),
    links: headerLinks,
  },
  footer: { logo: images, groups: footerGroups, copyright: "© Acme" },
  announcement,
  themes: { default: "light", toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: true },
  ai: { mode: "assistant", suggestions: ["How do I refund a payment?"] },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true, mcp: true, items: ["markdown", "mcp", "pdf"] },
  externalLinks: { target: "blank" },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: { url: "https://example.com/privacy" },
  socialPreview: { url: "https://cdn.example.com/preview.png" },
  socialAccounts: [{ platform: "github", handle: "acme", display: { footer: true, header: false } }],
  insights: { trackingCookie: false },
};

/** Some settings of one site space, and some that are removed. */
export const override = {
  title: null,
  styling: {
    theme: "bold",
    primaryColor: color("#c026d3", "#e879f9"),
    tint: null,
    infoColor: null,
    successColor: null,
    warningColor: null,
    dangerColor: null,
    corners: "straight",
    depth: "flat",
    links: null,
    background: null,
    icons: "thin",
    codeTheme: { default: codeThemes, openapi: null },
    sidebar: { background: "default", list: null },
    search: "subtle",
  },
  internationalization: { locale: "fr" },
  favicon: null,
  header: {
    preset: null,
    logo: images,
    primaryLink: page,
    backgroundColor: null,
    linkColor: null,
    links: headerLinks,
  },
  footer: { logo: null, groups: footerGroups, copyright: null },
  announcement,
  themes: { default: "dark", toggeable: false },
  pdf: { enabled: false },
  feedback: { enabled: null },
  git: { showEditLink: true },
  externalLinks: { target: "self" },
  pagination: { enabled: false },
  trademark: { enabled: null },
  privacyPolicy: { url: null },
  socialPreview: { url: "https://cdn.example.com/fr.png" },
};
