import type { Differences } from "./difference.ts";

export const translations: Differences = {
  createTranslation: {
    added: {
      "body language is one of ar, bg, cs, da, de, el, en, es, et, fi, fr, he, hi, hr, hu, id, it, ja, ko, lt, lv, ms, nl, no, pl, pt, pt-br, ro, ru, sk, sl, sv, th, tr, uk, vi, yue, zh, zh-tw":
        "Values from the public description; none are shown.",
      "body language is required": "The public service requires it.",
      "body source is required": "The public service requires it.",
    },
    missing: { "body language is optional": "See above.", "body source is optional": "See above." },
  },
  getTranslation: {
    added: {
      "query page is optional": "Goes on with the segments.",
      "query segments is at most 100": "As above.",
      "query segments is optional": "Without a machine that translates, whoever asks is the translator.",
    },
  },
  updateTranslation: {
    added: { "body instructions is required": "The public service requires it; there is nothing else to replace." },
    missing: { "body instructions is optional": "See above." },
  },
  runTranslation: {
    added: {
      "answers 204": "The description shows an empty body alone; the public service answers 204.",
      "body translations is at most 200": "As below.",
      "body translations is optional": "A run that waits takes them; without them it starts one, as described.",
    },
    missing: { "answers no-content": "That is what a deletion answers." },
  },
};
