import { expect, it } from "vitest";
import { checkTranslation } from "../../../src/markdown/translation/check-translation.ts";

const messages = (...given: Parameters<typeof checkTranslation>) =>
  checkTranslation(...given).map(({ kind, message }) => `${kind}: ${message}`);

it.each([
  ["Wait 10 seconds.", "Warte 10 Sekunden.", []],
  [
    "Wait 10 seconds.",
    "Warte 12 Sekunden.",
    ["doubt: lacks the number 10", "doubt: has the number 12, which the text does not"],
  ],
  ["At most 1,000.5 points", "Höchstens 1.000,5 Punkte", []],
  ["2 by 2", "2 mal", ["doubt: lacks the number 2"]],
  ["Run ⟦1⟧ now.", "Jetzt starten.", ["fault: it has ⟦1⟧ nowhere; each appears once"]],
  ["Run ⟦1⟧ now.", "⟦1⟧ jetzt starten.", []],
  ["Run it.", " ", ["fault: it is empty"]],
  ["Run it.", "Starte\nes.", ["fault: it has more than one line"]],
])("the check reports problems of translating %j as %j", (text, translation, found) => {
  expect(messages(text, translation)).toEqual(found);
});

it("the check doubts a translation of a long text that is much longer or shorter, but not in another script", () => {
  const text = "The quick brown fox jumps over the lazy dog again.";
  expect(messages(text, "Fuchs springt.")).toEqual(["doubt: is less than half as long as the text"]);
  expect(messages(text, "Fuchs ".repeat(20))).toEqual(["doubt: is more than twice as long as the text"]);
  expect(messages(text, "狐が犬を飛び越える。")).toEqual([]);
});

it("the check doubts a translation without the glossary's term", () => {
  expect(messages("Open the desk.", "Öffne den Tisch.", { desk: "Schreibtisch" })).toEqual([
    'doubt: does not use "Schreibtisch"',
  ]);
  expect(messages("Open the desk.", "Öffne den schreibtisch.", { desk: "Schreibtisch" })).toEqual([]);
});
