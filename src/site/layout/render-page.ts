import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { getSummary, pageFacts } from "../agents/page-facts.ts";
import { comparingBodies, drawingDifference } from "../difference/draw-difference.ts";
import { loadFormulas, renderSource } from "../formula.ts";
import { type Child, type Html, h, join } from "../html.ts";
import { type IconDrawer, type IconPack, iconDrawer } from "../icons/icon-pack.ts";
import { markdownHref, socialPicturePath } from "../page-address.ts";
import { type PageDrawers, pageSetting } from "../page-setting.ts";
import { drawIcon } from "../theme/icons.ts";
import { hasSocialPicture } from "../theme/social-picture.ts";
import type { OutlineEntry, PageView, SiteView, TocEntry } from "../view.ts";
import { dateText, getWords } from "../words/words.ts";
import { frameHasIcons } from "./accounts.ts";
import { frame } from "./frame.ts";
import { outline, tableOfContents, updatedText } from "./toc.ts";

/** What is loaded only for pages that need it. */
export interface Drawers {
  /** Renders diagrams; those that cannot be drawn are shown as code. */
  drawDiagrams(sources: readonly string[]): Promise<ReadonlyMap<string, string>>;
  loadIcons(): Promise<IconPack>;
  /** Aborting it ends the work. */
  readonly signal?: AbortSignal;
}

export async function renderPage(site: SiteView, page: PageView, drawers: Drawers): Promise<string> {
  const { customization } = site;
  const words = getWords(customization.internationalization.locale);
  const { body, headings, icon } = await drawBody(site, page, drawers);
  const { layout = {} } = page;
  const hasOutline = layout.outline !== false && headings.length > 1;
  return frame(site, {
    head: {
      title: page.title,
      description: getSummary(page),
      canonical: page.canonical,
      markdown: site.agents && markdownHref(page.href),
      alternates: page.alternates,
      isUnlisted: page.isUnlisted,
      picture: hasSocialPicture(page.title) ? new URL(socialPicturePath(site, page.id), site.origin).href : undefined,
      facts: pageFacts(site, page),
    },
    toc:
      layout.tableOfContents !== false &&
      page.toc.length > 0 &&
      tableOfContents(page.toc, words, { style: customization.styling.sidebar.list, icon }),
    outline: hasOutline && outline(headings, words),
    isWide: layout.width === "wide",
    icon,
    main: [
      layout.cover !== false && cover(page),
      h(
        "article",
        {},
        breadcrumbs(page),
        h(
          "h1",
          layout.title === false ? { class: "hidden-title" } : {},
          page.emoji !== undefined && `${page.emoji} `,
          page.emoji === undefined && page.icon !== undefined && [icon(page.icon), " "],
          changedText(page.earlier?.title, page.title),
        ),
        layout.description !== false && description(page),
        layout.actions !== false && actions(site, page),
        h("div", { class: "content" }, body, below(page)),
      ),
      h(
        "div",
        { class: "after" },
        layout.metadata !== false &&
          page.updatedAt !== undefined &&
          h("p", { class: "small" }, updatedText(dateText(page.updatedAt, words.language), words)),
        feedback(site, page),
        layout.pagination !== false && customization.pagination.enabled && pager(site, page),
      ),
    ],
  });
}

/** Rendered again if it contains formulas, diagrams or icons; icons outside the content do not count. */
async function drawBody(
  site: SiteView,
  page: PageView,
  drawers: Drawers,
): Promise<{ body: Html; headings: OutlineEntry[]; icon: IconDrawer }> {
  const { earlier, document } = page;
  const timeSlices = new TimeSlices(drawers.signal);
  const compared =
    earlier &&
    (await timeSlices.run(
      comparingBodies({ before: earlier.document.nodes, after: document.nodes, layout: "unified", folds: false }),
    ));
  const draw = async (pageDrawers: Omit<PageDrawers, "headings">) => {
    const headings: OutlineEntry[] = [];
    const { blocks } = pageSetting(site, page, { ...pageDrawers, headings });
    if (earlier === undefined || compared === undefined) {
      const drawn: Html[] = [];
      for (const node of document.nodes) {
        await timeSlices.yieldIfDue();
        drawn.push(blocks([node]));
      }
      return { body: join(drawn), headings, icon: pageDrawers.icon };
    }
    const drawBefore = pageSetting(site, earlier, { ...pageDrawers, headings: [], idPrefix: "before-" }).blocks;
    const body = await timeSlices.run(drawingDifference(compared, { drawBefore, drawAfter: blocks }));
    const { left } = compared;
    const more = `${left} more ${left === 1 ? "change is" : "changes are"} not shown`;
    const rest = left > 0 && h("p", { lang: "en" }, `${more}. The change request shows them on the desk.`);
    return { body: join(body, rest), headings, icon: pageDrawers.icon };
  };
  let hasFormulas = false;
  let hasIcons = false;
  const sources: string[] = [];
  const drawn = await draw({
    formulas(formula) {
      hasFormulas = true;
      return renderSource(formula);
    },
    diagrams(source) {
      sources.push(source);
      return undefined;
    },
    icon() {
      hasIcons = true;
      return undefined;
    },
  });
  const needsPack = hasIcons || page.icon !== undefined || haveIcons(page.toc) || frameHasIcons(site);
  const icon = needsPack ? iconDrawer(await drawers.loadIcons(), site.customization.styling.icons) : () => undefined;
  if (!hasFormulas && !hasIcons && sources.length === 0) return { ...drawn, icon };
  const drawings = sources.length === 0 ? new Map<string, string>() : await drawers.drawDiagrams(sources);
  return draw({
    formulas: hasFormulas ? await loadFormulas() : renderSource,
    diagrams: (source) => drawings.get(source),
    icon,
  });
}

/** Words that replaced others; unchanged ones, and those without an earlier version, are not marked. */
function changedText(before: string | undefined, after: string): Child {
  if (before === undefined || before === after) return after;
  return [before !== "" && [h("del", {}, before), " "], h("ins", {}, after)];
}

function description({ description: after, earlier }: PageView): Child {
  if (earlier === undefined) return after !== undefined && h("p", { class: "lead" }, after);
  const before = earlier.description ?? "";
  if (after !== undefined) return h("p", { class: "lead" }, changedText(before, after));
  return before !== "" && h("p", { class: "lead" }, h("del", {}, before));
}

const haveIcons = (entries: readonly TocEntry[]): boolean =>
  entries.some(({ emoji, icon, pages }) => (emoji === undefined && icon !== undefined) || haveIcons(pages));

function cover({ cover }: PageView): Child {
  if (cover === undefined) return undefined;
  const attributes = { alt: "", height: cover.height ?? 240, fetchpriority: "high" };
  return h(
    "div",
    { class: "cover" },
    h("img", { ...attributes, src: cover.href, class: cover.hrefDark === undefined ? undefined : "only-light" }),
    cover.hrefDark !== undefined && h("img", { ...attributes, src: cover.hrefDark, class: "only-dark" }),
  );
}

function breadcrumbs({ breadcrumbs }: PageView): Child {
  if (breadcrumbs.length === 0) return undefined;
  const steps = breadcrumbs.map(({ title, href }) => h("li", {}, href === undefined ? title : h("a", { href }, title)));
  return h("nav", { class: "breadcrumbs", "aria-label": "Breadcrumb" }, h("ol", {}, steps));
}

export const offersPdf = ({ pageActions, pdf }: SiteView["customization"]): boolean =>
  pageActions.items?.includes("pdf") ?? pdf?.enabled === true;

/** The older switches apply if the newer list is missing. */
function actions(site: SiteView, page: PageView): Child {
  const { customization } = site;
  const words = getWords(customization.internationalization.locale);
  const { items, markdown } = customization.pageActions;
  const isForAgents = site.agents !== undefined;
  const hasMarkdown = isForAgents && (items?.includes("markdown") ?? markdown !== false);
  const hasOthers = isForAgents && (items?.includes("external-ai") ?? customization.pageActions.externalAI === true);
  const hasPdf = offersPdf(customization);
  const hasEdit = items?.includes("git") ?? customization.git?.showEditLink === true;
  const shown: Child[] = [
    hasMarkdown &&
      h("button", { type: "button", "data-copy-page": markdownHref(page.href), hidden: true }, words.copyPage),
    hasMarkdown && h("a", { href: markdownHref(page.href), type: "text/markdown" }, words.viewMarkdown),
    hasOthers &&
      assistants.map(([name, start]) => h("a", { href: start + encodePromptFor(page), rel: "noopener" }, name)),
    hasPdf &&
      (page.pdfHref === undefined
        ? h("button", { type: "button", "data-print": true, hidden: true }, "PDF")
        : h("a", { href: page.pdfHref, type: "application/pdf", rel: "nofollow" }, "PDF")),
    hasEdit && page.editHref !== undefined && h("a", { href: page.editHref }, words.edit),
  ];
  return shown.some(Boolean) && h("div", { class: "actions" }, shown);
}

/** External assistants to which readers can take a page. */
const assistants = [
  ["ChatGPT", "https://chatgpt.com/?q="],
  ["Claude", "https://claude.ai/new?q="],
] as const;

const encodePromptFor = ({ canonical }: PageView) =>
  encodeURIComponent(`Read ${markdownHref(canonical)} and answer questions about it.`);

/** A page without text lists the pages below it. */
function below({ below: pages, document }: PageView): Child {
  if (document.nodes.length > 0 || pages.length === 0) return undefined;
  const card = ({ title, href, description }: PageView["below"][number]): Html =>
    h(
      "a",
      { class: "box card", href },
      drawIcon("page"),
      h("span", {}, h("strong", {}, title), description !== undefined && h("small", {}, description)),
    );
  return pages.map(card);
}

function pager(site: SiteView, { previous, next }: PageView): Child {
  const words = getWords(site.customization.internationalization.locale);
  if (previous === undefined && next === undefined) return undefined;
  return h(
    "nav",
    { class: "pager", "aria-label": `${words.previous}, ${words.next}` },
    previous !== undefined &&
      h("a", { class: "box", rel: "prev", href: previous.href }, h("small", {}, words.previous), previous.title),
    next !== undefined &&
      h("a", { class: "box next", rel: "next", href: next.href }, h("small", {}, words.next), next.title),
  );
}

/** UTF-16 units of a reader's comment. */
export const maxCommentChars = 512;

function feedback(site: SiteView, page: PageView): Child {
  if (site.feedback === undefined || !site.customization.feedback.enabled) return undefined;
  const words = getWords(site.customization.internationalization.locale);
  return h(
    "form",
    { class: "feedback", method: "post", action: site.feedback, "data-thanks": words.thanks },
    h("input", { type: "hidden", name: "page", value: page.id }),
    h("span", {}, words.helpful),
    h("button", { name: "rating", value: "good" }, words.yes),
    h("button", { name: "rating", value: "bad" }, words.no),
    h(
      "details",
      {},
      h("summary", {}, words.comment),
      h("textarea", { name: "comment", rows: 3, maxlength: maxCommentChars, "aria-label": words.comment }),
    ),
  );
}
