/** Facts that only the contract has, and that only the description has, each with the reason. */
interface Differences {
  readonly added?: Readonly<Record<string, string>>;
  readonly missing?: Readonly<Record<string, string>>;
}

const format = {
  'query format defaults to "document"': "The description shows no default, and an answer must have a form.",
};
const markdownReferences = {
  "query format.markdown.refs is optional": "Younger than the API described; links are written relative, its default.",
};
const cachedMetadata = { "query cachedMetadata is optional": "Nothing is cached that it could ask for." };
const query = { "query query is at most 500": "A bound, so that a search is never asked to read a book." };
const status = {
  "query status is one of archived, draft, merged, open": "Values from the public description; none are shown.",
};
const emoji = { "body emoji is at most 50": "The bound that the space's own field has." };
const title = { "body title is at most 50": "The bound that the space's own field has." };

/** Where the contract departs from the description on purpose, by operation. */
export const deliberate: Readonly<Record<string, Differences>> = {
  updateOrganizationAgentInstructions: {
    added: { "body instructions is required": "The public service requires it; there is nothing else to replace." },
    missing: { "body instructions is optional": "See above." },
  },
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
  getPageInChangeRequestById: { added: format, missing: markdownReferences },
  getPageInChangeRequestByPath: { added: format, missing: { ...markdownReferences, ...cachedMetadata } },
  listChangeRequestsForSpace: { added: status },
  listChangeRequestsForOrganization: {
    added: { ...status, "query status is optional": "The public service has it, and the list of a space too." },
  },
  createChangeRequest: {
    added: { "body subject is at most 100": "The bound that the change request's own field has." },
  },
  updateChangeRequestById: {
    added: {
      "body status is one of archived, draft, open": "Values from the public description; merging is an operation.",
    },
  },
  getChangeRequestChanges: {
    added: {
      "query limit defaults to 10": "The description shows no default; ten keep an answer short.",
      "query limit is at most 1000": "The bound of every list.",
    },
  },
};
