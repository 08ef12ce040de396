import { z } from "zod";
import { ContentReference } from "./content-reference.ts";
import {
  Announcement,
  Background,
  Copyright,
  Corners,
  Depth,
  Favicon,
  FooterGroup,
  HeaderLink,
  HeaderPreset,
  IconStyle,
  LinkStyle,
  LinkTarget,
  Locale,
  SearchStyle,
  SidebarBackground,
  SidebarList,
  Theme,
  ThemedCodeTheme,
  ThemedColor,
  ThemedUrl,
  ThemeMode,
  Tint,
} from "./customization-parts.ts";
import { SiteTitle } from "./site.ts";
import { WebUrl } from "./web-url.ts";

/** A setting of its own that can be taken back. Left out, it stays as it is. */
const own = <Value extends z.ZodType>(value: Value, about: string) =>
  value.nullable().optional().describe(`${about}; null takes the site's`);
const ownSwitch = (about: string) => z.boolean().nullable().describe(`${about}; null takes the site's`);

const Styling = z.object({
  theme: own(Theme, "Overall look of header, sidebar and backgrounds"),
  primaryColor: own(ThemedColor, "Color of links and buttons"),
  tint: own(Tint, "Color mixed into backgrounds"),
  infoColor: own(ThemedColor, "Color of notes"),
  successColor: own(ThemedColor, "Color of what went well"),
  warningColor: own(ThemedColor, "Color of warnings"),
  dangerColor: own(ThemedColor, "Color of errors and dangers"),
  corners: own(Corners, "Shape of corners"),
  depth: own(Depth, "Shadows or none"),
  links: own(LinkStyle, "Links in texts"),
  background: own(Background, "Older form of `tint`"),
  icons: own(IconStyle, "Cut of the icon set"),
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
    .describe("Looks of the table of contents"),
  search: own(SearchStyle, "Width of the search bar"),
});

const Header = z.object({
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

/** Where one site space departs from its site's customization. */
export const SiteSpaceCustomization = z.object({
  title: SiteTitle.nullable().optional().describe("Title of this variant; null takes the content's title"),
  styling: Styling.optional().describe("Theme, colors and shapes"),
  internationalization: z
    .object({ locale: Locale.nullable().describe("Language of buttons and labels; null takes the site's") })
    .optional()
    .describe("Language of the interface"),
  favicon: own(Favicon, "Icon in the browser's tab"),
  header: Header.optional().describe("Bar above every page"),
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
