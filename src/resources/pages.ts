import type { Page } from "../contract/models/page.ts";
import { oneLine, quoted } from "../tools/present/name.ts";
import { pageChoice, spaceChoice } from "./choices.ts";
import { type Content, contentPageUri, readContentPage } from "./content-tree.ts";
import { linkTo } from "./line.ts";
import { defineFamily, type ResourceContext } from "./resource.ts";
import { spaceSource } from "./spaces.ts";

export const pages = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}/pages/{page}",
    name: "page",
    title: "Page",
    description: "A page as Markdown, by its id or its path",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.7 },
  },
  read: ({ space, page }, context) => readPage({ space, changeRequest: undefined }, page, context),
  source: ({ space }) => spaceSource(space),
  part: ({ page }) => page,
  choices: { space: spaceChoice, page: pageChoice },
});

/** A page of a space or of a change request as a resource's text. */
export async function readPage(content: Content, idOrPath: string, context: ResourceContext): Promise<string> {
  const page = await readContentPage(content, idOrPath, context);
  const path = page.path === undefined ? "" : `, path ${quoted(page.path)}`;
  const draft = content.changeRequest === undefined ? "" : ` as change request #${content.changeRequest} has it`;
  const head = `Page ${page.id} of space ${content.space}${path}${draft}.`;
  const continuation = "The page goes on: read_page reads the rest.";
  return `${head}\n${context.present(bodyOf(content, page), { title: page.title, continuation })}`;
}

/** Groups and links have no body: what is in them stands for it. */
function bodyOf(content: Content, page: Page): string {
  if (page.markdown !== undefined) return page.markdown;
  const children = (page.pages ?? []).map(({ id, title }) => `- ${linkTo(title, contentPageUri(content, id))}`);
  return [`# ${oneLine(page.title)}`, "", ...children].join("\n");
}
