import type { SiteCustomization } from "../../contract/models/site-customization.ts";
import { webOrigin } from "../../contract/web-origin.ts";

type Font = SiteCustomization["styling"]["font"] | SiteCustomization["styling"]["monospaceFont"];

type CustomFont = Exclude<Font, string>;

/** The contract's font names as style sheets know them; ABCFavorit is a commercial font. */
const families: Readonly<Record<string, string>> = {
  Inter: "Inter",
  Roboto: "Roboto",
  RobotoSlab: "Roboto Slab",
  OpenSans: "Open Sans",
  SourceSansPro: "Source Sans 3",
  Lato: "Lato",
  Ubuntu: "Ubuntu",
  Raleway: "Raleway",
  Merriweather: "Merriweather",
  Overpass: "Overpass",
  NotoSans: "Noto Sans",
  IBMPlexSerif: "IBM Plex Serif",
  Poppins: "Poppins",
  FiraSans: "Fira Sans",
  FiraCode: "Fira Code",
  IBMPlexMono: "IBM Plex Mono",
  JetBrainsMono: "JetBrains Mono",
  SourceCodePro: "Source Code Pro",
  RobotoMono: "Roboto Mono",
  SpaceMono: "Space Mono",
  DMMono: "DM Mono",
  Inconsolata: "Inconsolata",
};

/** Named fonts must be installed on the reader's device: pages load only fonts whose files the site specifies. */
export function fontFamily(font: Font, fallback: string): string {
  const name = typeof font === "string" ? families[font] : safeName(font);
  return name ? `"${name}",${fallback}` : fallback;
}

const safeName = ({ fontFamily }: CustomFont): string => fontFamily.replace(/[^\p{L}\p{N} _-]/gu, "");

const customFonts = ({ font, monospaceFont }: SiteCustomization["styling"]): CustomFont[] =>
  [font, monospaceFont].filter((one) => typeof one !== "string");

/** Rules that load the fonts whose files a site specifies. */
export function fontFaces(styling: SiteCustomization["styling"]): string {
  const rules = customFonts(styling).flatMap((font) => {
    const family = safeName(font);
    if (family === "") return [];
    return font.fontFaces.map(({ weight, sources }) => {
      const files = sources.map(({ url, format }) => {
        const kind = format ?? /\.(woff2?)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
        return `url("${inQuotes(url)}")${kind === undefined ? "" : ` format("${kind}")`}`;
      });
      return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:${files.join(",")}}`;
    });
  });
  return [...new Set(rules)].join("");
}

/** Escapes an address so that it cannot end its string. */
const inQuotes = (url: string): string =>
  url.replace(/["\\\p{Cc}]/gu, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`);

/** Other origins from which pages of a site load fonts. */
export function fontOrigins({ styling }: SiteCustomization): string[] {
  const urls = customFonts(styling).flatMap(({ fontFaces: faces }) =>
    faces.flatMap(({ sources }) => sources.map(({ url }) => url)),
  );
  // Settings that were stored before hosts were checked may have others.
  return [...new Set(urls.flatMap((url) => webOrigin(url) ?? []))];
}
