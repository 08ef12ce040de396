import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../node_modules/tm-themes/themes");

interface ThemeFile {
  readonly type?: string;
  readonly colors?: Readonly<Record<string, string>>;
  readonly tokenColors?: readonly TokenColor[];
}

interface TokenColor {
  readonly scope?: string | readonly string[];
  readonly settings?: { readonly foreground?: string };
}

/** What a highlighter tells apart, each with the scopes that a theme may color it by, the best first. */
const parts = {
  comment: ["comment.line", "comment"],
  keyword: ["keyword.control", "keyword", "storage.type"],
  string: ["string.quoted.double", "string"],
  number: ["constant.numeric", "constant"],
  title: ["entity.name.function", "entity.name"],
  type: ["entity.name.type.class", "support.class", "support.type", "storage.type"],
  attribute: ["entity.other.attribute-name", "support.type.property-name", "variable.other.property", "variable"],
  tag: ["entity.name.tag", "keyword"],
} as const;

/** Themes whose files are under the GPL, each with the theme that is used in its place. */
export const replacedThemes: Readonly<Record<string, string>> = { "aurora-x": "material-theme-ocean" };

/** Colors of the themes that customizations may name, ten of each, from the themes' own files. */
export async function codePalettes(): Promise<string> {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => {
      const theme = name.replace(/\.json$/, "");
      const file = `${replacedThemes[theme] ?? theme}.json`;
      const palette = paletteOf(JSON.parse(readFileSync(join(folder, file), "utf8")) as ThemeFile);
      return `  ${JSON.stringify(theme)}: ${JSON.stringify(palette.join(" "))},`;
    });
  return [
    "// Made of the package tm-themes by `npm run generate`: ground, text, comment, keyword, string, number, title, type,",
    "// attribute and tag of each theme, as six hexadecimal digits.",
    "export const codePalettes: Readonly<Record<string, string>> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

function paletteOf({ type, colors = {}, tokenColors = [] }: ThemeFile): string[] {
  const ground = digits(colors["editor.background"] ?? "", type === "light" ? "ffffff" : "1e1e1e");
  const plain = tokenColors.find(({ scope }) => scope === undefined)?.settings?.foreground;
  const text = digits(colors["editor.foreground"] ?? plain ?? "", type === "light" ? "24292e" : "d4d4d4", ground);
  const rest = Object.values(parts).map((scopes) => {
    const found = scopes.map((scope) => colorOf(scope, tokenColors)).find((color) => color !== undefined);
    return digits(found ?? "", text, ground);
  });
  return [ground, text, ...rest];
}

/** The color of the longest matching selector; the later one of two. */
function colorOf(scope: string, tokenColors: readonly TokenColor[]): string | undefined {
  let best = { length: 0, color: undefined as string | undefined };
  for (const { scope: given = [], settings } of tokenColors) {
    if (settings?.foreground === undefined) continue;
    const selectors = typeof given === "string" ? given.split(",") : given;
    for (const selector of selectors.map((one) => one.trim())) {
      const fits = selector !== "" && (scope === selector || scope.startsWith(`${selector}.`));
      if (fits && selector.length >= best.length) best = { length: selector.length, color: settings.foreground };
    }
  }
  return best.color;
}

/** A color as six digits; one that can be seen through as it looks on its ground. */
function digits(written: string, otherwise: string, ground?: string): string {
  const [, hex] = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(written) ?? [];
  if (hex === undefined) return otherwise;
  const long = (hex.length <= 4 ? hex.replace(/./g, "$&$&") : hex).toLowerCase();
  const color = long.slice(0, 6);
  if (long.length === 6 || ground === undefined) return color;
  const share = Number.parseInt(long.slice(6), 16) / 255;
  const at = (text: string, index: number) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  return [0, 1, 2]
    .map((index) => Math.round(at(color, index) * share + at(ground, index) * (1 - share)))
    .map((one) => one.toString(16).padStart(2, "0"))
    .join("");
}
