import { definePrompt, houseRules } from "./prompt.ts";

export const reviewChangeRequest = definePrompt({
  name: "review_change_request",
  title: "Review a change request",
  description: "Read what a change request changes, check it, and comment on it.",
  arguments: {
    change_request: { description: "Number, subject or URL", required: true, names: "change_request" },
    space: { description: "Space it belongs to, where several have one of that number", names: "space" },
  },
  async draft({ change_request: named, space: spaceName }, lookups) {
    const { number, space } = await lookups.changeRequest(named, spaceName);
    const names = { space: space.id, change_request: `${number}` };
    const call = JSON.stringify(names).slice(1, -1);
    return {
      task: `Review change request #${number} of space ${space.id} as a careful editor would. Change nothing in it.`,
      steps: [
        {
          goal: "Read the whole diff",
          tool: "show_changes",
          how: `show_changes with ${call}, and its cursor until the end.`,
        },
        {
          goal: "Read in full the pages a diff does not explain",
          tool: "read_page",
          how: `read_page with ${call}.`,
        },
        {
          goal: "Look for what it contradicts or leaves behind",
          tool: "search_docs",
          how: "search_docs for names it changes, and for pages that speak of those it moves or deletes.",
        },
        {
          goal: "Check facts, completeness, links, headings, examples, house style",
          how: "for each finding note the page, the passage and a better wording.",
        },
        {
          goal: "Leave out what has been said",
          tool: "list_comments",
          how: `list_comments with ${call}.`,
        },
        {
          goal: "Show the findings to the person, then write down those they want",
          tool: "post_comment",
          how: `post_comment with ${call}, "page" and "text", one for each.`,
        },
      ],
      report: "what it does in two sentences, the findings by weight, and what you could not verify",
      decision: { what: "the verdict and whether to merge", tools: ["post_comment", "merge_change_request"] },
      enclosures: [
        { tool: "show_changes", arguments: names, share: 6 },
        { tool: "list_comments", arguments: names, share: 2 },
        ...houseRules(space.organization),
      ],
    };
  },
});
