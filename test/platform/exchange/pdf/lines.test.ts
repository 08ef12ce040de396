import { tmpdir } from "node:os";
import PDFDocument from "pdfkit";
import { expect, test } from "vitest";
import { LineBreaker, Typeface } from "../../../../src/platform/exchange/pdf/text-layout.ts";

/** A breaker, and the lengths of the texts that it measured. */
function breaker() {
  const document = new PDFDocument({ autoFirstPage: false, font: null as unknown as string });
  const measured: number[] = [];
  const measure = document.widthOfString.bind(document);
  document.widthOfString = (text, options) => {
    measured.push(text.length);
    return measure(text, options);
  };
  return { lines: new LineBreaker(document, new Typeface(document, tmpdir())), measured };
}

const width = 480;

const textOf = (line: readonly { readonly text: string }[]) => line.map(({ text }) => text).join("");

test("an endless word is broken between letters, and never measured as a whole", () => {
  const { lines, measured } = breaker();
  const text = "a.b@c.".repeat(2000);
  const broken = lines.break([{ text, face: "regular" }], 10, width);
  expect(broken.map(textOf).join("")).toBe(text);
  for (const line of broken) expect(line.reduce((sum, piece) => sum + piece.width, 0)).toBeLessThanOrEqual(width);
  expect(Math.max(...measured)).toBeLessThanOrEqual(200);
});

test.each(["word ", "\u5b57", "a.b@c."])("the first line of 5 MB of %j costs no more than a few pages", (part) => {
  const { lines, measured } = breaker();
  const [first] = lines.each([{ text: part.repeat(5_000_000 / part.length), face: "regular" }], 10, width);
  expect(textOf(first ?? [])).not.toBe("");
  expect(measured.length).toBeLessThan(10_000);
});

test("words stay whole when a long text is laid out in parts", () => {
  const { lines } = breaker();
  const text = "some words of a long paragraph, ".repeat(1000).trimEnd();
  const words = lines.break([{ text, face: "regular" }], 10, width).flatMap((line) => textOf(line).trim().split(" "));
  expect(words).toEqual(text.split(" "));
});
