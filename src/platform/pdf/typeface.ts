import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Face, Run } from "./runs.ts";

const faces = {
  regular: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italic: "DejaVuSans-Oblique.ttf",
  mono: "DejaVuSansMono.ttf",
} as const satisfies Record<Face, string>;

/** What stands for a character that no font has. */
const replacement = "\u25a1";

/** Words of one font. */
export interface SetRun extends Run {
  readonly font: string;
}

interface GlyphSource {
  readonly name: string;
  has(character: number): boolean;
}

/** Chooses for every character a font that has it, and counts those that none has. */
export class Typeface {
  replaced = 0;
  readonly #document: PDFKit.PDFDocument;
  readonly #sources = new Map<string, GlyphSource>();
  /** Fonts for what the own ones lack, opened when they are first needed. */
  readonly #further: string[];

  constructor(document: PDFKit.PDFDocument, folder: string) {
    this.#document = document;
    const own = ownFonts();
    for (const [face, file] of Object.entries(faces)) document.registerFont(face, join(own, file));
    this.#further = furtherFonts(join(folder, "fonts"));
  }

  set(run: Run): SetRun[] {
    const found: { font: string; text: string }[] = [];
    for (const character of visible(run.text)) {
      const font = this.#fontFor(run.face, character.codePointAt(0) ?? 0);
      if (font === undefined) this.replaced += 1;
      const shown = font === undefined ? replacement : character;
      const last = found.at(-1);
      if (last?.font === (font ?? run.face)) last.text += shown;
      else found.push({ font: font ?? run.face, text: shown });
    }
    return found.map(({ font, text }) => ({ ...run, font, text }));
  }

  #fontFor(face: Face, character: number): string | undefined {
    if (character < 0x7f || this.#source(face).has(character)) return face;
    if (face !== "regular" && this.#source("regular").has(character)) return "regular";
    return this.#further.find((file) => this.#source(file).has(character));
  }

  #source(font: string): GlyphSource {
    const known = this.#sources.get(font);
    if (known !== undefined) return known;
    const made = this.#open(font);
    this.#sources.set(font, made);
    return made;
  }

  /** A file that is no font has no characters. */
  #open(font: string): GlyphSource {
    try {
      if (font.includes(".")) this.#document.registerFont(font, font);
      this.#document.font(font);
      // The document keeps the opened font to itself; its declaration does not tell.
      const { font: opened } = (this.#document as unknown as { _font: { font: FontFile } })._font;
      return { name: font, has: (character) => opened.hasGlyphForCodePoint(character) };
    } catch {
      return { name: font, has: () => false };
    }
  }
}

interface FontFile {
  hasGlyphForCodePoint(character: number): boolean;
}

/** Beside the program, or in the package the fonts come from. */
function ownFonts(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, "fonts");
  if (existsSync(beside)) return beside;
  return join(here, "../../../node_modules/dejavu-fonts-ttf/ttf");
}

function furtherFonts(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.(ttf|otf)$/i.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Without control characters, and with spaces for tabs. */
const visible = (text: string) =>
  text.replaceAll("\t", "    ").replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]|\p{Variation_Selector}/gu, "");
