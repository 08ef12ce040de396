import type { PageSummary } from "../../contract/models/page.ts";
import { isExternal, readHref } from "../../text/link-paths.ts";
import { type Content, readSourceTree } from "../resolve/content.ts";
import { readLink } from "../resolve/link.ts";
import { LinkTargets } from "../resolve/link-targets.ts";
import type { ToolContext } from "../tool.ts";

/** A page of a content that somebody looks for by its address. */
export interface AddressedPage {
  readonly page: PageSummary;
  isLinkedBy(from: PageSummary, href: string): boolean;
}

/**
 * The page that a text is an address of, as links have it; undefined for any other text. A source file may have a link
 * as a relative path where the address names the page by its id.
 */
export async function addressedPage(
  text: string,
  content: Content,
  context: ToolContext,
): Promise<AddressedPage | undefined> {
  const address = addressIn(text, content);
  if (address === undefined) return undefined;
  const targets = new LinkTargets(await readSourceTree(content, context));
  const { anchor } = readHref(text);
  const page = targets.find(undefined, address);
  if (page === undefined) return undefined;
  return {
    page,
    isLinkedBy: (from, href) =>
      (anchor === undefined || readHref(href).anchor === anchor) &&
      targets.find(targets.byId(from.id), href)?.id === page.id,
  };
}

/** Without what leads up from the page that it stands on; undefined for what is no address. */
function addressIn(text: string, { space }: Content): string | undefined {
  const link = readLink(text);
  if (link !== undefined)
    return link.space === space.id && link.page !== undefined ? `/${idPath(link.page)}` : undefined;
  if (/\s/.test(text) || isExternal(text) || !/\/|\.mdx?(?:#|$)/i.test(text)) return undefined;
  return text.replace(/^(?:\.{1,2}\/)+/, "").replace(/^pages\//, "/pages/");
}

const idPath = (page: string): string => (page.includes("/") ? page : `pages/${page}`);
