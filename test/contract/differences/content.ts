import type { Differences } from "./difference.ts";

const format = {
  'query format defaults to "document"': "The description shows no default, and an answer must have a form.",
};
const markdownReferences = {
  "query format.markdown.refs is optional": "Younger than the API described; links are written relative, its default.",
};
const cachedMetadata = { "query cachedMetadata is optional": "Nothing is cached that it could ask for." };
const query = { "query query is at most 500": "A bound, so that a search is never asked to read a book." };
const emoji = { "body emoji is at most 50": "The bound that the space's own field has." };
const title = { "body title is at most 50": "The bound that the space's own field has." };

export const content: Differences = {
  createSpace: { added: emoji },
  updateSpaceById: {
    added: {
      ...emoji,
      ...title,
      "body defaultLevel is one of admin, comment, create, edit, inherit, read, review":
        "Roles, and `inherit` from the public description.",
      "body language is one of ar, bg, cs, da, de, el, en, es, et, fi, fr, he, hi, hr, hu, id, it, ja, ko, lt, lv, ms, nl, no, pl, pt, pt-br, ro, ru, sk, sl, sv, th, tr, uk, vi, yue, zh, zh-tw":
        "Values from the public description; none are shown.",
    },
  },
  searchOrganizationContent: { added: query },
  searchSpaceContent: { added: query },
  getPageById: { added: format },
  getPageByPath: { added: format, missing: { ...markdownReferences, ...cachedMetadata } },
  getPageInRevisionById: { added: format, missing: markdownReferences },
};
