import { oneLine, quoted } from "../present/wording.ts";
import { definePrompt, houseRules, type TextEnclosure } from "./prompt.ts";

export const writePage = definePrompt({
  name: "write_page",
  title: "Write a page",
  description: "Write a page on a subject where readers would look for it, in a change request.",
  arguments: {
    subject: { description: "What the page is about", required: true, maxLength: 4000 },
    space: { description: "Space to put it in", names: "space" },
    audience: { description: "Who reads it, such as new users or administrators" },
  },
  async draft({ subject, space: named, audience }, lookups) {
    const space = named === undefined ? undefined : await lookups.space(named);
    const open = [
      ...(space === undefined ? ["which space it belongs in: propose one and let the person confirm"] : []),
      ...(audience === undefined ? ["who it is for: ask, unless the pages around it make it clear"] : []),
    ];
    const { shown, whole } = presentSubject(subject);
    return {
      task: [
        `Write a documentation page about ${shown}${space === undefined ? "" : ` in space ${space.id}`}${audience === undefined ? "" : `, for ${quoteShortened(audience)}`}.`,
        ...(open.length === 0 ? [] : [`Find out first ${open.join("; ")}.`]),
      ].join(" "),
      steps: [
        ...(space === undefined
          ? [{ goal: "See what spaces there are", tool: "list_spaces" as const, how: "list_spaces." }]
          : []),
        {
          goal: "See whether a page covers it already",
          tool: "search_docs",
          how: "search_docs in further words. If one does, propose to extend it instead.",
        },
        {
          goal: "Choose its place in the table of contents",
          tool: "list_pages",
          how: `list_pages${space === undefined ? " of the space" : ""}; say which page it goes under, and why.`,
        },
        {
          goal: "Take tone and form from two pages next to it",
          tool: "read_page",
          how: "read_page.",
        },
        { goal: "Gather the facts", how: "ask the person for missing facts; do not make anything up." },
        {
          goal: "Open a change request",
          tool: "open_change_request",
          how: `open_change_request${space === undefined ? "" : ` in space ${space.id}`}.`,
        },
        {
          goal: "Write the page",
          tool: "write_pages",
          how: "write_pages, with its parent: the answer first, then steps, one example that works.",
        },
        {
          goal: "Link to it from where readers come",
          tool: "edit_page",
          how: "edit_page, one sentence on each such page.",
        },
        { goal: "Read the result as a reader", tool: "show_changes", how: "show_changes." },
      ],
      report: "where the page is, what you took from where, and what still needs a fact",
      decision: { what: "whether to merge", tools: ["merge_change_request"] },
      enclosures: [
        ...whole,
        space === undefined
          ? { tool: "list_spaces", arguments: {}, share: 3 }
          : { tool: "list_pages", arguments: { space: space.id }, share: 3 },
        {
          tool: "search_docs",
          arguments: { query: oneLine(subject, 400), ...(space === undefined ? {} : { space: space.id }) },
          call: "search_docs for the subject",
          share: 3,
        },
        ...houseRules(space?.organization ?? (await lookups.organization(undefined))),
      ],
    };
  },
});

const maxShownChars = 160;

/** The subject within a sentence; a longer one is included as an enclosure. */
function presentSubject(subject: string): { shown: string; whole: TextEnclosure[] } {
  if (subject.length <= maxShownChars && !/[\r\n]/.test(subject)) return { shown: quoteShortened(subject), whole: [] };
  const continuation = "(The description continues: ask the person for the rest.)";
  return {
    shown: "the subject described below",
    whole: [{ title: "what the page is to be about", text: subject, continuation, share: 3 }],
  };
}

const quoteShortened = (text: string) => quoted(text, maxShownChars);
