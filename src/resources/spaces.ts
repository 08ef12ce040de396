import type { Page } from "../contract/models/page.ts";
import { counted, oneLine, quoted } from "../present/wording.ts";
import { changeRequestChoice, draftPageChoice, pageChoice, spaceChoice } from "./choices.ts";
import { type Content, contentPageUri, pageLooks, readContentPage, readTree, treeLines } from "./content-tree.ts";
import { defineFamily, missing, type ResourceContext, type Source, toolText } from "./resource.ts";
import { escaped, linkTo } from "./uris.ts";

export const spaces = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}",
    name: "space",
    title: "Space",
    description: "A space's title and its tree of pages",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.6 },
  },
  read: ({ space }, context) => readSpace(space, context),
  source: ({ space }) => spaceSource(space),
  choices: { space: spaceChoice },
});

async function readSpace(spaceId: string, context: ResourceContext): Promise<string> {
  const { client, signal, present } = context;
  const content = { space: spaceId, changeRequest: undefined };
  const [space, tree] = await Promise.all([client.spaces.get({ spaceId }, { signal }), readTree(content, context)]);
  const { id, title, revision, editMode = "live", changeRequestsOpen: open } = space;
  // Some services do not return counts.
  const work = open === undefined ? "" : `, ${counted(open, "open change request")}`;
  const head = `Space ${id}, revision ${revision}, edit mode ${editMode}${work}.`;
  const text = [`# ${escaped(oneLine(title))}`, "", ...treeLines(content, tree)].join("\n");
  return `${head}\n${present(text, { continuation: "The tree continues: list_pages reads the rest." })}`;
}

/** A space's own content, with every page of it as a part. */
function spaceSource(spaceId: string): Source {
  return {
    key: `space ${spaceId}`,
    async look({ client, signal }) {
      const { title, revision, editMode, deletedAt } = await client.spaces.get({ spaceId }, { signal });
      return deletedAt === undefined ? JSON.stringify([revision, title, editMode]) : missing;
    },
    parts: async (context) => pageLooks(await readTree({ space: spaceId, changeRequest: undefined }, context)),
  };
}

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

/** The text of a resource for a page of a space or change request. */
async function readPage(content: Content, idOrPath: string, context: ResourceContext): Promise<string> {
  const page = await readContentPage(content, idOrPath, context);
  const path = page.path === undefined ? "" : `, path ${quoted(page.path)}`;
  const draft = content.changeRequest === undefined ? "" : ` as it is in change request #${content.changeRequest}`;
  const head = `Page ${page.id} of space ${content.space}${path}${draft}.`;
  const continuation = "The page continues: read_page reads the rest.";
  return `${head}\n${context.present(toBody(content, page), { title: page.title, continuation })}`;
}

/** Groups and links have no body: their children are shown instead. */
function toBody(content: Content, page: Page): string {
  if (page.markdown !== undefined) return page.markdown;
  const children = (page.pages ?? []).map(({ id, title }) => `- ${linkTo(title, contentPageUri(content, id))}`);
  return [`# ${oneLine(page.title)}`, "", ...children].join("\n");
}

export const changeRequests = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}/change-requests/{number}",
    name: "change_request",
    title: "Change request",
    description: "What a change request changes: its pages, with a diff of each text",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.7 },
  },
  read: ({ space, number }, context) => readChangeRequest(space, number, context),
  source: ({ space, number }) => changeRequestSource(space, number),
  choices: { space: spaceChoice, number: changeRequestChoice },
});

async function readChangeRequest(space: string, number: string, context: ResourceContext): Promise<string> {
  const { client, signal, tools, answerTokens } = context;
  const { id } = await client.changeRequests.get({ spaceId: space, changeRequestId: number }, { signal });
  const call = { tool: "show_changes", arguments: { space, change_request: number } };
  return toolText(call, answerTokens, (tokens) => tools.showChanges(space, id, tokens));
}

/** A change request, with every page of its content as a part. */
function changeRequestSource(space: string, number: string): Source {
  const names = { spaceId: space, changeRequestId: number };
  return {
    key: `change request ${space} ${number}`,
    async look({ client, signal }) {
      const found = await client.changeRequests.get(names, { signal });
      const { revision, status, subject, outdated, description } = found;
      return JSON.stringify([revision, status, subject, outdated, description]);
    },
    parts: async (context) => pageLooks(await readTree({ space, changeRequest: number }, context)),
  };
}

/** Pages as a change request has them. */
export const draftPages = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}/change-requests/{number}/pages/{page}",
    name: "page_in_change_request",
    title: "Page in a change request",
    description: "A page as Markdown, as it is in a change request, by its id or its path",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.6 },
  },
  read: ({ space, number, page }, context) => readPage({ space, changeRequest: number }, page, context),
  source: ({ space, number }) => changeRequestSource(space, number),
  part: ({ page }) => page,
  choices: { space: spaceChoice, number: changeRequestChoice, page: draftPageChoice },
});
