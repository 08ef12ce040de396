import { z } from "zod";
import { ContentReference } from "./content-reference.ts";
import { WebUrl } from "./id.ts";
import { Condition } from "./site-structure.ts";

/** Parts of customization settings. All are open, so that settings that were read can be sent back whole. */

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
              url: WebUrl.describe("Address of the font file"),
              format: z.enum(["woff2", "woff"]).optional().describe("How the font file is packed"),
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
  to: ContentReference.nullable().describe("Where it leads; null for a mere menu"),
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
