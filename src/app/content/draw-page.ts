import type { ContentName } from "../../contract/app-addresses.ts";
import type { RichDocument } from "../../contract/models/document.ts";
import type { File } from "../../contract/models/file.ts";
import type { PageSummary } from "../../contract/models/page.ts";
import type { Block, ContentReference } from "../../markdown/document/model.ts";
import { isExternal } from "../../markdown/page/link-paths.ts";
import { drawerFor, type Html, referencesIn } from "../../site/index.ts";
import type { Resolve, Target } from "../../site/view.ts";
import type { AppRequest } from "../app-request.ts";
import { pageRoute, pagesById } from "./content-frame.ts";

/** A body to render: the content its links point into, and the revision of its files. */
export interface DrawnContent {
  readonly name: ContentName;
  readonly space: { readonly id: string };
  readonly revision: string;
  readonly pages: readonly PageSummary[];
}

export type Draw = (blocks: readonly Block[]) => Html;

/** Renders document blocks as readers see them. `idPrefix` keeps ids of several documents on one page apart. */
export async function createDrawer(
  request: AppRequest,
  content: DrawnContent,
  document: RichDocument,
  idPrefix?: string,
): Promise<Draw> {
  const typed = typedDocument(document);
  const resolve = await createResolver(request, content, typed.references);
  const basePath = `${request.href({ kind: "view", ...content.name, view: "search", path: "" })}/`;
  return drawerFor(typed, { resolve, basePath, ...(idPrefix === undefined ? {} : { idPrefix }) });
}

interface TypedDocument {
  readonly nodes: Block[];
  readonly references: readonly ContentReference[];
}

/** The same shape: the contract leaves block types open, while the text layer lists them. */
export function typedDocument(document: RichDocument): TypedDocument {
  const typed = document as object as Parameters<typeof referencesIn>[0];
  return { nodes: typed.nodes, references: referencesIn(typed) };
}

async function createResolver(
  request: AppRequest,
  { name, space, revision, pages }: DrawnContent,
  references: readonly ContentReference[],
): Promise<Resolve> {
  const byId = pagesById(pages);
  const hasFiles = references.some(({ kind }) => kind === "file");
  const files = hasFiles ? await loadFiles(request, space.id, revision) : new Map<string, File>();
  const pageTarget = (id: string | undefined, anchor: string | undefined): Target | undefined => {
    if (id === undefined) return anchor === undefined ? undefined : { href: `#${anchor}` };
    const page = byId.get(id);
    if (page === undefined) return undefined;
    const fragment = anchor === undefined || anchor === "" ? "" : `#${encodeURIComponent(anchor)}`;
    return {
      href: request.href(pageRoute(name, page)) + fragment,
      title: page.title,
      description: page.description,
    };
  };
  return (reference) => {
    switch (reference.kind) {
      case "url":
        return isExternal(reference.url) ? { href: reference.url } : undefined;
      case "page":
        return pageTarget(reference.page, undefined);
      case "anchor":
        return pageTarget(reference.page, reference.anchor);
      case "file": {
        const file = files.get(reference.file);
        return (
          file && { href: sameOrigin(request, file.downloadURL), title: file.name, size: file.size, ...file.dimensions }
        );
      }
      case "space":
        return { href: request.href({ kind: "content", organization: name.organization, space: reference.space }) };
      default:
        return undefined;
    }
  };
}

/** Files are on this server, under whatever name the client uses. */
function sameOrigin({ context }: AppRequest, address: string): string {
  const { pathname, search } = new URL(address);
  return context.addresses.path(pathname) + search;
}

/** Limit on files searched for the pictures of one page. */
const maxFiles = 5000;

async function loadFiles({ client }: AppRequest, spaceId: string, revisionId: string): Promise<Map<string, File>> {
  const found = new Map<string, File>();
  let page: string | undefined;
  do {
    const portion = await client.revisions.listFiles({
      spaceId,
      revisionId,
      limit: 1000,
      ...(page === undefined ? {} : { page }),
    });
    for (const file of portion.items) found.set(file.id, file);
    page = portion.next?.page;
  } while (page !== undefined && found.size < maxFiles);
  return found;
}
