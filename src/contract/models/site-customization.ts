import { z } from "zod";
import { webOrigin } from "../web-origin.ts";
import { ContentReference } from "./content-reference.ts";
import { WebUrl } from "./id.ts";
import { SiteTitle } from "./site.ts";
import { Condition } from "./site-structure.ts";

/** Its host is named in headers of pages, in which `*` and `;` have a meaning. */
const HostedUrl = WebUrl.refine(
  (url) => webOrigin(url) !== undefined,
  "the host must be a name or an IP address, without credentials before it",
);

/** Parts of customization settings. All are open objects, so that settings can be sent back as they were read. */

export const Color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, "a color is # and three or six hex digits");

export const ThemedColor = z.looseObject({
  light: Color.describe("Color on light backgrounds, such as #346ddb"),
  dark: Color.describe("Color on dark backgrounds, such as #346ddb"),
});

export const Tint = z.looseObject({ color: ThemedColor.describe("Mixed into backgrounds, header and sidebar") });

export const ThemedUrl = z.looseObject({
  light: WebUrl.describe("Image for light backgrounds"),
  dark: WebUrl.describe("Image for dark backgrounds"),
});

export const Favicon = z.looseObject({
  icon: ThemedUrl.optional().describe("Images; leave out with an emoji"),
  emoji: z.string().max(50).optional().describe("Emoji instead of images; neither of them is the default"),
});

const CustomFont = z.looseObject({
  id: z.string().describe("Name of this definition, unique among all fonts"),
  custom: z.boolean().describe("False when the platform provides the font"),
  fontFamily: z.string().min(1).max(50).describe("Family name as used in style sheets"),
  fontFaces: z
    .array(
      z.looseObject({
        weight: z.int().min(1).max(1000).describe("400 is regular, 700 bold"),
        sources: z
          .array(
            z.looseObject({
              url: HostedUrl.describe("Address of the font file"),
              format: z.enum(["woff2", "woff"]).optional().describe("Format of the font file"),
            }),
          )
          .min(1)
          .describe("Files of this weight; browsers take the first they can read"),
      }),
    )
    .min(1)
    .describe("One entry for each weight"),
});

const fonts = [
  "ABCFavorit",
  "Inter",
  "Roboto",
  "RobotoSlab",
  "OpenSans",
  "SourceSansPro",
  "Lato",
  "Ubuntu",
  "Raleway",
  "Merriweather",
  "Overpass",
  "NotoSans",
  "IBMPlexSerif",
  "Poppins",
  "FiraSans",
] as const;

const monospaceFonts = [
  "FiraCode",
  "IBMPlexMono",
  "JetBrainsMono",
  "SourceCodePro",
  "RobotoMono",
  "SpaceMono",
  "DMMono",
  "Inconsolata",
] as const;

export const Font = z.union([z.enum(fonts), CustomFont]);

export const MonospaceFont = z.union([z.enum(monospaceFonts), CustomFont]);

export const Theme = z.enum(["clean", "muted", "bold", "gradient"]);

export const Corners = z.enum(["straight", "rounded", "circular"]);

export const Depth = z.enum(["subtle", "flat"]);

export const LinkStyle = z.enum(["default", "accent"]);

export const Background = z.enum(["plain", "match"]);

export const IconStyle = z.enum(["regular", "solid", "duotone", "light", "thin"]);

export const SidebarBackground = z.enum(["default", "filled"]);

export const SidebarList = z.enum(["default", "pill", "line"]);

export const SearchStyle = z.enum(["prominent", "subtle"]);

export const Locale = z.enum(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"]);

export const HeaderPreset = z.enum(["default", "bold", "contrast", "custom", "none"]);

export const ThemeMode = z.enum(["light", "dark", "system"]);

export const LinkTarget = z.enum(["self", "blank"]);

export const Copyright = z.string().max(512);

const codeTheme = z.string().min(1).max(50);

export const ThemedCodeTheme = z.looseObject({
  light: codeTheme.describe("Highlighting on light backgrounds, such as github-light"),
  dark: codeTheme.describe("Highlighting on dark backgrounds, such as github-dark"),
});

export const ContentLink = z.looseObject({
  title: z.string().max(64).describe("Text of the link"),
  to: ContentReference.describe("Where it leads"),
});

export const HeaderLink = z.looseObject({
  title: z.string().describe("Text of the link or menu"),
  style: z.enum(["link", "button-primary", "button-secondary"]).optional().describe("A plain link, or a button"),
  to: ContentReference.nullable().describe("Where it leads; null if it only opens a menu"),
  links: z.array(ContentLink).describe("Entries of its menu; empty for a plain link"),
  condition: Condition.optional().describe("Expression over visitors that must hold to see it"),
});

export const FooterGroup = z.looseObject({
  title: z.string().describe("Heading of the column"),
  links: z.array(ContentLink).describe("Links of the column, in order"),
});

export const Announcement = z.looseObject({
  enabled: z.boolean().describe("Whether the banner is shown"),
  message: z.string().min(2).max(128).describe("Text of the banner above every page"),
  link: ContentLink.optional().describe("Link behind the text"),
  style: z.enum(["info", "warning", "danger", "success"]).describe("Which semantic color the banner takes"),
});

const Styling = z.looseObject({
  theme: Theme.describe("Overall look of header, sidebar and backgrounds"),
  primaryColor: ThemedColor.describe("Color of links, buttons and the current page"),
  tint: Tint.optional().describe("Absent when only links and buttons are colored"),
  infoColor: ThemedColor.describe("Color of notes"),
  successColor: ThemedColor.describe("Color of success messages"),
  warningColor: ThemedColor.describe("Color of warnings"),
  dangerColor: ThemedColor.describe("Color of errors and danger messages"),
  corners: Corners.describe("Shape of the corners of boxes and buttons"),
  depth: Depth.describe("`subtle` has shadows, `flat` has none"),
  links: LinkStyle.describe("Links in texts; `accent` only colors the underline"),
  font: Font.describe("Font of texts and headings: a name or a definition"),
  monospaceFont: MonospaceFont.describe("Font of code: a name or a definition"),
  background: Background.describe("Older form of `tint`"),
  icons: IconStyle.describe("Style of the icon set"),
  codeTheme: z
    .looseObject({
      default: ThemedCodeTheme.describe("In code blocks"),
      openapi: ThemedCodeTheme.describe("In blocks of OpenAPI operations"),
    })
    .optional()
    .describe("Syntax highlighting"),
  sidebar: z
    .looseObject({
      background: SidebarBackground.describe("`filled` sets the sidebar off from the page"),
      list: SidebarList.describe("How the current page is marked in the list"),
    })
    .describe("Appearance of the table of contents"),
  search: SearchStyle.describe("`prominent` is a wide bar in the header's middle"),
});

const Header = z.looseObject({
  preset: HeaderPreset.describe("Older form of `styling.theme`"),
  logo: ThemedUrl.optional().describe("Shown instead of icon and title"),
  primaryLink: ContentReference.optional().describe("Where the logo leads; the site's start when absent"),
  backgroundColor: ThemedColor.optional().describe("For the preset `custom`"),
  linkColor: ThemedColor.optional().describe("For the preset `custom`"),
  links: z.array(HeaderLink).describe("Links and menus, in order"),
});

const Internationalization = z.looseObject({
  locale: Locale.describe("Language of buttons and labels, not of content"),
});

/** Open, so that settings can be sent back as they were read. */
export const SiteCustomization = z.looseObject({
  title: SiteTitle.optional().describe("Title of the published site; the site's own when absent"),
  styling: Styling.describe("Theme, colors, fonts and shapes"),
  internationalization: Internationalization.describe("Language of the interface"),
  favicon: Favicon.describe("Icon in the browser's tab"),
  header: Header.describe("Bar above every page"),
  footer: z
    .looseObject({
      logo: ThemedUrl.optional().describe("Image at the footer's start"),
      groups: z.array(FooterGroup).describe("Columns of links, in order"),
      copyright: Copyright.optional().describe("Line at the end of the footer"),
    })
    .describe("Below every page"),
  announcement: Announcement.optional().describe("Banner above every page; absent when never set"),
  themes: z
    .looseObject({
      default: ThemeMode.describe("What a reader sees first; `system` follows the device"),
      toggeable: z.boolean().describe("Whether readers can switch between light and dark"),
    })
    .describe("Light and dark mode"),
  pdf: z
    .looseObject({ enabled: z.boolean().describe("Whether readers can save pages as PDF") })
    .optional()
    .describe("Export; newer services have it in `pageActions.items`"),
  feedback: z
    .looseObject({ enabled: z.boolean().describe("Whether readers can rate pages") })
    .describe("Ratings below every page"),
  ai: z
    .looseObject({
      mode: z.enum(["none", "search", "assistant"]).describe("`search` answers queries, `assistant` also chats"),
      suggestions: z
        .array(z.string().min(3).max(64))
        .max(5)
        .optional()
        .describe("Questions offered to readers before they type"),
    })
    .describe("Answers to readers by a model"),
  advancedCustomization: z
    .looseObject({ enabled: z.boolean().describe("Whether paid customization is applied") })
    .describe("Paid customization as a whole"),
  git: z
    .looseObject({ showEditLink: z.boolean().describe("Whether pages link to their file in the repository") })
    .optional()
    .describe("Edit links; newer services have them in `pageActions.items`"),
  pageActions: z
    .looseObject({
      externalAI: z.boolean().optional().describe("Whether readers can open a page in other assistants"),
      markdown: z.boolean().optional().describe("Whether readers can copy and open pages as Markdown"),
      mcp: z.boolean().optional().describe("Whether readers see how to connect their agent"),
      items: z
        .array(z.enum(["assistant", "external-ai", "markdown", "mcp", "git", "pdf"]))
        .optional()
        .describe("Newer form of the switches: actions in order"),
    })
    .describe("Menu of every page"),
  externalLinks: z
    .looseObject({ target: LinkTarget.describe("`blank` opens a new tab") })
    .describe("Links that lead out of the site"),
  pagination: z
    .looseObject({ enabled: z.boolean().describe("Whether pages link to the next and previous one") })
    .describe("Links at the end of every page"),
  trademark: z
    .looseObject({ enabled: z.boolean().describe("Whether the platform is named on every page") })
    .describe("Mention of the platform"),
  privacyPolicy: z
    .looseObject({ url: WebUrl.optional().describe("Absent when there is none") })
    .describe("The site's privacy policy"),
  socialPreview: z
    .looseObject({ url: WebUrl.optional().describe("Absent when there is none") })
    .describe("Image shown where a page is shared"),
  socialAccounts: z
    .array(
      z.looseObject({
        platform: z.string().describe("Where the account is, such as github or mastodon"),
        handle: z.string().min(1).max(128).describe("Name of the account, without @"),
        display: z
          .looseObject({
            footer: z.boolean().describe("Whether the footer links to it"),
            header: z.boolean().describe("Whether the header links to it"),
          })
          .describe("Where it is linked"),
      }),
    )
    .max(10)
    .optional()
    .describe("Accounts of the project on other services"),
  insights: z
    .looseObject({ trackingCookie: z.boolean().describe("Whether a cookie tells returning visitors apart") })
    .describe("What is recorded about visitors"),
});

export type SiteCustomization = z.infer<typeof SiteCustomization>;

/** The settings as callers send them: superseded members may be omitted. */
export const SiteCustomizationSettings = SiteCustomization.extend({
  styling: Styling.partial({ background: true }).describe("Theme, colors, fonts and shapes"),
  internationalization: Internationalization.optional().describe(
    "Language of the interface; the default when left out",
  ),
  header: Header.partial({ preset: true }).describe("Bar above every page"),
});

export type SiteCustomizationSettings = z.infer<typeof SiteCustomizationSettings>;

/** An override that can be removed with null. If omitted, it stays unchanged. */
const own = <Value extends z.ZodType>(value: Value, about: string) =>
  value.nullable().optional().describe(`${about}; null takes the site's`);

const ownSwitch = (about: string) => z.boolean().nullable().describe(`${about}; null takes the site's`);

const SiteSpaceStyling = z.object({
  theme: own(Theme, "Overall look of header, sidebar and backgrounds"),
  primaryColor: own(ThemedColor, "Color of links and buttons"),
  tint: own(Tint, "Color mixed into backgrounds"),
  infoColor: own(ThemedColor, "Color of notes"),
  successColor: own(ThemedColor, "Color of success messages"),
  warningColor: own(ThemedColor, "Color of warnings"),
  dangerColor: own(ThemedColor, "Color of errors and danger messages"),
  corners: own(Corners, "Shape of corners"),
  depth: own(Depth, "Shadows or none"),
  links: own(LinkStyle, "Links in texts"),
  background: own(Background, "Older form of `tint`"),
  icons: own(IconStyle, "Style of the icon set"),
  codeTheme: z
    .object({
      default: own(ThemedCodeTheme, "In code blocks"),
      openapi: own(ThemedCodeTheme, "In blocks of OpenAPI operations"),
    })
    .optional()
    .describe("Syntax highlighting"),
  sidebar: z
    .object({
      background: own(SidebarBackground, "Whether the sidebar is set off from the page"),
      list: own(SidebarList, "How the current page is marked"),
    })
    .optional()
    .describe("Appearance of the table of contents"),
  search: own(SearchStyle, "Width of the search bar"),
});

const SiteSpaceHeader = z.object({
  preset: own(HeaderPreset, "Older form of `styling.theme`"),
  logo: own(ThemedUrl, "Shown instead of icon and title"),
  primaryLink: own(ContentReference, "Where the logo leads"),
  backgroundColor: own(ThemedColor, "For the preset `custom`"),
  linkColor: own(ThemedColor, "For the preset `custom`"),
  links: own(z.array(HeaderLink), "Links and menus, in order"),
});

const Footer = z.object({
  logo: own(ThemedUrl, "Image at the footer's start"),
  groups: own(z.array(FooterGroup), "Columns of links, in order"),
  copyright: own(Copyright, "Line at the end of the footer"),
});

/** Overrides of a site's customization for one site space. */
export const SiteSpaceCustomization = z.object({
  title: SiteTitle.nullable().optional().describe("Title of this variant; null takes the content's title"),
  styling: SiteSpaceStyling.optional().describe("Theme, colors and shapes"),
  internationalization: z
    .object({ locale: Locale.nullable().describe("Language of buttons and labels; null takes the site's") })
    .optional()
    .describe("Language of the interface"),
  favicon: own(Favicon, "Icon in the browser's tab"),
  header: SiteSpaceHeader.optional().describe("Bar above every page"),
  footer: Footer.optional().describe("Below every page"),
  announcement: Announcement.optional().describe("Banner above every page"),
  themes: z
    .object({
      default: own(ThemeMode, "What a reader sees first"),
      toggeable: own(z.boolean(), "Whether readers can switch between light and dark"),
    })
    .optional()
    .describe("Light and dark mode"),
  pdf: z
    .object({ enabled: ownSwitch("Whether readers can save pages as PDF") })
    .optional()
    .describe("Export"),
  feedback: z
    .object({ enabled: ownSwitch("Whether readers can rate pages") })
    .optional()
    .describe("Ratings"),
  git: z
    .object({ showEditLink: ownSwitch("Whether pages link to their file in the repository") })
    .optional()
    .describe("Edit links"),
  externalLinks: z
    .object({ target: LinkTarget.nullable().describe("`blank` opens a new tab; null takes the site's") })
    .optional()
    .describe("Links that lead out of the site"),
  pagination: z
    .object({ enabled: ownSwitch("Whether pages link to the next and previous one") })
    .optional()
    .describe("Links at the end of every page"),
  trademark: z
    .object({ enabled: ownSwitch("Whether the platform is named on every page") })
    .optional()
    .describe("Mention of the platform"),
  privacyPolicy: z
    .object({ url: own(WebUrl, "Address of the policy") })
    .optional()
    .describe("Privacy policy"),
  socialPreview: z
    .object({ url: own(WebUrl, "Address of the image") })
    .optional()
    .describe("Image where a page is shared"),
});

export type SiteSpaceCustomization = z.infer<typeof SiteSpaceCustomization>;
