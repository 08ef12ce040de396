import type { GitBlob } from "../../../contract/models/git.ts";
import type { Page, PageSummary } from "../../../contract/models/page.ts";
import type { ReusableContent } from "../../../contract/models/reusable-content.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { type MembersWhere, shownMembers } from "../../content/page-members.ts";
import { groupByParent } from "../../content/page-tree.ts";
import type { CoverRecord, FileRecord, PageRecord } from "../../content/records.ts";
import { bodyOfReusable, titleOfReusable } from "../../content/reusable-contents.ts";
import { definedMembers } from "../../kernel/defined-members.ts";

/** How to present a page's members: link targets and Git metadata. */
export interface PageView {
  /** Prefix of the page's address in the web application. */
  readonly app: string;
  /** Git metadata of files by path; undefined if not requested. */
  readonly git?: ReadonlyMap<string, GitBlob> | undefined;
  /** Pages that request computed pages, by id: computed pages refer to them. */
  readonly requestingPages?: ReadonlyMap<string, PageRecord>;
  /** Ids of files by path, for covers that are files of the space. */
  readonly files?: ReadonlyMap<string, string>;
}

const defaultLayout: NonNullable<PageSummary["layout"]> = {
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

/**
 * The pages whose parent is `top` with their descendants, siblings in order; `prefix` is the path of `top` and a slash.
 */
export async function presentTree(
  pages: readonly PageRecord[],
  view: PageView,
  top: string | null = null,
  prefix = "",
): Promise<PageSummary[]> {
  const timeSlices = new TimeSlices();
  const groups = groupByParent(pages);
  const tree: PageSummary[] = [];
  const steps: { page: PageRecord; path: string; below: PageSummary[]; siblings: PageSummary[] }[] = [];
  const open = [{ parent: top, start: prefix, below: tree }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    await timeSlices.yieldIfDue();
    for (const page of groups.get(level.parent) ?? []) {
      const step = { page, path: level.start + page.slug, below: [], siblings: level.below };
      steps.push(step);
      if (groups.has(page.id)) open.push({ parent: page.id, start: `${step.path}/`, below: step.below });
    }
  }
  // A page comes after those below it, so the steps go backwards and each list is reversed.
  for (const { page, path, below, siblings } of steps.reverse()) {
    await timeSlices.yieldIfDue();
    siblings.push(presentPage(page, path, below.reverse(), view));
  }
  return tree.reverse();
}

/** How to present the members that are not presented unchanged. */
const presentMember: {
  readonly [Member in MembersWhere<"view", "derived">]: (page: PageRecord, view: PageView) => Partial<Page> | undefined;
} = {
  source: ({ source }, { git }) => definedMembers({ git: source === undefined ? undefined : git?.get(source) }),
  type: ({ type }) => ({ ...(type === "computed" ? {} : { kind: olderTypeNames[type] }), type }),
  target: ({ type, target }) => (type === "link" ? { target: { kind: "url", url: target ?? "" } } : undefined),
  computed: presentComputed,
  /** Presented with the member it is part of. */
  part: () => undefined,
  layout: ({ type, layout }) =>
    type === "document" ? { layout: { ...defaultLayout, ...layout }, tags: [] } : undefined,
  cover: ({ cover }, view) => (cover === undefined ? undefined : { cover: presentCover(cover, view) }),
};

const presenters = Object.values(presentMember);

export function presentPage(page: PageRecord, path: string, pages: PageSummary[], view: PageView): Page {
  const shown = Object.fromEntries(shownMembers.map((member) => [member, page[member]])) as ShownMembers;
  const derived: Partial<Page> = {};
  for (const present of presenters) Object.assign(derived, present(page, view));
  return {
    ...definedMembers(shown),
    type: page.type,
    path,
    urls: { app: `${view.app}/${path}` },
    // The API has no pages below links, but a table of contents may nest them there.
    ...(page.type !== "link" || pages.length > 0 ? { pages } : {}),
    ...derived,
  };
}

type ShownMembers = Pick<PageRecord, (typeof shownMembers)[number]>;

/** A page that requests computed pages says what it requests; a computed page says which part of that it shows. */
function presentComputed(page: PageRecord, { requestingPages }: PageView): Pick<Page, "computed" | "computedSeed"> {
  const { computed: request } = (page.part === undefined ? page : requestingPages?.get(page.part.of)) ?? {};
  if (request === undefined) return {};
  const props = page.part?.props ?? { doc: "info", page: page.title };
  const computed = page.type === "computed" ? request.source : { ...request.source, props };
  return { computed, computedSeed: request.seed };
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

/** A reusable content without its body. `text` is the text of its file; `git` is its Git metadata, if requested. */
export function presentReusable(file: FileRecord, text: string, git: GitBlob | undefined): ReusableContent {
  return {
    id: file.id,
    title: titleOfReusable(text, file),
    ...(git === undefined ? {} : { git }),
    ...(bodyOfReusable(text) === "" ? {} : { document: file.content }),
  };
}
