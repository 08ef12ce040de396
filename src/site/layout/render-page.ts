import { pageFacts, summaryOf } from "../agents/page-facts.ts";
import { loadFormulas, sourceOf } from "../formula.ts";
import { type Child, type Html, h } from "../html.ts";
import { type IconDrawer, type IconPack, iconDrawer } from "../icons/icon-pack.ts";
import { markdownHref, socialPicturePath } from "../page-address.ts";
import { type PageDrawers, pageSetting } from "../page-setting.ts";
import { drawIcon } from "../theme/icons.ts";
import { hasSocialPicture } from "../theme/social-picture.ts";
import type { OutlineEntry, PageView, SiteView, TocEntry } from "../view.ts";
import { dateText, wordsOf } from "../words/words.ts";
import { frame } from "./frame.ts";
import { outline, tableOfContents, updatedText } from "./toc.ts";

/** What is loaded for the pages that need it. */
export interface Drawers {
  /** Draws diagrams; those that cannot be drawn stay code. */
  drawDiagrams(sources: readonly string[]): Promise<ReadonlyMap<string, string>>;
  loadIcons(): Promise<IconPack>;
}

export async function renderPage(site: SiteView, page: PageView, drawers: Drawers): Promise<string> {
  const { customization } = site;
  const words = wordsOf(customization.internationalization.locale);
  const { body, headings, icon } = await drawBody(site, page, drawers);
  const { layout = {} } = page;
  const hasOutline = layout.outline !== false && headings.length > 1;
  return frame(site, {
    head: {
      title: page.title,
      description: summaryOf(page),
      canonical: page.canonical,
      markdown: markdownHref(page.href),
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
          page.title,
        ),
        layout.description !== false && page.description !== undefined && h("p", { class: "lead" }, page.description),
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

/** Drawn again when it turns out to have formulas, diagrams or icons. */
async function drawBody(
  site: SiteView,
  page: PageView,
  drawers: Drawers,
): Promise<{ body: Html; headings: OutlineEntry[]; icon: IconDrawer }> {
  const draw = (given: Omit<PageDrawers, "headings">) => {
    const headings: OutlineEntry[] = [];
    const body = pageSetting(site, page, { ...given, headings }).blocks(page.document.nodes);
    return { body, headings, icon: given.icon };
  };
  let hasFormulas = false;
  let hasIcons = page.icon !== undefined || haveIcons(page.toc);
  const sources: string[] = [];
  const drawn = draw({
    formulas(formula) {
      hasFormulas = true;
      return sourceOf(formula);
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
  if (!hasFormulas && !hasIcons && sources.length === 0) return drawn;
  const drawings = sources.length === 0 ? new Map<string, string>() : await drawers.drawDiagrams(sources);
  return draw({
    formulas: hasFormulas ? await loadFormulas() : sourceOf,
    diagrams: (source) => drawings.get(source),
    icon: hasIcons ? iconDrawer(await drawers.loadIcons(), site.customization.styling.icons) : () => undefined,
  });
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

/** Switches of the older form count where the newer list is missing. */
function actions(site: SiteView, page: PageView): Child {
  const { customization } = site;
  const words = wordsOf(customization.internationalization.locale);
  const { items, markdown } = customization.pageActions;
  const hasMarkdown = items?.includes("markdown") ?? markdown !== false;
  const hasOthers = items?.includes("external-ai") ?? customization.pageActions.externalAI === true;
  const hasPdf = offersPdf(customization);
  const hasEdit = items?.includes("git") ?? customization.git?.showEditLink === true;
  const shown: Child[] = [
    hasMarkdown &&
      h("button", { type: "button", "data-copy-page": markdownHref(page.href), hidden: true }, words.copyPage),
    hasMarkdown && h("a", { href: markdownHref(page.href), type: "text/markdown" }, words.viewMarkdown),
    hasOthers && assistants.map(([name, start]) => h("a", { href: start + askFor(page), rel: "noopener" }, name)),
    hasPdf &&
      (page.pdfHref === undefined
        ? h("button", { type: "button", "data-print": true, hidden: true }, "PDF")
        : h("a", { href: page.pdfHref, type: "application/pdf", rel: "nofollow" }, "PDF")),
    hasEdit && page.editHref !== undefined && h("a", { href: page.editHref }, words.edit),
  ];
  return shown.some(Boolean) && h("div", { class: "actions" }, shown);
}

/** Where readers take a page to ask about it. */
const assistants = [
  ["ChatGPT", "https://chatgpt.com/?q="],
  ["Claude", "https://claude.ai/new?q="],
] as const;

const askFor = ({ canonical }: PageView) =>
  encodeURIComponent(`Read ${markdownHref(canonical)} and answer questions about it.`);

/** A page without a text shows the pages below it. */
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
  const words = wordsOf(site.customization.internationalization.locale);
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
export const longestComment = 512;

function feedback(site: SiteView, page: PageView): Child {
  if (site.feedback === undefined || !site.customization.feedback.enabled) return undefined;
  const words = wordsOf(site.customization.internationalization.locale);
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
      h("textarea", { name: "comment", rows: 3, maxlength: longestComment, "aria-label": words.comment }),
    ),
  );
}
