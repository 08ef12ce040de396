import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Block,
  blockNodes,
  type Inline,
  type InlineNode,
  inlineNodes,
  type Leaf,
} from "../../../markdown/document/model.ts";

interface Piece {
  readonly run: SetRun;
  readonly text: string;
  readonly x: number;
  readonly width: number;
}

export type Line = readonly Piece[];

/** Words stay together; scripts written without spaces can break between any two letters. */
const words =
  /\n|[^\S\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;

/**
 * Longer words are broken anywhere: no real word is longer, and measuring a long text as one word takes much memory.
 */
const maxWordLength = 200;

/** Characters of a run that are laid out in one step. */
const atOnce = 5_000;

/** Chooses a font for every character, and counts those that no font has. */
export class Typeface {
  replaced = 0;
  readonly #document: PDFKit.PDFDocument;
  readonly #sources = new Map<string, GlyphSource>();
  /** Fonts for characters that the built-in ones lack, opened when first needed. */
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
    const opened = this.#open(font);
    this.#sources.set(font, opened);
    return opened;
  }

  /** A file that is not a font has no characters. */
  #open(font: string): GlyphSource {
    try {
      if (font.includes(".")) this.#document.registerFont(font, font);
      this.#document.font(font);
      // The document has the opened font in a private field.
      const { font: opened } = (this.#document as unknown as { _font: { font: FontFile } })._font;
      return { name: font, has: (character) => opened.hasGlyphForCodePoint(character) };
    } catch {
      return { name: font, has: () => false };
    }
  }
}

/** Breaks running text into lines of a given width. */
export class LineBreaker {
  readonly #document: PDFKit.PDFDocument;
  readonly #typeface: Typeface;

  constructor(document: PDFKit.PDFDocument, typeface: Typeface) {
    this.#document = document;
    this.#typeface = typeface;
  }

  /** `keepSpaces` is for code, where leading spaces matter. */
  break(runs: readonly Run[], size: number, width: number, keepSpaces = false): Line[] {
    return [...this.each(runs, size, width, keepSpaces)];
  }

  /** Yields the lines one by one, so that a long text can be abandoned when there is no space or time left. */
  *each(runs: readonly Run[], size: number, width: number, keepSpaces = false): Generator<Line, void, void> {
    let line: Piece[] = [];
    let x = 0;
    let isFirst = true;
    const end = (): Line => {
      const ended = line;
      line = [];
      x = 0;
      isFirst = false;
      return ended;
    };
    const add = (run: SetRun, text: string, length: number) => {
      const last = line.at(-1);
      if (last !== undefined && last.run === run) {
        line[line.length - 1] = { ...last, text: last.text + text, width: last.width + length };
      } else line.push({ run, text, x, width: length });
      x += length;
    };
    for (const run of this.#set(runs)) {
      for (const [word] of run.text.matchAll(words)) {
        if (word === "\n") {
          yield end();
          continue;
        }
        const isSpace = word.trim() === "";
        if (isSpace && x === 0 && !keepSpaces) continue;
        const length = word.length > maxWordLength ? Number.POSITIVE_INFINITY : this.#width(run, size, word);
        if (x + length <= width) add(run, word, length);
        else if (isSpace && !keepSpaces) yield end();
        else {
          if (x > 0 && length <= width) yield end();
          for (const part of length <= width ? [word] : word) {
            const own = length <= width ? length : this.#width(run, size, part);
            if (x + own > width && x > 0) yield end();
            add(run, part, own);
          }
        }
      }
    }
    if (isFirst || line.length > 0) yield line;
  }

  #width(run: SetRun, size: number, text: string): number {
    // The caller may have drawn the last line with another font.
    return this.#document.font(run.font).fontSize(size).widthOfString(text);
  }

  *#set(runs: readonly Run[]): Generator<SetRun, void, void> {
    for (const run of runs) {
      if (run.text.length <= atOnce) yield* this.#typeface.set(run);
      else for (const text of splitParts(run.text, atOnce)) yield* this.#typeface.set({ ...run, text });
    }
  }
}

/** Splits a text into parts of about a given length, preferably after a space and never within a character. */
function* splitParts(text: string, length: number): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + length, text.length);
    if (end < text.length) {
      const space = text.lastIndexOf(" ", end);
      if (space > start) end = space + 1;
      else if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1;
    }
    yield text.slice(start, end);
    start = end;
  }
}

type Face = "regular" | "bold" | "italic" | "mono";

/** Words in one style. A line feed ends the line. */
export interface Run {
  readonly text: string;
  readonly face: Face;
  readonly strike?: boolean;
  /** A URL or, with a leading `#`, the name of a destination in the document. */
  readonly link?: string;
}

/** How references appear in the PDF. */
export interface Follow {
  /** The target of a reference; undefined if it has none. */
  lead(reference: unknown): string | undefined;
  /** Its name. */
  name(reference: unknown): string | undefined;
}

export function inlineRuns(nodes: readonly InlineNode[], follow: Follow, link?: string): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.object === "text") return node.leaves.map((leaf) => leafRun(leaf, link));
    return voidRuns(node, follow, link);
  });
}

function leafRun({ text, marks }: Leaf, link: string | undefined): Run {
  const has = (...types: string[]) => marks.some(({ type }) => types.includes(type));
  const face = has("code", "keyboard") ? "mono" : has("bold") ? "bold" : has("italic") ? "italic" : "regular";
  return { text, face, ...(has("strikethrough") ? { strike: true } : {}), ...(link === undefined ? {} : { link }) };
}

function voidRuns({ type, data, nodes = [] }: Inline, follow: Follow, link: string | undefined): Run[] {
  const getText = (member: string) => (typeof data[member] === "string" ? data[member] : "");
  const plain = (text: string, face: Face = "regular"): Run[] => [
    { text, face, ...(link === undefined ? {} : { link }) },
  ];
  switch (type) {
    case "link":
      return inlineRuns(nodes, follow, follow.lead(data.ref) ?? link);
    case "button":
      return inlineRuns(nodes, follow, follow.lead(data.ref) ?? link).concat(
        nodes.length === 0 ? plain(getText("label")) : [],
      );
    case "emoji":
      return plain(emoji(getText("code")));
    case "inline-math":
      return plain(getText("formula"), "mono");
    case "inline-image":
      return plain(`[${getText("alt") || "picture"}]`, "italic");
    case "expression":
      return plain(`{{ ${getText("expression")} }}`, "mono");
    case "mention":
      return inlineRuns(nodes, follow, link).concat(nodes.length === 0 ? plain(`@${getText("label")}`) : []);
    default:
      return inlineRuns(nodes, follow, link);
  }
}

/** Codes are the character's number in hexadecimal, or a name. */
function emoji(code: string): string {
  const parts = code.split("-").map((part) => (/^[0-9a-f]{4,6}$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN));
  return parts.every((part) => part <= 0x10ffff) ? String.fromCodePoint(...parts) : `:${code}:`;
}

/** The content of blocks as running text, for cells, captions and titles. */
export function flatRuns(blocks: readonly Block[], follow: Follow): Run[] {
  const parts = blocks.map((block): Run[] => {
    const nodes = block.nodes ?? [];
    const own = inlineRuns(inlineNodes(nodes), follow);
    const mark = block.type === "list-item" ? [{ text: "• ", face: "regular" as const }] : [];
    const inner = flatRuns(blockNodes(nodes), follow);
    return [...mark, ...own, ...inner];
  });
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [lineEnd, ...part]));
}

const lineEnd: Run = { text: "\n", face: "regular" };

/** The blocks of a fragment: a caption, a title, a table cell. */
export function fragmentBlocks({ fragments = [] }: Block, name: string): Block[] {
  return fragments.filter(({ type, fragment }) => type === name || fragment === name).flatMap(({ nodes }) => nodes);
}

const faces = {
  regular: "DejaVuSans.ttf",
  bold: "DejaVuSans-Bold.ttf",
  italic: "DejaVuSans-Oblique.ttf",
  mono: "DejaVuSansMono.ttf",
} as const satisfies Record<Face, string>;

/** Shown for a character that no font has. */
const replacement = "\u25a1";

/** Words in one font. */
interface SetRun extends Run {
  readonly font: string;
}

interface GlyphSource {
  readonly name: string;
  has(character: number): boolean;
}

interface FontFile {
  hasGlyphForCodePoint(character: number): boolean;
}

/** Next to the program, or in the package with the fonts. */
function ownFonts(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const bundledFonts = join(here, "fonts");
  if (existsSync(bundledFonts)) return bundledFonts;
  return join(here, "../../../../node_modules/dejavu-fonts-ttf/ttf");
}

function furtherFonts(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.(ttf|otf)$/i.test(name));
  return names.sort().map((name) => join(folder, name));
}

/** Removes control characters and replaces tabs with spaces. */
const visible = (text: string) =>
  text.replaceAll("\t", "    ").replace(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]|\p{Variation_Selector}/gu, "");
