import { definePrompt, houseRules } from "./prompt.ts";

export const updateDocsFromCodeChange = definePrompt({
  name: "update_docs_from_code_change",
  title: "Update docs from a code change",
  description: "Find the pages a code change makes wrong and correct them in a change request.",
  arguments: {
    change: { description: "The diff, or what the change does", required: true, maxLength: 1_000_000 },
    space: { description: "Space to look in; all when left out", names: "space" },
  },
  async draft({ change, space: named }, lookups) {
    const space = named === undefined ? undefined : await lookups.space(named);
    const within = space === undefined ? "" : `, with "space": "${space.id}"`;
    const scope =
      space === undefined ? "No space was named: find out which ones it concerns." : `Work in space ${space.id}.`;
    return {
      task: `Bring the documentation in line with the code change below. ${scope}`,
      steps: [
        {
          goal: "Say what readers will notice",
          how: "names, options, defaults, limits, messages, steps. If they notice nothing, say so and stop.",
        },
        ...(space === undefined
          ? [{ goal: "See what spaces there are", tool: "list_spaces" as const, how: "list_spaces." }]
          : []),
        {
          goal: "Find what it makes wrong or leaves out",
          tool: "search_docs",
          how: `search_docs once for each name, option, message and old value in it${within}.`,
        },
        {
          goal: "Read each page found before judging it",
          tool: "read_page",
          how: "read_page; keep the revision it returns.",
        },
        {
          goal: `Open a change request${space === undefined ? " in each space concerned" : ""}`,
          tool: "open_change_request",
          how: `open_change_request${space === undefined ? "" : ` in space ${space.id}`} with the code change in its description.`,
        },
        {
          goal: "Correct the passages that are wrong now, and no others",
          tool: "edit_page",
          how: "edit_page, all pages in one call.",
        },
        {
          goal: "Add a page only if readers would miss one",
          tool: "write_pages",
          how: "write_pages.",
        },
        {
          goal: "Compare every edit with the code change",
          tool: "show_changes",
          how: "show_changes; take back what the code does not bear out.",
        },
      ],
      report: "what you corrected and why, what you left alone, and what you could not verify",
      decision: { what: "whether to merge", tools: ["merge_change_request"] },
      enclosures: [
        { title: "the code change", text: change, continuation: cutNote, share: 6 },
        space === undefined
          ? { tool: "list_spaces", arguments: {}, share: 2 }
          : { tool: "list_pages", arguments: { space: space.id }, share: 3 },
        ...houseRules(space?.organization ?? (await lookups.organization(undefined))),
      ],
    };
  },
});

const cutNote = "(The change continues. Ask the person for the rest, or read it where the code is.)";
