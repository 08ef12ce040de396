import { codePalettes } from "../../../generated/site/code-palettes.ts";
import type { SiteCustomization } from "../../contract/models/site-customization.ts";
import { colorText, contrast, mix, type Rgb, readable, readColor, textOn, white } from "./colors.ts";
import { fontFaces, fontFamily } from "./fonts.ts";

/** WCAG 2.2 AA requires 4.5 for text; the margin allows for browsers that round colors. */
const minContrast = 4.6;

interface Mode {
  readonly ground: Rgb;
  /** The color that the ground is shifted towards for boxes, code and the sidebar. */
  readonly ink: Rgb;
}

const modes: Readonly<Record<"light" | "dark", Mode>> = {
  light: { ground: white, ink: [24, 28, 35] },
  dark: { ground: [22, 24, 29], ink: [232, 234, 238] },
};

const systemFonts = "system-ui, sans-serif";

const systemMonospace = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace";

const radii = { straight: "0", rounded: "6px", circular: "14px" } as const;

/** The variables with which the style sheet draws a site's appearance. */
export function themeCss({ styling, header }: Pick<SiteCustomization, "styling" | "header">): string {
  const light = computeColors("light", styling, header);
  const dark = computeColors("dark", styling, header);
  const lines = Object.keys(light).map((name) => `--${name}:light-dark(${light[name]},${dark[name]});`);
  const { default: code, openapi = code } = styling.codeTheme ?? {};
  lines.push(
    codeLines(code),
    `--radius:${radii[styling.corners]};`,
    `--shadow:${styling.depth === "flat" ? "none" : "0 1px 2px rgb(0 0 0/.08)"};`,
    `--font:${fontFamily(styling.font, systemFonts)};`,
    `--font-mono:${fontFamily(styling.monospaceFont, systemMonospace)};`,
  );
  const ofApis = codeLines(openapi) === codeLines(code) ? "" : `.api{${codeLines(openapi)}}`;
  return `${fontFaces(styling)}:root{${lines.join("")}}${ofApis}`;
}

/** Code variables of one theme. */
function codeLines(theme: { readonly light: string; readonly dark: string } | undefined): string {
  const light = codeColors(getPalette(theme?.light ?? "", "light"), "light");
  const dark = codeColors(getPalette(theme?.dark ?? "", "dark"), "dark");
  return Object.keys(light)
    .map((name) => `--code-${name}:light-dark(${light[name]},${dark[name]});`)
    .join("");
}

type Styling = SiteCustomization["styling"];

function computeColors(
  mode: "light" | "dark",
  styling: Styling,
  header: SiteCustomization["header"],
): Record<string, string> {
  const { ink } = modes[mode];
  // `match` is the earlier equivalent of a tint in the primary color.
  const tinted = styling.tint?.color ?? (styling.background === "match" ? styling.primaryColor : undefined);
  const tint = tinted === undefined ? undefined : readColor(tinted[mode]);
  const ground = tint === undefined ? modes[mode].ground : mix(modes[mode].ground, tint, 0.03);
  const raised = mix(ground, tint ?? ink, tint === undefined ? 0.045 : 0.07);
  const primary = readColor(styling.primaryColor[mode]);
  const accents = {
    info: styling.infoColor,
    success: styling.successColor,
    warning: styling.warningColor,
    danger: styling.dangerColor,
  };
  const colors: Record<string, Rgb> = {
    ground,
    raised,
    rule: mix(ground, ink, 0.16),
    ink: readable(ink, [ground, raised], 7),
    faint: readable(mix(ink, ground, 0.38), [ground, raised], minContrast),
    accent: readable(primary, [ground, raised, mix(ground, primary, 0.1)], minContrast),
    "accent-ground": mix(ground, primary, 0.1),
    button: primary,
    "button-ink": textOn(primary),
    ...headerColors(mode, styling, header, ground, ink),
  };
  for (const [name, color] of Object.entries(accents)) {
    const own = readColor(color[mode]);
    const box = mix(ground, own, 0.1);
    colors[`${name}-ground`] = box;
    colors[`${name}-ink`] = readable(own, [box, ground], minContrast);
  }
  const named = Object.entries(textColors).map(([name, color]) => {
    const own = readColor(color);
    return { name, own, box: mix(ground, own, 0.2) };
  });
  // Any of them may be drawn on any other.
  const grounds = [ground, raised, ...named.map(({ box }) => box)];
  for (const { name, own, box } of named) {
    colors[`${name}-ground`] = box;
    colors[`${name}-ink`] = readable(own, grounds, minContrast);
  }
  return Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, colorText(color)]));
}

/** Colors that authors can give to words, by name. */
const textColors: Readonly<Record<string, string>> = {
  green: "#16a34a",
  blue: "#2563eb",
  red: "#dc2626",
  orange: "#ea580c",
  yellow: "#ca8a04",
  purple: "#7c3aed",
  pink: "#db2777",
  violet: "#6d28d9",
  cyan: "#0891b2",
};

function headerColors(
  mode: "light" | "dark",
  styling: Styling,
  header: SiteCustomization["header"],
  ground: Rgb,
  ink: Rgb,
): Record<string, Rgb> {
  const primary = readColor(styling.primaryColor[mode]);
  const own =
    header.preset === "custom" && header.backgroundColor !== undefined
      ? readColor(header.backgroundColor[mode])
      : undefined;
  const bar =
    own ??
    (styling.theme === "bold" || header.preset === "bold"
      ? primary
      : header.preset === "contrast"
        ? ink
        : styling.theme === "muted"
          ? mix(ground, ink, 0.045)
          : ground);
  const wished =
    header.preset === "custom" && header.linkColor !== undefined ? readColor(header.linkColor[mode]) : undefined;
  const text = contrast(ink, bar) >= 7 ? ink : textOn(bar);
  return { header: bar, "header-ink": wished === undefined ? text : readable(wished, [bar], minContrast) };
}

function codeColors(palette: Palette, mode: "light" | "dark"): Record<string, string> {
  const ground = readColor(palette.ground);
  // A highlighted line has a separate background.
  const marked = mix(ground, modes[mode].ink, 0.09);
  const colors: Record<string, string> = { ground: palette.ground, marked: colorText(marked) };
  for (const [name, color] of Object.entries(palette)) {
    if (name !== "ground") colors[name] = colorText(readable(readColor(color), [ground, marked], minContrast));
  }
  return colors;
}

/**
 * Six hex digits each: ground, text, comment, keyword, string, number, title, type, attribute, tag. They are adjusted
 * to a readable contrast when a style sheet is written.
 */
const namedPalettes: Readonly<Record<string, string>> = {
  "default-light": "f6f7f9 1f2328 656d76 cf222e 0a3069 0550ae 8250df 953800 0550ae 116329",
  "default-dark": "1c1f26 e6edf3 8b949e ff7b72 a5d6ff 79c0ff d2a8ff ffa657 79c0ff 7ee787",
  "monochrome-light": "f6f7f9 1f2328 6b7280 1f2328 4b5563 4b5563 111827 374151 4b5563 374151",
  "monochrome-dark": "1c1f26 e5e7eb 9ca3af f9fafb d1d5db d1d5db ffffff e5e7eb d1d5db e5e7eb",
};

/** Colors of code: its ground, its text, and the token types of a highlighter. */
interface Palette {
  readonly ground: string;
  readonly text: string;
  readonly comment: string;
  readonly keyword: string;
  readonly string: string;
  readonly number: string;
  readonly title: string;
  readonly type: string;
  readonly attribute: string;
  readonly tag: string;
}

const order = [
  "ground",
  "text",
  "comment",
  "keyword",
  "string",
  "number",
  "title",
  "type",
  "attribute",
  "tag",
] as const;

const palettes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(codePalettes),
  ...Object.entries(namedPalettes),
]);

/** Names of all code themes. */
export const codeThemes: readonly string[] = [...palettes.keys()];

/** The palette of a code theme; the mode's default for an unknown name. */
function getPalette(name: string, mode: "light" | "dark"): Palette {
  const written = palettes.get(name) ?? palettes.get(`default-${mode}`) ?? "";
  const colors = written.split(" ");
  return Object.fromEntries(order.map((part, index) => [part, `#${colors[index] ?? colors[1]}`])) as unknown as Palette;
}
