import { isRecord } from "../../client/json.ts";
import type { ResolvedReference } from "../../contract/models/link.ts";
import type { Page } from "../../contract/models/page.ts";
import type { ReusableContent } from "../../contract/models/reusable-content.ts";
import { inGroups } from "../editing/in-groups.ts";
import { lookUpIfAllowed } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

/** Texts read for one answer. */
const mostRead = 50;
const mostNamed = 10;

/** What holds a link: a page, or a passage that several pages take in. */
export interface Holder {
  readonly id: string;
  /** How an answer names it. */
  readonly name: string;
  readonly isPage: boolean;
}

/** A place of a link, and the section of the page that it is in; empty above the first. */
export interface Place extends Holder {
  readonly anchor: string;
}

export interface HolderText {
  readonly markdown: string;
  readonly path: string;
  readonly source: string | undefined;
}

export interface LinkTexts {
  readonly byId: ReadonlyMap<string, HolderText>;
  /** Says which texts are missing; empty where none is. */
  readonly note: string;
}

/** Where a link stands; undefined for what has no text to read. */
export function placeOf(reference: ResolvedReference): Place | undefined {
  if (reference.kind === "page" && isRecord(reference.page)) {
    const { page, internalLocation } = reference;
    const anchor = internalLocation?.type === "anchor" ? internalLocation.anchor : "";
    return { id: page.id, name: page.path ?? page.id, isPage: true, anchor };
  }
  if (reference.kind === "reusable-content" && isRecord(reference.reusableContent)) {
    const { id, title } = reference.reusableContent;
    return { id, name: `reusable content ${title} (${id})`, isPage: false, anchor: "" };
  }
  return undefined;
}

/** The texts of what holds links, and of pages that are asked for besides. */
export async function readLinkTexts(
  holders: readonly Holder[],
  spaceId: string,
  { client, signal }: ToolContext,
): Promise<LinkTexts> {
  const wanted = [...new Map(holders.map((holder) => [holder.id, holder])).values()];
  const read = await inGroups(wanted.slice(0, mostRead), async ({ id, isPage }) => {
    return lookUpIfAllowed<Page | ReusableContent>(
      isPage
        ? client.pages.get({ spaceId, pageId: id, format: "markdown" }, { signal })
        : client.reusableContents.get({ spaceId, reusableContentId: id }, { signal }),
    );
  });
  const byId = new Map<string, HolderText>();
  for (const [at, found] of read.entries()) {
    const id = wanted[at]?.id ?? "";
    if (typeof found?.markdown !== "string") continue;
    const path = "path" in found && typeof found.path === "string" ? found.path : "";
    byId.set(id, { markdown: found.markdown, path, source: found.git?.path });
  }
  return { byId, note: missing(wanted.filter(({ id }) => !byId.has(id))) };
}

function missing(holders: readonly Holder[]): string {
  if (holders.length === 0) return "";
  const names = holders.slice(0, mostNamed).map(({ name }) => name);
  const more = holders.length > mostNamed ? ` and ${holders.length - mostNamed} more` : "";
  return `Not read, so that link texts and suggestions are missing: ${names.join(", ")}${more}. At most ${mostRead} texts are read for one answer.`;
}
