import type { SiteCustomization } from "../../contract/models/site-customization.ts";
import { h } from "../html.ts";
import { colorText, readColor, textOn } from "./colors.ts";

/** The icon of a site without pictures for it: its emoji, or the first letter of its title. */
export function siteIcon({ favicon, styling }: SiteCustomization, title: string): string {
  const emoji = readEmoji(favicon.emoji);
  const size = { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 32 32" };
  const textAttributes = { x: 16, y: 23, "text-anchor": "middle", "font-size": 20, "font-family": "sans-serif" };
  if (emoji !== undefined) return h("svg", size, h("text", { ...textAttributes, "font-size": 26, y: 26 }, emoji)).text;
  const ground = readColor(styling.primaryColor.light);
  const letter = Array.from(title.trim())[0]?.toUpperCase() ?? "·";
  const box = h("rect", { width: 32, height: 32, rx: 7, fill: colorText(ground) });
  return h("svg", size, box, h("text", { ...textAttributes, fill: colorText(textOn(ground)) }, letter)).text;
}

/** Emoji are stored as hexadecimal code points or as themselves. */
export function readEmoji(written: string | undefined): string | undefined {
  if (written === undefined || written === "") return undefined;
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(written)) return written;
  const points = written.split("-").map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined;
}
