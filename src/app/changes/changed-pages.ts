import type { RichDocument } from "../../contract/models/document.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import type { Block } from "../../markdown/document/model.ts";
import { lookUp } from "../../resolve/reads.ts";
import { type Child, h } from "../../site/index.ts";
import {
  type Entry,
  getBaseRevision,
  nameByTitle,
  type PageTexts,
  PageTrees,
  readTexts,
  toEntries,
} from "../../tools/review/changes.ts";
import { deadLinks, lostSections } from "../../tools/review/consequences.ts";
import type { AppRequest } from "../app-request.ts";
import { type LoadedDraft, pageRoute } from "../content/content-frame.ts";
import { createDrawer } from "../content/draw-page.ts";
import { maxShownInView, type ShownDifference, showMarkdown, showRendered } from "../difference/show-difference.ts";
import { drawSkipped } from "../layout/list-portion.ts";
import { emptyNote, link } from "../layout/parts.ts";
import type { PageNotes } from "./checks.ts";
import { commentForm, drawThread, type Thread } from "./discussion.ts";
import { type Showing, type Shown, viewHref } from "./shown.ts";

/** Number of pages whose differences are shown at once; the next ones are listed with links. */
const maxDrawnPages = 20;

/** Number of pages listed after them: about 20 kB of markup. */
const maxListedPages = 100;

/** A change to a page or other object, with its difference. */
export interface ChangedPage {
  readonly entry: Entry;
  /** The content it removes, and its broken links. */
  readonly notes: readonly string[];
  readonly difference: ShownDifference;
}

/** Reads the changes of a change request and compares both versions of the pages to be shown. */
export async function loadChangedPages(
  request: AppRequest,
  draft: LoadedDraft,
  { found, threads }: { readonly found: SemanticChanges; readonly threads: readonly Thread[] },
  selection: Shown,
): Promise<Pick<ChangedPagesView, "skipped" | "shown" | "others">> {
  const { page, skip } = selection;
  const entries = toEntries(found, nameByTitle).filter((entry) => page === undefined || entry.page?.id === page);
  const pageTrees = new PageTrees(draft, request.tools);
  const shown: ChangedPage[] = [];
  let remaining = maxShownInView;
  // For one page, the skipped changes are those of its text.
  const start = page === undefined ? Math.min(skip, entries.length) : 0;
  for (const entry of entries.slice(start, start + maxDrawnPages)) {
    if (remaining <= 0) break;
    const texts = await readTexts(entry, draft, request.tools);
    const facts = await pageTrees.facts(entry, nameByTitle);
    const { before, after } = texts;
    const notes =
      after?.markdown === undefined
        ? []
        : [
            ...(before === undefined ? [] : await lostSections(before.markdown ?? "", after.markdown)),
            ...(await deadLinks(before, after, await pageTrees.after())),
          ];
    const subject = { texts, number: shown.length, threads, maxShown: remaining };
    const difference = await compare(request, draft, entry, selection, subject);
    remaining -= difference.size;
    shown.push({ entry: { ...entry, lines: [...entry.lines, ...facts] }, notes, difference });
  }
  return { skipped: start, shown, others: entries.slice(start + shown.length) };
}

export const listNotes = (pages: readonly ChangedPage[]): PageNotes[] =>
  pages.flatMap(({ entry, notes }) => (notes.length === 0 ? [] : [{ title: entry.page?.title ?? "", notes }]));

interface Subject {
  readonly texts: PageTexts;
  /** Position among the pages that are shown. */
  readonly number: number;
  readonly threads: readonly Thread[];
  readonly maxShown: number;
}

async function compare(
  request: AppRequest,
  draft: LoadedDraft,
  { page, text }: Entry,
  { showing, page: only, skip }: Shown,
  { texts, number, threads, maxShown }: Subject,
): Promise<ShownDifference> {
  const portion = {
    skip: only === undefined ? 0 : skip,
    maxShown,
    hrefAt: (at: number) => viewHref(request, draft.name, { showing, page: page?.id, skip: at }),
  };
  if (showing === "markdown" || page === undefined || texts.was === texts.is) {
    return showMarkdown(request, texts, portion);
  }
  const base = getBaseRevision(draft.changeRequest);
  const side = (revision: string, idPrefix: string, document: RichDocument | undefined) => ({
    document,
    drawer: (part: RichDocument) => createDrawer(request, { ...draft, revision }, part, idPrefix),
  });
  const read = async (revision: string) => {
    const names = { spaceId: draft.space.id, revisionId: revision, pageId: page.id } as const;
    const query = { ...names, format: "document", metadata: false } as const;
    return (await lookUp(request.client.revisions.getPage(query, { signal: request.tools.signal })))?.document;
  };
  return showRendered(
    request,
    {
      before: side(base, `b${number}-`, text === "new" ? undefined : await read(base)),
      after: side(draft.revision, `a${number}-`, await read(draft.revision)),
    },
    { ...portion, layout: showing, below: (block) => discussionOn(request, draft, page.id, block, threads) },
  );
}

export interface ChangedPagesView {
  /** Number of changes before those shown. */
  readonly skipped: number;
  readonly shown: readonly ChangedPage[];
  readonly others: readonly Entry[];
  readonly showing: Showing;
  /** Changes beyond the number that the service lists. */
  readonly unlisted: number;
}

export function drawChangedPages(request: AppRequest, draft: LoadedDraft, view: ChangedPagesView): Child {
  const { skipped, shown, others, showing, unlisted } = view;
  const hrefAt = (skip: number) => viewHref(request, draft.name, { showing, page: undefined, skip });
  if (shown.length === 0 && skipped === 0) return emptyNote("It changes nothing yet.");
  return [
    drawSkipped(skipped, hrefAt),
    shown.map((page, number) => drawChangedPage(request, draft, page, number)),
    others.length > 0 && [
      h("h3", {}, `${others.length} more`),
      h(
        "ul",
        {},
        others
          .slice(0, maxListedPages)
          .map(({ page, lines: [first = ""] }) =>
            h(
              "li",
              {},
              page === undefined
                ? first
                : [
                    link(viewHref(request, draft.name, { showing, page: page.id }), page.title),
                    h("small", {}, ` ${readVerb(first)}`),
                  ],
            ),
          ),
      ),
      h(
        "p",
        { class: "rest" },
        others.length > maxListedPages && `${others.length - maxListedPages} of them are not listed here: `,
        link(hrefAt(skipped + shown.length), "show the next changes"),
      ),
    ],
    unlisted > 0 &&
      h(
        "p",
        { class: "rest" },
        `${unlisted} more changes are not shown here: `,
        link(
          request.href(
            { kind: "view", organization: draft.name.organization, space: draft.space.id, view: "compare", path: "" },
            { from: getBaseRevision(draft.changeRequest), to: draft.revision },
          ),
          "list every page that is different",
        ),
      ),
  ];
}

function drawChangedPage(
  request: AppRequest,
  draft: LoadedDraft,
  { entry, notes, difference }: ChangedPage,
  number: number,
): Child {
  const { page, lines } = entry;
  const id = `change-${number + 1}`;
  const [first = "", ...facts] = lines;
  const isDeleted = page !== undefined && entry.types.has("page_deleted");
  const title =
    page === undefined ? first : isDeleted ? page.title : link(request.href(pageRoute(draft.name, page)), page.title);
  return h(
    "section",
    { class: "changed-page", "aria-labelledby": id },
    h("h3", { id }, title, page !== undefined && h("small", {}, ` ${readVerb(first)}`)),
    [...facts, ...notes].length > 0 &&
      h(
        "ul",
        { class: "facts" },
        [...facts, ...notes].map((line) => h("li", {}, line.trim())),
      ),
    difference.drawn,
  );
}

/** The second word of `Page edited: …` is the kind of change. */
const readVerb = (line: string) => /^Page ([^:]+):/.exec(line)?.[1] ?? "";

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
    pages.flatMap(({ entry, difference }) =>
      difference.blocks.flatMap(({ key }) => (key === undefined ? [] : `${entry.page?.id} ${key}`)),
    ),
  );
}
