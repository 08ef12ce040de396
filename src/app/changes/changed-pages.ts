import type { Page } from "../../contract/models/page.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { inGroups, lookUp } from "../../desk/reads.ts";
import type { Block } from "../../markdown/document/model.ts";
import { type Child, drawDifference, h } from "../../site/index.ts";
import { baseOf, type Entry, entriesOf, nameByTitle, PagePlaces, textOf } from "../../tools/review/changes.ts";
import { deadLinks, lostSections } from "../../tools/review/consequences.ts";
import type { AppRequest } from "../app-request.ts";
import { type LoadedDraft, pagePlace } from "../content/content-frame.ts";
import { type Draw, drawerOf, typedDocument } from "../content/draw-page.ts";
import { drawMarkdownDiff } from "../difference/draw-markdown.ts";
import { link, nothing } from "../layout/parts.ts";
import type { PageNotes } from "./checks.ts";
import { commentForm, drawThread, type Thread } from "./discussion.ts";
import { addressOf, type Showing, type Shown } from "./shown.ts";

/** Number of pages whose differences are shown at once; others are listed with links. */
const mostDrawn = 20;

/** A change to a page or other object, ready to render. */
export interface ChangedPage {
  readonly entry: Entry;
  readonly diff: readonly string[];
  /** The content it removes, and its broken links. */
  readonly notes: readonly string[];
  readonly versions: { readonly before: Version; readonly after: Version } | undefined;
}

interface Version {
  readonly blocks: readonly Block[];
  readonly draw: Draw;
}

/** Reads the changes of a change request: both versions of each page to be shown. */
export async function loadChangedPages(
  request: AppRequest,
  draft: LoadedDraft,
  found: SemanticChanges,
  { page, showing }: Shown,
): Promise<{ shown: ChangedPage[]; others: readonly Entry[] }> {
  const entries = entriesOf(found, nameByTitle).filter((entry) => page === undefined || entry.page?.id === page);
  const places = new PagePlaces(draft, request.tools);
  const numbered = entries.slice(0, mostDrawn).map((entry, number) => ({ entry, number }));
  const shown = await inGroups(numbered, async ({ entry, number }): Promise<ChangedPage> => {
    const text = await textOf(entry, draft, request.tools);
    const facts = await places.facts(entry, nameByTitle);
    const { before, after } = text;
    const notes =
      after?.markdown === undefined
        ? []
        : [
            ...(before === undefined ? [] : await lostSections(before.markdown ?? "", after.markdown)),
            ...(await deadLinks(before, after, await places.after())),
          ];
    const versions =
      showing === "markdown" || text.diff.length === 0 ? undefined : await loadVersions(request, draft, entry, number);
    return { entry: { ...entry, lines: [...entry.lines, ...facts] }, diff: text.diff, notes, versions };
  });
  return { shown, others: entries.slice(mostDrawn) };
}

export const notesOf = (pages: readonly ChangedPage[]): PageNotes[] =>
  pages.flatMap(({ entry, notes }) => (notes.length === 0 ? [] : [{ title: entry.page?.title ?? "", notes }]));

async function loadVersions(
  request: AppRequest,
  draft: LoadedDraft,
  { page, text }: Entry,
  number: number,
): Promise<ChangedPage["versions"]> {
  if (page === undefined) return undefined;
  const { changeRequest } = draft;
  const read = (revisionId: string) =>
    lookUp(
      request.client.revisions.getPage({
        spaceId: draft.space.id,
        revisionId,
        pageId: page.id,
        format: "document",
        metadata: false,
      }),
    );
  const base = baseOf(changeRequest);
  const [before, after] = await Promise.all([text === "new" ? undefined : read(base), read(draft.revision)]);
  return {
    before: await versionOf(request, draft, before, base, `b${number}-`),
    after: await versionOf(request, draft, after, draft.revision, `a${number}-`),
  };
}

async function versionOf(
  request: AppRequest,
  draft: LoadedDraft,
  page: Page | undefined,
  revision: string,
  idPrefix: string,
): Promise<Version> {
  const { document } = page ?? {};
  if (document === undefined) return { blocks: [], draw: await emptyDrawer(request, draft) };
  const draw = await drawerOf(request, { ...draft, revision }, document, idPrefix);
  return { blocks: typedDocument(document).nodes, draw };
}

const emptyDrawer = (request: AppRequest, draft: LoadedDraft): Promise<Draw> =>
  drawerOf(request, draft, { object: "document", data: { schemaVersion: 1 }, nodes: [] });

export interface ChangedPagesView {
  readonly shown: readonly ChangedPage[];
  readonly others: readonly Entry[];
  readonly showing: Showing;
  readonly threads: readonly Thread[];
}

export function drawChangedPages(request: AppRequest, draft: LoadedDraft, view: ChangedPagesView): Child {
  const { shown, others, showing } = view;
  if (shown.length === 0) return nothing("It changes nothing yet.");
  return [
    shown.map((page, number) => drawChangedPage(request, draft, view, page, number)),
    others.length > 0 && [
      h("h3", {}, `${others.length} more`),
      h(
        "ul",
        {},
        others.map(({ page, lines: [first = ""] }) =>
          h(
            "li",
            {},
            page === undefined
              ? first
              : [
                  link(addressOf(request, draft.name, { showing, page: page.id }), page.title),
                  h("small", {}, ` ${verbOf(first)}`),
                ],
          ),
        ),
      ),
    ],
  ];
}

function drawChangedPage(
  request: AppRequest,
  draft: LoadedDraft,
  { showing, threads }: ChangedPagesView,
  { entry, diff, notes, versions }: ChangedPage,
  number: number,
): Child {
  const { page, lines } = entry;
  const id = `change-${number + 1}`;
  const [first = "", ...facts] = lines;
  const isGone = page !== undefined && entry.types.has("page_deleted");
  const title =
    page === undefined ? first : isGone ? page.title : link(request.href(pagePlace(draft.name, page)), page.title);
  return h(
    "section",
    { class: "changed-page", "aria-labelledby": id },
    h("h3", { id }, title, page !== undefined && h("small", {}, ` ${verbOf(first)}`)),
    [...facts, ...notes].length > 0 &&
      h(
        "ul",
        { class: "facts" },
        [...facts, ...notes].map((line) => h("li", {}, line.trim())),
      ),
    versions === undefined || showing === "markdown"
      ? diff.length > 0 && drawMarkdownDiff(diff)
      : drawDifference({
          before: versions.before.blocks,
          after: versions.after.blocks,
          drawBefore: versions.before.draw,
          drawAfter: versions.after.draw,
          layout: showing,
          folds: true,
          below: (block) => page && discussionOn(request, draft, page.id, block, threads),
        }),
  );
}

/** The second word of `Page edited: …` is the kind of change. */
const verbOf = (line: string) => /^Page ([^:]+):/.exec(line)?.[1] ?? "";

function discussionOn(
  request: AppRequest,
  draft: LoadedDraft,
  page: string,
  { key }: Block,
  threads: readonly Thread[],
): Child {
  if (key === undefined) return undefined;
  const about = threads.filter((thread) => thread.page === page && thread.node === key);
  return [
    about.map((thread) => drawThread(request, draft, thread)),
    draft.space.permissions.comment &&
      h(
        "details",
        { class: "write" },
        h("summary", {}, "Comment"),
        commentForm(request, draft, { page, node: key }, "Comment on this passage"),
      ),
  ];
}

/** Keys of the rendered blocks, by page: comments on them are shown there and nowhere else. */
export function drawnBlocks(pages: readonly ChangedPage[]): ReadonlySet<string> {
  return new Set(
    pages.flatMap(({ entry, versions }) =>
      (versions?.after.blocks ?? []).flatMap(({ key }) => (key === undefined ? [] : `${entry.page?.id} ${key}`)),
    ),
  );
}
