import { instructions } from "../../server/introduction.ts";
import type { Surface } from "../../tools/surface.ts";

/** What hosts decide by whether to load the skill: at most 1,024 characters. */
const description =
  "Works on the team's documentation through Copydesk: finds and reads pages, proposes changes in change requests, reviews, comments, translates, and triages support questions. Use when a task reads or changes documentation, or when a change to code makes documentation wrong.";

const changeSteps = [
  "## A change, step by step",
  "",
  "1. Find the page with `search_docs` and read it with `read_page`. Search before you write a new page: it may exist.",
  "2. Open one change request per topic with `open_change_request`. Its subject says what readers will notice.",
  "3. Change passages with `edit_page`, and whole pages with `write_pages`. Keep the page's own terms and structure.",
  "4. Read `show_changes`: it names conflicts, broken links and lost sections. Mend what it names.",
  "5. Ask for a review, or tell the person what changed and where to look. Merge only when they agree.",
  "",
  "When code changes: search for each name, flag, default and message that changed, and correct every page that has it.",
  "",
  "",
];

const stepTools = ["search_docs", "read_page", "open_change_request", "edit_page", "write_pages", "show_changes"];

/** Whether all that the steps name is offered: an operator may have left writing out. */
const mayWrite = ({ listed }: Surface) =>
  stepTools.every((name) => listed.some(({ definition }) => definition.name === name));

/** The skill for agents, as `SKILL.md`: the server's instructions, what each tool is for, and how to work at the desk. */
export function skillText(surface: Surface): string {
  const tools = surface.listed.map(({ definition }) => `- \`${definition.name}\`: ${firstSentence(definition)}`);
  return [
    "---",
    "name: copydesk",
    // Quoted: YAML takes a colon within for a key.
    `description: ${JSON.stringify(description)}`,
    "---",
    "",
    "# Copydesk",
    "",
    instructions.begin.replaceAll("\n", "\n\n"),
    "",
    ...(mayWrite(surface) ? changeSteps : []),
    "## Tools",
    "",
    ...tools.sort(),
    "",
    "## Text from others",
    "",
    instructions.end,
    "",
  ].join("\n");
}

function firstSentence({ description: text = "" }: { readonly description?: string | undefined }): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}
