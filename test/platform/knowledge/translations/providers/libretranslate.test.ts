import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { libretranslate } from "../../../../../src/platform/knowledge/translations/providers/libretranslate.ts";
import { expectLinearCost } from "../../../../support/cost.ts";
import { startTranslationService, type TranslationService } from "../../../../support/translation-service.ts";
import { german, item } from "./item.ts";

let service: TranslationService;

beforeAll(async () => {
  service = await startTranslationService();
});

afterAll(() => service.close());

beforeEach(() => service.forget());

const { signal } = new AbortController();

const provider = (key?: string) => libretranslate({ url: `${service.url}/`, key, pause: 1 });

describe("LibreTranslate", () => {
  it("receives texts as HTML, with the key in the body", async () => {
    const items = [item("Run `npm i` & **wait** <3."), item("The guide", { guide: "Leitfaden" })];
    const answers = await provider("secret").translate({ ...german, items }, signal);
    expect(service.asked.map(({ line }) => line)).toEqual(["GET /languages", "POST /translate"]);
    expect(service.asked[1]?.body).toEqual({
      q: ['Run <x id="1"></x> &amp; <g id="2">wait</g> &lt;3.', 'The <k translate="no">Leitfaden</k>'],
      source: "en",
      target: "de",
      format: "html",
      api_key: "secret",
    });
    expect(answers).toEqual([{ text: "Rün ⟦1⟧ & ⟦2⟧wäït⟦3⟧ <3." }, { text: "Thё Leitfaden" }]);
  });

  it("receives no key if there is none", async () => {
    await provider().translate({ ...german, items: [item("x")] }, signal);
    expect(service.asked[1]?.body).not.toHaveProperty("api_key");
  });

  it("receives a rejected text as plain text", async () => {
    const answers = await provider().translate(
      { ...german, items: [item("A **b** c", {}, { problem: "it is empty" })] },
      signal,
    );
    expect(service.asked[1]?.body).toMatchObject({ q: ["A ⟦1⟧b⟦2⟧ c"], format: "text" });
    expect(answers).toEqual([{ text: "A ⟦1⟧b⟦2⟧ c" }]);
  });

  it("is not trusted when it returns fewer texts, because it does not show which are missing", async () => {
    const order = { ...german, items: [item("One"), item("Two")] };
    const open = provider();
    await open.refusal(german, signal);
    service.behave("one fewer");
    await expect(open.translate(order, signal)).rejects.toMatchObject({
      message: "LibreTranslate was sent 2 texts and returned 1.",
      splittable: true,
    });
  });

  it("receives the code that its server has for a language", async () => {
    await provider().translate({ ...german, to: "zh", items: [item("x")] }, signal);
    await provider().translate({ ...german, to: "pt-br", items: [item("x")] }, signal);
    expect([service.asked[1]?.body?.target, service.asked[3]?.body?.target]).toEqual(["zh-Hans", "pb"]);
  });

  it("reads a list of any length in linear time", async () => {
    await expectLinearCost(async (length) => {
      service.behave({ status: 200, body: Array.from({ length }, () => ({ code: "en" })) });
      expect(await provider().refusal(german, signal)).toContain("does not translate from en into de");
    }, 1_500);
  });

  it("reports the languages its server lacks, and receives no text", async () => {
    const { refusal } = provider();
    expect(await refusal(german, signal)).toBeUndefined();
    expect(await provider().refusal({ from: "en", to: "ko" }, signal)).toBe(
      "LibreTranslate does not translate from en into ko on this server.",
    );
    expect(await provider().refusal({ from: "ko", to: "de" }, signal)).toBe(
      "LibreTranslate does not translate from ko on this server.",
    );
    expect(service.texts()).toEqual([]);
  });
});
