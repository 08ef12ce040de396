import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scanBlocks } from "../../../../../src/markdown/grammar/blocks.ts";
import { findBodyStart } from "../../../../../src/markdown/grammar/front-matter.ts";
import { listLinks } from "../../../../../src/markdown/page/links.ts";
import { findProblem } from "../../../../../src/markdown/translation/segments.ts";
import { listSegments, translatePage } from "../../../../../src/markdown/translation/translate-page.ts";
import { deepl } from "../../../../../src/platform/knowledge/translations/providers/deepl.ts";
import { libretranslate } from "../../../../../src/platform/knowledge/translations/providers/libretranslate.ts";
import type { Provider } from "../../../../../src/platform/knowledge/translations/providers/provider.ts";
import { startTranslationService, type TranslationService } from "../../../../support/translation-service.ts";
import { generatedPage } from "./generated-pages.ts";

let service: TranslationService;

let providers: Record<"deepl" | "libretranslate", Provider>;

beforeAll(async () => {
  service = await startTranslationService();
  const settings = { url: service.url, key: "secret-key", pause: 1 };
  providers = { deepl: deepl(settings), libretranslate: libretranslate(settings) };
});

afterAll(() => service.close());

const { signal } = new AbortController();

const docs = new URL("../../../../../docs", import.meta.url).pathname;

const manual = readdirSync(docs, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md") && !path.startsWith("reference"))
  .sort()
  .map((path) => [path, readFileSync(join(docs, path), "utf8")] as const);

/** Replaces letters of words by another script's, and keeps everything else: tags, entities and placeholders. */
const inLetters = (letter: string) => (text: string) =>
  text.replace(/<k\b[^>]*>.*?<\/k>|<[^>]*>|&#?\w+;|⟦\d+⟧|\p{L}/gu, (piece) =>
    /^\p{L}$/u.test(piece) ? letter : piece,
  );

const locales = [
  ["a Latin", "ä"],
  ["a right-to-left", "ש"],
  ["a Chinese", "文"],
] as const;

/** The provider's translation of a page: rejected texts stay unchanged, and are counted. */
async function through(provider: Provider, markdown: string) {
  const segments = listSegments(markdown);
  const known = new Map<string, string>();
  let refused = 0;
  for (let start = 0; start < segments.length; start += provider.texts) {
    const items = segments
      .slice(start, start + provider.texts)
      .map((segment) => ({ key: segment.source, segment, terms: {}, title: "Page" }));
    const answers = await provider.translate({ from: "en", to: "de", instructions: "", items }, signal);
    for (const [index, { segment }] of items.entries()) {
      const answer = answers[index];
      const text = answer !== undefined && "text" in answer ? answer.text : "";
      if (findProblem(segment, text) === undefined) {
        known.set(segment.kind + segment.source, text === segment.text.trim() ? segment.text : text);
      } else refused += 1;
    }
  }
  const page = translatePage(markdown, ({ kind, source }) => known.get(kind + source));
  return { page, segments: segments.length, refused };
}

const shape = (markdown: string) =>
  scanBlocks(markdown.slice(findBodyStart(markdown))).map(({ kind, depth }) => `${kind} ${depth}`);

const addresses = (markdown: string) =>
  listLinks(markdown)
    .flatMap(({ kind, href }) => (kind === "html" && href.startsWith("#") ? [] : [href]))
    .sort();

async function expectSame(provider: Provider, markdown: string): Promise<void> {
  service.speak((text) => text);
  const { page, refused } = await through(provider, markdown);
  expect(refused).toBe(0);
  expect(page).toBe(markdown);
}

async function expectShape(provider: Provider, markdown: string, letter: string) {
  service.speak(inLetters(letter));
  const made = await through(provider, markdown);
  expect(shape(made.page)).toEqual(shape(markdown));
  expect(addresses(made.page)).toEqual(addresses(markdown));
  return made;
}

describe.each(["deepl", "libretranslate"] as const)("pages translated by %s", (name) => {
  it("are unchanged to the byte when it returns what it received, if they are generated", async () => {
    await fc.assert(
      fc.asyncProperty(generatedPage, (markdown) => expectSame(providers[name], markdown)),
      { numRuns: 150 },
    );
  });

  it("are unchanged to the byte when it returns what it received, if they are the manual's", async () => {
    for (const [, markdown] of manual) await expectSame(providers[name], markdown);
  });

  it.each(locales)("keep their blocks and addresses in %s script, if they are generated", async (_name, letter) => {
    let [segments, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(generatedPage, async (markdown) => {
        const made = await expectShape(providers[name], markdown, letter);
        segments += made.segments;
        refused += made.refused;
      }),
      { numRuns: 100 },
    );
    expect(segments).toBeGreaterThan(300);
    expect(refused / segments).toBeLessThan(0.1);
  });

  it.each(locales)("keep their blocks and addresses in %s script, if they are the manual's", async (_name, letter) => {
    for (const [path, markdown] of manual) {
      const { refused } = await expectShape(providers[name], markdown, letter);
      expect(refused, path).toBe(0);
    }
  });
});
