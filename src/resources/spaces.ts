import type { PageSummary } from "../contract/models/page.ts";
import { pageUri, type ResourceContext, type ResourceFamily, spaceUri, variablesOf } from "./resource.ts";

export const spaces: ResourceFamily = {
  template: {
    uriTemplate: "docs://spaces/{space}",
    name: "space",
    title: "Space",
    description: "A space's title and its tree of pages",
    mimeType: "text/markdown",
  },
  read(uri, context) {
    const [space] = variablesOf(uri, /^docs:\/\/spaces\/([^/?#]+)$/) ?? [];
    return space === undefined ? undefined : readSpace(space, context);
  },
};

async function readSpace(spaceId: string, { client, signal, present }: ResourceContext): Promise<string> {
  const [space, tree] = await Promise.all([
    client.spaces.get({ spaceId }, { signal }),
    client.pages.list({ spaceId }, { signal }),
  ]);
  const head = `Space ${space.id}, revision ${space.revision}, edit mode ${space.editMode ?? "live"}.`;
  const text = [`# ${oneLine(space.title)}`, "", ...treeLines(spaceId, tree.pages, "")].join("\n");
  return `${head}\n${present(text, { continuation: "The tree goes on: list_pages reads the rest." })}`;
}

function treeLines(space: string, pages: readonly PageSummary[], indent: string): string[] {
  return pages.flatMap((page) => [
    `${indent}- ${lineOf(space, page)}`,
    ...treeLines(space, page.pages ?? [], `${indent}  `),
  ]);
}

function lineOf(space: string, page: PageSummary): string {
  const title = oneLine(page.title).replace(/[[\]]/g, "\\$&");
  return page.type === "group" ? title : `[${title}](${pageUri(space, page.id)})`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: "text/markdown";
}

/** Where a list of spaces goes on. */
export interface SpaceCursor {
  readonly organization: string;
  readonly page?: string | undefined;
}

const mostListed = 100;

/** The spaces of every organization the caller belongs to, one portion at a time. */
export async function listSpaces(
  from: SpaceCursor | undefined,
  { client, signal }: ResourceContext,
): Promise<{ resources: ListedResource[]; next: SpaceCursor | undefined }> {
  const all = (await client.organizations.list({ limit: mostListed }, { signal })).items;
  // A guest is told the organization's name and refused everything in it.
  const organizations = all.filter(({ permissions }) => permissions?.view !== false).map(({ id }) => id);
  const start = from === undefined ? 0 : organizations.indexOf(from.organization);
  if (start < 0) return { resources: [], next: undefined };

  for (const [index, organization] of organizations.entries()) {
    if (index < start) continue;
    const page = organization === from?.organization ? from.page : undefined;
    const list = await client.spaces.list({ organizationId: organization, page, limit: mostListed }, { signal });
    const next = list.next === undefined ? startOf(organizations[index + 1]) : { organization, page: list.next.page };
    if (list.items.length === 0 && next !== undefined && next.organization !== organization) continue;
    return { resources: list.items.map(resourceOf), next };
  }
  return { resources: [], next: undefined };
}

const startOf = (organization: string | undefined): SpaceCursor | undefined =>
  organization === undefined ? undefined : { organization };

function resourceOf({ id, title }: { readonly id: string; readonly title: string }): ListedResource {
  return { uri: spaceUri(id), name: oneLine(title) || id, title: oneLine(title) || id, mimeType: "text/markdown" };
}
