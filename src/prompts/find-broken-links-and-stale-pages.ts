import { oneLine } from "../present/wording.ts";
import { type DatedPage, definePrompt } from "./prompt.ts";

export const findBrokenLinksAndStalePages = definePrompt({
  name: "find_broken_links_and_stale_pages",
  title: "Find broken links and stale pages",
  description: "List the broken links and outdated pages of a space, and repair what is certain in a change request.",
  arguments: {
    space: { description: "Space to look through", required: true, names: "space" },
  },
  async draft({ space: named }, lookups) {
    const { id } = await lookups.space(named);
    const links = { operation: "listSpaceLinks", arguments: { spaceId: id, status: "broken" } };
    const pages = await lookups.pagesByAge(id);
    return {
      task: `Find what is wrong in space ${id}: links that lead nowhere, and pages that are no longer true.`,
      steps: [
        {
          goal: "List the broken links",
          tool: "read_operation",
          how: `read_operation with ${JSON.stringify(links).slice(1, -1)}. If the service does not offer it, go by the links in the pages you read.`,
        },
        {
          goal: "Find where each should lead",
          tool: "search_docs",
          how: `search_docs with "space": "${id}".`,
        },
        {
          goal: "Read the pages with the oldest edits",
          tool: "read_page",
          how: "read_page. Look for versions, dates, announcements, names no longer in use.",
        },
        {
          goal: "Look for pages that contradict them",
          tool: "search_docs",
          how: "search_docs for what they claim. Age alone makes no page stale.",
        },
        { goal: "Open a change request", tool: "open_change_request", how: `open_change_request in space ${id}.` },
        {
          goal: "Repair links with one certain target",
          tool: "edit_page",
          how: "edit_page, all pages in one call.",
        },
        {
          goal: "Check the edits",
          tool: "show_changes",
          how: "show_changes.",
        },
      ],
      report: "links repaired, links in doubt, and each stale page with the sentence that is wrong and how you know",
      decision: {
        what: "whether to merge, and which stale pages to rewrite, hide or delete",
        tools: ["merge_change_request", "write_pages"],
      },
      enclosures: [
        { tool: "read_operation", arguments: links, share: 3 },
        {
          title: "pages by the day of their last edit, the oldest first",
          text: pages.map(formatPage).join("\n"),
          continuation: "(Newer pages are left out.)",
          share: 4,
        },
      ],
    };
  },
});

const formatPage = ({ id, title, path, day }: DatedPage) =>
  `- ${day ?? "never edited"}: ${oneLine(title)} (${path === undefined ? "" : `${oneLine(path, 200)}, `}id ${id})`;
