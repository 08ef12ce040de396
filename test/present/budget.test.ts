import { readFileSync } from "node:fs";
import fc from "fast-check";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { cut, estimateTokens } from "../../src/present/budget.ts";
import { expectLinearCost } from "../support/cost.ts";

const source = readFileSync(new URL("../../src/present/budget.ts", import.meta.url), "utf8");

describe("the token estimate", () => {
  it.each([
    ["English", "The quick brown fox jumps over the lazy dog, and then it rests for a while. ".repeat(30), 1.3],
    ["TypeScript", source, 1.3],
    ["JSON", JSON.stringify(JSON.parse(readFileSync("package.json", "utf8"))), 1.3],
    ["German", "Die Einstellungen werden beim nächsten Start des Dienstes übernommen. ".repeat(20), 1.8],
    ["Russian", "Документация описывает установку, настройку и обновление продукта. ".repeat(20), 2.2],
    ["Japanese", "このページでは、製品のインストール方法と設定方法について説明します。".repeat(20), 2],
    ["hexadecimal", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".repeat(20), 1.3],
    ["emoji", "🚀🎉😀👍🏽".repeat(50), 2],
    ["Vietnamese", "Trang này mô tả cách cài đặt và cấu hình sản phẩm. ".repeat(20), 2],
    ["Hindi", "यह पृष्ठ बताता है कि उत्पाद कैसे स्थापित करें। ".repeat(20), 2.5],
    ["Amharic", "ይህ ገጽ ምርቱን እንዴት እንደሚጫን ይገልጻል። ".repeat(20), 1.5],
    ["Tibetan", "ཤོག་ངོས་འདིས་ཐོན་རྫས་སྒྲིག་འཇུག་བྱེད་ཚུལ་བཤད། ".repeat(20), 1.8],
    ["Lao", "ໜ້ານີ້ອະທິບາຍວິທີຕິດຕັ້ງຜະລິດຕະພັນ ".repeat(20), 1.8],
    ["Inuktitut", "ᐅᓇ ᒪᒃᐱᒐᖅ ᐅᖃᐅᓯᖃᖅᑐᖅ ᖃᓄᖅ ".repeat(20), 1.5],
    ["combining marks", `a${"\u0301\u0323".repeat(9)}`.repeat(50), 2],
    ["rare ideographs", "\u{20000}\u{2a6d0}㐀㐁".repeat(50), 1.5],
  ])("is near the count of o200k for %s, and hardly ever below", (_language, text, most) => {
    const ratio = estimateTokens(text) / encode(text).length;
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(most);
  });

  it("takes linear time for a megabyte", async () => {
    const estimated = (count: number) => estimateTokens("a1 ".repeat(count));
    expect(Math.abs(estimated(350_000) - 700_000)).toBeLessThan(10);
    // Another text each time, because the counts of long texts are kept.
    let run = 0;
    await expectLinearCost((count) => {
      run += 1;
      return estimateTokens(`a${run} `.repeat(count));
    }, 40_000);
  });
});

describe("a cut text", () => {
  it("stays unchanged if it fits", () => {
    expect(cut("short", 10, "more")).toEqual({ text: "short", includedChars: 5, complete: true });
  });

  it("stays within the budget, including the note, and never splits a character", () => {
    const anyText = fc.string({ unit: "grapheme", maxLength: 2000 });
    fc.assert(
      fc.property(anyText, fc.integer({ min: 20, max: 200 }), (text, tokens) => {
        const { text: shown, includedChars, complete } = cut(text, tokens, "There is more.");
        expect(estimateTokens(shown)).toBeLessThanOrEqual(tokens);
        expect(text.startsWith(text.slice(0, includedChars))).toBe(true);
        expect(complete).toBe(includedChars === text.length);
        expect(() => encodeURIComponent(shown)).not.toThrow();
      }),
    );
  });

  it("ends preferably before a heading", () => {
    const section = (name: string) => `## ${name}\n\n${"Some words of text. ".repeat(12)}\n\n`;
    const text = section("One") + section("Two") + section("Three") + section("Four");
    const { text: shown, includedChars } = cut(text, 200, (at) => `continue at ${at}`);
    expect(text.slice(includedChars)).toMatch(/^## (Three|Four)/);
    expect(shown).toMatch(/Some words of text\.\n\ncontinue at \d+$/);
  });

  it("gets its code block closed, and does not treat comments in code as headings", () => {
    const code = Array.from({ length: 60 }, (_, line) => (line % 9 === 0 ? `# comment ${line}` : `run --step ${line}`));
    const { text: shown } = cut(`Intro\n\n\`\`\`sh\n${code.join("\n")}\n\`\`\`\nEnd`, 200, "more");
    expect(shown).toMatch(/\n```\n\nmore$/);
    expect(shown.match(/^```/gm)).toHaveLength(2);
  });

  it("may be a single endless line", () => {
    const { text: shown, includedChars } = cut("x".repeat(100_000), 100, "more");
    expect(includedChars).toBeGreaterThan(100);
    expect(includedChars).toBeLessThan(500);
    expect(shown.endsWith("\n\nmore")).toBe(true);
  });
});
