import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scanBlocks } from "../../../src/markdown/grammar/blocks.ts";
import { findBodyStart } from "../../../src/markdown/grammar/front-matter.ts";
import { listLinks } from "../../../src/markdown/page/links.ts";
import { findProblem } from "../../../src/markdown/translation/segments.ts";
import { listSegments, translatePage } from "../../../src/markdown/translation/translate-page.ts";

const docs = new URL("../../../docs", import.meta.url).pathname;

const pages = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .sort()
  .map((path) => [path, readFileSync(join(docs, path), "utf8")] as const);

const accents: Readonly<Record<string, string>> = { a: "ä", e: "ё", i: "ï", o: "ö", u: "ü" };

const locales: readonly (readonly [string, (letter: string) => string])[] = [
  ["an accented locale", (letter) => accents[letter] ?? letter],
  ["a right-to-left locale", () => "ש"],
  ["a Chinese locale", () => "文"],
];

/** Replaces every lower-case vowel outside placeholders by another letter. */
const spoken = (text: string, letter: (vowel: string) => string) =>
  text.replace(/⟦\d+⟧|[aeiou]/g, (piece) => (piece.length > 1 ? piece : letter(piece)));

const shape = (markdown: string) => scanBlocks(markdown).map(({ kind, depth }) => `${kind} ${depth}`);

const body = (markdown: string) => markdown.slice(findBodyStart(markdown));

const addresses = (markdown: string) =>
  listLinks(markdown).flatMap(({ kind, href }) => (kind === "html" && href.startsWith("#") ? [] : [href]));

describe.each(pages)("the manual's page %s", (_path, markdown) => {
  it("keeps its bytes if every segment is returned unchanged", () => {
    expect(translatePage(markdown, ({ text }) => text)).toBe(markdown);
    for (const segment of listSegments(markdown))
      expect(findProblem(segment, segment.text), segment.source).toBeUndefined();
  });

  it.each(locales)("keeps its blocks, addresses and code in %s", (_name, letter) => {
    const translated = translatePage(markdown, (segment) => {
      const translation = spoken(segment.text, letter);
      expect(findProblem(segment, translation), segment.source).toBeUndefined();
      return translation;
    });
    expect(shape(body(translated))).toEqual(shape(body(markdown)));
    expect(addresses(translated)).toEqual(addresses(markdown));
    expect(listSegments(translated)).toHaveLength(listSegments(markdown).length);
  });
});
