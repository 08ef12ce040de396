import { expect, it } from "vitest";
import { withoutCourtesy } from "../../../../src/platform/knowledge/conversations/find-issues.ts";

it.each([
  ["Hi, hope you are well. The export fails.", "The export fails."],
  ["Hello team, our script gets 429.", "our script gets 429."],
  ["Dear Ms. Berg, the invoice is wrong.", "the invoice is wrong."],
  ["Good morning! Quick question: is there a trash?", "is there a trash?"],
  ["Guten Tag, die Suche ist leer.", "die Suche ist leer."],
  ["Thanks!", ""],
])("a greeting is removed from %j", (sentence, rest) => {
  expect(withoutCourtesy(sentence)).toBe(rest);
});

it.each([
  "Hello the export fails, again.",
  "Hi search finds nothing.",
  "Best practices for roles, please.",
  "How do I cancel, and when?",
  "Thanks to the update, sync is broken.",
])("the subject of a conversation is not removed as a greeting: %j", (sentence) => {
  expect(withoutCourtesy(sentence)).toBe(sentence);
});
