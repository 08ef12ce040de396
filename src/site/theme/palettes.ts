import { codePalettes } from "../generated/code-palettes.ts";
import { namedPalettes } from "./named-palettes.ts";

/** Colors of code: its ground, its text, and what a highlighter tells apart. */
export interface Palette {
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

/** Names of all code themes there are. */
export const codeThemes: readonly string[] = [...palettes.keys()];

/** The palette of a code theme; the usual one of the mode for a name that is not known. */
export function paletteOf(name: string, mode: "light" | "dark"): Palette {
  const written = palettes.get(name) ?? palettes.get(`default-${mode}`) ?? "";
  const colors = written.split(" ");
  return Object.fromEntries(order.map((part, index) => [part, `#${colors[index] ?? colors[1]}`])) as unknown as Palette;
}
