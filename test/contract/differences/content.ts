import type { Differences } from "./difference.ts";

const format = {
  'query format defaults to "document"': "The description shows no default, and an answer must have a form.",
};
const markdownReferences = {
  "query format.markdown.refs is one of relative, stable": "Values from the public description; none are shown.",
};
const query = { "query query is at most 512": "The bound of the public description; the text shows none." };
const emoji = { "body emoji is at most 50": "The bound that the space's own field has." };
const defaultLevel = {
  "body defaultLevel is one of admin, comment, create, edit, inherit, read, review":
    "Roles, and `inherit` from the public description.",
};
const title = { "body title is at most 50": "The bound that the space's own field has." };

export const content: Differences = {
  createSpace: { added: emoji },
  updateSpaceById: {
    added: {
      ...emoji,
      ...title,
      ...defaultLevel,
      "body language is one of ar, bg, cs, da, de, el, en, es, et, fi, fr, he, hi, hr, hu, id, it, ja, ko, lt, lv, ms, nl, no, pl, pt, pt-br, ro, ru, sk, sl, sv, th, tr, uk, vi, yue, zh, zh-tw":
        "Values from the public description; none are shown.",
    },
  },
  updateCollectionById: { added: defaultLevel },
  applyTemplateToSpace: {
    added: {
      "answers 201": "The status of both public descriptions; the body is empty, which is all that the text says.",
      "body id is required": "The public description requires it; without it there is nothing to apply.",
    },
    missing: {
      "answers no-content": "Nothing is deleted, so that 205 is no answer.",
      "body id is optional": "See above.",
    },
  },
  askInOrganization: {
    added: { "body query is at most 2000": "A bound, so that a question is never a book." },
  },
  getContentByUrl: {
    added: { "query url is at most 2048": "The bound that addresses have everywhere else in the description." },
  },
  getEmbedByUrlInSpace: {
    added: { "query url is at most 2048": "The bound that addresses have everywhere else in the description." },
  },
  searchOrganizationContent: { added: query },
  searchSpaceContent: { added: query },
  getPageById: {
    added: {
      ...format,
      ...markdownReferences,
      "query format.markdown.refs is optional": "The public service has it, and the other reads of a page too.",
    },
  },
  getPageByPath: { added: { ...format, ...markdownReferences } },
  getPageInRevisionById: { added: { ...format, ...markdownReferences } },
  getPageInRevisionByPath: {
    added: {
      ...format,
      "query evaluated defaults to false": "As in every other read of a page.",
      "query evaluated is one of deterministic-only, false, true": "As in every other read of a page.",
      "query dereferenced defaults to false": "As in every other read of a page.",
      "query dereferenced is one of false, reusable-contents, true": "As in every other read of a page.",
    },
    missing: {
      'query format.markdown.refs defaults to "relative"': "Left out, the text is answered as it is stored.",
      "query cachedMetadata defaults to false": "Nothing is cached that it could ask for.",
    },
  },
  getRevisionSemanticChanges: {
    added: { "query limit is at most 1000": "The bound of every list." },
  },
};
