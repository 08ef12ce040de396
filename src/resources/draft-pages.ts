import { changeRequestSource } from "./change-requests.ts";
import { changeRequestChoice, draftPageChoice, spaceChoice } from "./choices.ts";
import { readPage } from "./pages.ts";
import { defineFamily } from "./resource.ts";

/** Pages as a change request has them. */
export const draftPages = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}/change-requests/{number}/pages/{page}",
    name: "page_in_change_request",
    title: "Page in a change request",
    description: "A page as Markdown as it is in a change request, by its id or its path",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.6 },
  },
  read: ({ space, number, page }, context) => readPage({ space, changeRequest: number }, page, context),
  source: ({ space, number }) => changeRequestSource(space, number),
  part: ({ page }) => page,
  choices: { space: spaceChoice, number: changeRequestChoice, page: draftPageChoice },
});
