import type { GitBlob } from "../../contract/models/git.ts";
import type { Page, PageSummary } from "../../contract/models/page.ts";
import type { ReusableContent } from "../../contract/models/reusable-content.ts";
import { groupByParent } from "../content/page-tree.ts";
import type { CoverRecord, FileRecord, PageRecord } from "../content/records.ts";
import { bodyOfReusable, titleOfReusable } from "../content/reusable-contents.ts";

/** How a page's members are shown: where its links lead, and what Git calls its file. */
export interface PageView {
  /** Prefix of the page's address in the web application. */
  readonly app: string;
  /** What Git calls their files, by path; undefined where Git metadata is not wanted. */
  readonly git?: ReadonlyMap<string, GitBlob> | undefined;
  /** Pages that ask for computed ones, by id: those that were computed say of what. */
  readonly asking?: ReadonlyMap<string, PageRecord>;
  /** Ids of files by their path, for the covers that are files of the space. */
  readonly files?: ReadonlyMap<string, string>;
}

const usualLayout: NonNullable<PageSummary["layout"]> = {
  width: "default",
  cover: true,
  coverSize: "hero",
  coverMask: "none",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
};

const olderTypeNames = { document: "sheet", group: "group", link: "link" } as const;

/** The pages whose parent is `top` with all below them, siblings in order; `prefix` is the path of `top` and a slash. */
export function presentTree(
  pages: readonly PageRecord[],
  view: PageView,
  top: string | null = null,
  prefix = "",
): PageSummary[] {
  const groups = groupByParent(pages);
  const presentUnder = (parent: string | null, start: string): PageSummary[] =>
    (groups.get(parent) ?? []).map((page) => {
      const path = start + page.slug;
      return presentPage(page, path, presentUnder(page.id, `${path}/`), view);
    });
  return presentUnder(top, prefix);
}

export function presentPage(page: PageRecord, path: string, pages: PageSummary[], view: PageView): Page {
  return {
    id: page.id,
    title: page.title,
    ...(page.type === "computed" ? {} : { kind: olderTypeNames[page.type] }),
    type: page.type,
    ...defined({
      linkTitle: page.linkTitle,
      emoji: page.emoji,
      icon: page.icon,
      description: page.description,
      condition: page.condition,
      hidden: page.hidden,
      noIndex: page.noIndex,
      noRobotsIndex: page.noRobotsIndex,
    }),
    createdAt: page.createdAt,
    updatedAt: page.updatedAt,
    slug: page.slug,
    path,
    urls: { app: `${view.app}/${path}` },
    ...(page.type === "link" ? { target: { kind: "url" as const, url: page.target ?? "" } } : {}),
    // The API gives links no pages, but a table of contents may nest them there.
    ...(page.type !== "link" || pages.length > 0 ? { pages } : {}),
    ...(page.type === "document" ? { layout: { ...usualLayout, ...page.layout }, tags: [] } : {}),
    ...(page.cover === undefined ? {} : { cover: presentCover(page.cover, view) }),
    ...presentComputed(page, view),
    ...(page.variables === undefined ? {} : { variables: page.variables }),
    ...defined({ git: page.source === undefined ? undefined : view.git?.get(page.source) }),
  };
}

/** A page to be computed says what it asks for; a page that was computed, what of that it shows. */
function presentComputed(page: PageRecord, { asking }: PageView): Pick<Page, "computed" | "computedSeed"> {
  const { computed: asked } = (page.part === undefined ? page : asking?.get(page.part.of)) ?? {};
  if (asked === undefined) return {};
  const props = page.part?.props ?? { doc: "info", page: page.title };
  const computed = page.type === "computed" ? asked.source : { ...asked.source, props };
  return { computed, computedSeed: asked.seed };
}

function presentCover({ ref, refDark, yPos = 0, height }: CoverRecord, { files }: PageView): Page["cover"] {
  const picture = (path: string) => {
    const file = files?.get(path);
    return file === undefined ? { kind: "url" as const, url: path } : { kind: "file" as const, file };
  };
  return {
    ref: picture(ref),
    ...(refDark === undefined ? {} : { refDark: picture(refDark) }),
    yPos,
    ...(height === undefined ? {} : { height }),
  };
}

function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]: Exclude<Members[Name], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Name in keyof Members]: Exclude<Members[Name], undefined> };
}

/** A reusable content without its body; `text` is that of its file, and `git` what Git calls it where that is wanted. */
export function presentReusable(file: FileRecord, text: string, git: GitBlob | undefined): ReusableContent {
  return {
    id: file.id,
    title: titleOfReusable(text, file),
    ...(git === undefined ? {} : { git }),
    ...(bodyOfReusable(text) === "" ? {} : { document: file.content }),
  };
}
