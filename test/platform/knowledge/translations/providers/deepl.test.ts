import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { holdPlain } from "../../../../../src/markdown/translation/segments.ts";
import { deepl } from "../../../../../src/platform/knowledge/translations/providers/deepl.ts";
import { startTranslationService, type TranslationService } from "../../../../support/translation-service.ts";
import { german, item } from "./item.ts";

let service: TranslationService;

beforeAll(async () => {
  service = await startTranslationService();
});

afterAll(() => service.close());

beforeEach(() => service.forget());

const { signal } = new AbortController();

const provider = () => deepl({ url: service.url, key: "secret:fx", pause: 1 });

describe("DeepL", () => {
  it("receives texts with tags, the terms of the glossary, and the surrounding text", async () => {
    const items = [item("Run `npm i` & **wait**."), item("The guide", { guide: "Leitfaden" })];
    const answers = await provider().translate({ ...german, items }, signal);
    expect(service.asked).toHaveLength(1);
    const [{ line, headers, body } = { line: "", headers: {}, body: {} }] = service.asked;
    expect(line).toBe("POST /v2/translate");
    expect(headers.authorization).toBe("DeepL-Auth-Key secret:fx");
    expect(headers["content-type"]).toBe("application/json");
    expect(body).toEqual({
      text: ['Run <x id="1"/> &amp; <g id="2">wait</g>.', "The <k>Leitfaden</k>"],
      source_lang: "EN",
      target_lang: "DE",
      tag_handling: "xml",
      ignore_tags: ["k"],
      outline_detection: false,
      split_sentences: "nonewlines",
      preserve_formatting: true,
      context: "Install\nRun  & wait.\nThe guide",
    });
    expect(answers).toEqual([{ text: "Rün ⟦1⟧ & ⟦2⟧wäït⟦3⟧." }, { text: "Thё Leitfaden" }]);
  });

  it("receives a rejected text without tags around words", async () => {
    await provider().translate({ ...german, items: [item("A **b** c", {}, { problem: "it is empty" })] }, signal);
    expect(service.texts()).toEqual(['A <x id="1"/>b<x id="2"/> c']);
  });

  it.each([
    ["en", "EN-US"],
    ["pt-br", "PT-BR"],
    ["pt", "PT-PT"],
    ["zh", "ZH-HANS"],
    ["zh-tw", "ZH-HANT"],
    ["no", "NB"],
  ])("receives the language %s as its own code %s", async (to, code) => {
    const from = to === "en" ? "pt-br" : "en";
    await provider().translate({ from, to, instructions: "", items: [item("x")] }, signal);
    expect(service.asked[0]?.body).toMatchObject({ source_lang: to === "en" ? "PT" : "EN", target_lang: code });
  });

  it("is asked about languages that it is not known to support, and about no others", async () => {
    const { refusal } = provider();
    expect(await refusal({ from: "en", to: "ja" }, signal)).toBeUndefined();
    expect(service.asked).toEqual([]);
    expect(await refusal({ from: "en", to: "hi" }, signal)).toBeUndefined();
    expect(await refusal({ from: "en", to: "yue" }, signal)).toBe("DeepL does not translate into yue.");
    expect(await refusal({ from: "ms", to: "de" }, signal)).toBe("DeepL does not translate from ms.");
    expect(service.texts()).toEqual([]);
  });

  it("is not trusted when it returns fewer texts, because it does not show which are missing", async () => {
    service.behave("one fewer");
    await expect(provider().translate({ ...german, items: [item("One"), item("Two")] }, signal)).rejects.toMatchObject({
      message: "DeepL was sent 2 texts and returned 1.",
      splittable: true,
    });
  });

  it("does not receive more than it accepts at once", async () => {
    const segment = holdPlain("word ".repeat(30_000), "plain");
    const long = { ...item("x"), segment };
    await expect(provider().translate({ ...german, items: [long] }, signal)).rejects.toMatchObject({
      splittable: true,
    });
    expect(service.asked).toEqual([]);
  });
});
