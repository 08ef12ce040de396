import { h } from "../html.ts";
import type { SiteView } from "../view.ts";
import { colorText, mix, readColor, white } from "./colors.ts";

/** Pixels: the size that social networks show in full. */
export const socialPictureSize = { width: 1_200, height: 630 } as const;

const margin = 80;

const maxTextWidth = socialPictureSize.width - 2 * margin;

const ink = readColor("#181c23");

/** Scripts that the picture's font does not cover. */
const undrawable =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/u;

/** Whether the page's words can be drawn. */
export const hasSocialPicture = (title: string): boolean => !undrawable.test(title) && plain(title) !== "";

interface PictureTexts {
  readonly title: string;
  readonly description?: string | undefined;
}

/** The preview picture for shared links, as SVG with the font `DejaVu Sans`. */
export function drawSocialPicture({ title: siteTitle, customization }: SiteView, page: PictureTexts): string {
  const accent = readColor(customization.styling.primaryColor.light);
  const title = wrapped(plain(page.title), 68, 3, 0.68);
  const about = page.description === undefined || undrawable.test(page.description) ? "" : plain(page.description);
  const description = wrapped(about, 32, title.length > 2 ? 2 : 3, 0.58);
  const site = undrawable.test(siteTitle) ? [] : wrapped(plain(siteTitle), 30, 1, 0.68);
  const line = (texts: readonly string[], top: number, size: number, look: Record<string, string | number>) =>
    texts.map((text, index) =>
      h("text", { x: margin, y: top + index * size * 1.25, "font-size": size, ...look }, text),
    );
  const below = 210 + (title.length - 1) * 85 + 75;
  return h(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", ...socialPictureSize, "font-family": "DejaVu Sans" },
    h("rect", { ...socialPictureSize, fill: colorText(mix(white, accent, 0.05)) }),
    h("rect", { width: socialPictureSize.width, height: 14, fill: colorText(accent) }),
    line(title, 210, 68, { "font-weight": 700, fill: colorText(ink) }),
    line(description, below, 32, { fill: colorText(mix(ink, white, 0.3)) }),
    line(site, socialPictureSize.height - 60, 30, { "font-weight": 700, fill: colorText(mix(accent, ink, 0.35)) }),
  ).text;
}

/** One line, without characters that the font does not cover. */
function plain(text: string): string {
  const drawn = text.replace(/\p{Cc}|\p{Cf}|\p{Extended_Pictographic}|\p{Variation_Selector}/gu, " ");
  return drawn.replace(/\s+/g, " ").trim().slice(0, 400);
}

/** Breaks text into lines that fit the width, shortening the last if needed. `wide` is a letter's width in its size. */
function wrapped(text: string, size: number, maxLines: number, wide: number): string[] {
  if (text === "") return [];
  const letters = Math.floor(maxTextWidth / (size * wide));
  const lines: string[] = [""];
  for (const word of text.split(" ").flatMap((long) => pieces(long, letters))) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= letters) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= maxLines) return lines;
  const last = Array.from(lines[maxLines - 1] ?? "");
  return [...lines.slice(0, maxLines - 1), `${last.slice(0, letters - 1).join("")}…`];
}

function pieces(word: string, letters: number): string[] {
  const all = Array.from(word);
  const count = Math.max(1, Math.ceil(all.length / letters));
  return Array.from({ length: count }, (_, index) => all.slice(index * letters, (index + 1) * letters).join(""));
}
