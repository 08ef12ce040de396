import type { PageSummary } from "../../contract/models/page.ts";
import { hasAnchor, type PageAnchors, readingAnchors } from "../../markdown/page/anchors.ts";
import { candidatePaths, foldPath, isExternal, splitHref } from "../../markdown/page/link-paths.ts";
import { listingPageLinks } from "../../markdown/page/links.ts";
import { findSectionIn, listingSections, type Section } from "../../markdown/page/sections.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { quoted } from "../../present/wording.ts";
import { type DraftContent, readPageById } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { flattenTree } from "../../resolve/pages.ts";
import { closest } from "../../resolve/pick.ts";
import { advisory } from "../../resolve/reads.ts";

/** A page's text before and after a call. */
export interface TextChange {
  readonly page: { readonly id: string; readonly title: string };
  readonly before: string;
  readonly after: string;
}

/** The most links checked, pages whose anchors are read, and links named. */
const maxChecked = 500;

const maxPagesRead = 30;

const maxNamed = 8;

/**
 * Checks whether the links that a call wrote lead to existing pages, files and anchors: a line for each broken link,
 * with the nearest match, or one line for all. Links out of the space are not checked. Empty if there is no new
 * link, or if the check is not possible.
 */
export async function checkNewLinks(
  changes: readonly TextChange[],
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  const found: NewLink[] = [];
  for (const change of changes) for (const link of await newLinks(change, context)) found.push(link);
  const links = found.slice(0, maxChecked);
  if (links.length === 0) return [];
  const check = new LinkCheck(await LinkTargets.read(draft, context), changes, draft, context);
  const problems: string[] = [];
  for (const link of links) {
    const problem = await check.findProblem(link, problems.length < maxNamed);
    if (problem !== undefined) problems.push(problem);
  }
  const unchecked = found.length - links.length + check.unread;
  const rest = unchecked === 0 ? [] : [`New links not checked, as there are so many: ${unchecked}.`];
  if (problems.length === 0) return [`New links checked: ${found.length - unchecked}, none broken.`, ...rest];
  const more = problems.length - maxNamed;
  return [
    `New links that lead to nothing (${problems.length} of ${links.length}):`,
    ...problems.slice(0, maxNamed),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...rest,
  ];
}

interface NewLink {
  readonly href: string;
  readonly change: TextChange;
}

async function newLinks(change: TextChange, { signal }: ToolContext): Promise<NewLink[]> {
  const timeSlices = new TimeSlices(signal);
  const previousHrefs = new Set((await timeSlices.run(listingPageLinks(change.before))).map(({ href }) => href));
  const hrefs = (await timeSlices.run(listingPageLinks(change.after))).flatMap(({ href, kind, relation }) =>
    kind === "path" && relation === "reference" && !previousHrefs.has(href) && !isExternal(href) ? [href] : [],
  );
  const own = preservedAnchorHrefs(change.after);
  return [...new Set(hrefs)].filter((href) => !own.has(href)).map((href) => ({ href, change }));
}

/** Addresses of the tags that keep an anchor, each of which links to itself. */
const preservedAnchorHrefs = (markdown: string): ReadonlySet<string> =>
  new Set(Array.from(markdown.matchAll(/<a href="(#([^"<>]{1,1000}))" id="\2"><\/a>/g), ([, href = ""]) => href));

/** Where a link is written. */
export type LinkSource = Pick<PageSummary, "path" | "git">;

/** Finds the pages that links of a change request's content lead to: by id, source path or path in the tree. */
export class LinkTargets {
  readonly pages: readonly PageSummary[];
  readonly #byId: ReadonlyMap<string, PageSummary>;
  readonly #byPath = new Map<string, PageSummary>();

  constructor(tree: readonly PageSummary[]) {
    this.pages = flattenTree(tree).map(({ page }) => page);
    this.#byId = new Map(this.pages.map((page) => [page.id, page]));
    for (const page of this.pages) if (page.path !== undefined) this.#byPath.set(foldPath(page.path), page);
    // A source path comes before a path in the tree.
    for (const page of this.pages) if (page.git?.path !== undefined) this.#byPath.set(foldPath(page.git.path), page);
  }

  static async read({ space, changeRequest }: DraftContent, { client, signal }: ToolContext): Promise<LinkTargets> {
    const names = { spaceId: space.id, changeRequestId: changeRequest.id };
    const { pages } = await client.changeRequestContent.pages(names, { signal });
    return new LinkTargets(pages);
  }

  byId(id: string): PageSummary | undefined {
    return this.#byId.get(id);
  }

  /** Where an address on a page may lead, most likely first. */
  paths(from: LinkSource | undefined, href: string): string[] {
    return candidatePaths({ source: from?.git?.path, path: from?.path ?? "" }, href);
  }

  /** The page that an address on another page leads to; undefined if there is none. */
  find(from: LinkSource | undefined, href: string): PageSummary | undefined {
    const id = /^\/pages\/([a-zA-Z0-9_-]+)$/.exec(splitHref(href).path)?.[1] ?? "";
    return (
      this.#byId.get(id) ??
      this.paths(from, href)
        .map((path) => this.#byPath.get(foldPath(path)))
        .find((page) => page !== undefined)
    );
  }
}

class LinkCheck {
  /** Links to anchors of pages that were not read because of the limit. */
  unread = 0;
  readonly #targets: LinkTargets;
  readonly #texts: Map<string, string | undefined>;
  /** Anchors of the pages that links name an anchor of. */
  readonly #parsedPages = new Map<string, { readonly anchors: PageAnchors; readonly sections: readonly Section[] }>();
  readonly #draft: DraftContent;
  readonly #context: ToolContext;
  #remainingReads = maxPagesRead;
  #files: Promise<Files | undefined> | undefined;

  constructor(targets: LinkTargets, changes: readonly TextChange[], draft: DraftContent, context: ToolContext) {
    this.#targets = targets;
    this.#texts = new Map(changes.map(({ page, after }) => [page.id, after]));
    this.#draft = draft;
    this.#context = context;
  }

  /** `isNamed` adds the nearest match, at a cost that grows with the page or the tree. */
  async findProblem({ href, change }: NewLink, isNamed: boolean): Promise<string | undefined> {
    const { path, anchor } = splitHref(href);
    const shown = `- ${quoted(href, 200)} on ${quoted(change.page.title)}`;
    if (path === "") return this.#anchorProblem(shown, change.page, { address: "", anchor, isNamed });
    const from = this.#targets.byId(change.page.id);
    // A path outside the tree, such as a reusable content's, may be anywhere.
    if (from === undefined && !path.startsWith("/")) return undefined;
    const target = this.#targets.find(from, href);
    if (target !== undefined) {
      return this.#anchorProblem(shown, target, { address: href.split("#", 1)[0] ?? "", anchor, isNamed });
    }
    if (/^\/(?:spaces|collections|users)\/[^/]+$/.test(path)) return undefined;
    const paths = this.#targets.paths(from, href);
    const isFile = await this.#isFile(path, paths);
    if (isFile !== false) return undefined;
    return `${shown}: there is no such page or file.${isNamed ? this.#nearest(paths[0] ?? path) : ""}`;
  }

  async #anchorProblem(
    shown: string,
    page: { readonly id: string; readonly title: string },
    { address, anchor, isNamed }: { address: string; anchor: string | undefined; isNamed: boolean },
  ): Promise<string | undefined> {
    if (anchor === undefined || anchor === "") return undefined;
    const text = await this.#findText(page.id);
    if (text === undefined) return undefined;
    const { anchors, sections } = await this.#parsePage(page.id, text);
    if (hasAnchor(anchors, anchor)) return undefined;
    const near = isNamed ? nearestAnchor(sections, anchor) : undefined;
    const offer = near === undefined ? "" : ` The nearest is ${quoted(`${address}#${near}`, 200)}.`;
    return `${shown}: page ${quoted(page.title)} has no heading or anchor of that name.${offer}`;
  }

  async #findText(id: string): Promise<string | undefined> {
    if (this.#texts.has(id)) return this.#texts.get(id);
    if (this.#remainingReads === 0) {
      this.unread += 1;
      return undefined;
    }
    this.#remainingReads -= 1;
    this.#texts.set(id, (await readPageById(this.#draft, id, this.#context))?.markdown);
    return this.#texts.get(id);
  }

  async #parsePage(id: string, text: string) {
    const known = this.#parsedPages.get(id);
    if (known !== undefined) return known;
    const timeSlices = new TimeSlices(this.#context.signal);
    const anchors = await timeSlices.run(readingAnchors(text));
    const parsed = { anchors, sections: await timeSlices.run(listingSections(text)) };
    this.#parsedPages.set(id, parsed);
    return parsed;
  }

  /** Undefined if it is not known. */
  async #isFile(path: string, paths: readonly string[]): Promise<boolean | undefined> {
    this.#files ??= readFiles(this.#draft, this.#context);
    const files = await this.#files;
    if (files === undefined) return undefined;
    const id = /^\/files\/([a-zA-Z0-9_-]+)$/.exec(path)?.[1];
    return (id !== undefined && files.ids.has(id)) || paths.some((lead) => files.paths.has(lead.toLowerCase()));
  }

  #nearest(path: string): string {
    const candidates = this.#targets.pages.map(({ id, title, path: qualifier }) => ({ id, title, qualifier }));
    const last = foldPath(path).split("/").at(-1) ?? "";
    const [near] = [...closest(foldPath(path), candidates), ...closest(last, candidates)];
    if (near === undefined) return "";
    return ` The nearest page is ${quoted(near.title)} (path ${quoted(near.qualifier ?? "")}): write "/pages/${near.id}".`;
  }
}

interface Files {
  readonly ids: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

/** The files of the content; undefined if they do not fit one answer or the service omits their paths. */
async function readFiles(
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<Files | undefined> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: 1000 };
  const list = await advisory(client.changeRequestContent.files(names, { signal }));
  if (list === undefined || list.next !== undefined || list.items.some(({ git }) => git?.path === undefined))
    return undefined;
  return {
    ids: new Set(list.items.map(({ id }) => id)),
    paths: new Set(list.items.map(({ git }) => (git?.path ?? "").toLowerCase())),
  };
}

function nearestAnchor(sections: readonly Section[], anchor: string): string | undefined {
  const found = findSectionIn(sections, anchor.replace(/-+/g, " "));
  if ("found" in found) return found.found.anchor;
  if ("ambiguous" in found) return found.ambiguous[0]?.anchor;
  return found.candidates[0]?.anchor;
}
