import { type Child, h, htmlDocument } from "../html.ts";
import { type IconDrawer, iconDrawer } from "../icons/icon-pack.ts";
import type { LinkView, SiteView, TocEntry } from "../view.ts";
import { fill, getWords } from "../words/words.ts";
import { frameHasIcons } from "./accounts.ts";
import { frame } from "./frame.ts";
import { askForm, questionButtons } from "./render-answer.ts";
import type { Drawers } from "./render-page.ts";
import { tableOfContents } from "./toc.ts";

/** Renders the icons around a page, if there are any. */
export async function frameIcons(site: SiteView, loadIcons: Drawers["loadIcons"]): Promise<IconDrawer> {
  if (!frameHasIcons(site)) return () => undefined;
  return iconDrawer(await loadIcons(), site.customization.styling.icons);
}

const noFacts = { alternates: [], isUnlisted: true } as const;

/** The page for an address that does not exist, with suggested pages. */
export function renderNotFound(
  site: SiteView,
  toc: readonly TocEntry[],
  similar: readonly LinkView[],
  icon: IconDrawer,
): string {
  const { internationalization, styling } = site.customization;
  const words = getWords(internationalization.locale);
  return frame(site, {
    head: { title: words.notFound, ...noFacts },
    toc: toc.length > 0 && tableOfContents(toc, words, { style: styling.sidebar.list, icon: () => undefined }),
    icon,
    main: h(
      "article",
      {},
      h("h1", {}, words.notFound),
      h("p", { class: "lead" }, words.notFoundText),
      similar.length > 0 && [
        h("h2", {}, words.similar),
        h(
          "ul",
          {},
          similar.map(({ title, href }) => h("li", {}, h("a", { href }, title))),
        ),
      ],
      h("p", {}, h("a", { class: "button primary", href: site.home }, words.home)),
    ),
  });
}

export interface FoundPage extends LinkView {
  readonly sections: readonly { readonly title: string; readonly href: string; readonly excerpt: string }[];
}

/** Search results, for readers without scripts and for links to a search. */
export function renderSearch(site: SiteView, query: string, found: readonly FoundPage[], icon: IconDrawer): string {
  const words = getWords(site.customization.internationalization.locale);
  const results: Child =
    found.length === 0
      ? query !== "" && h("p", {}, fill(words.noResults, query))
      : h(
          "ol",
          { class: "results" },
          found.map(({ title, href, sections }) =>
            h(
              "li",
              {},
              h("h2", {}, h("a", { href }, title)),
              sections.map((section) =>
                h(
                  "p",
                  {},
                  section.title !== "" &&
                    section.title !== title && [h("a", { href: section.href }, section.title), ": "],
                  section.excerpt,
                ),
              ),
            ),
          ),
        );
  const title = query === "" ? words.search : fill(words.searchFor, query);
  return frame(site, {
    head: { title, ...noFacts },
    icon,
    main: h(
      "article",
      { "data-results": true },
      h("h1", {}, title),
      query === "" && suggestions(site),
      askForm(site, words, { label: words.ask, value: query }),
      results,
    ),
  });
}

/** Suggested questions; none if no server handles searches. */
function suggestions(site: SiteView): Child {
  const { search } = site;
  const { ai } = site.customization;
  if (ai.mode === "none" || ai.suggestions === undefined || !("action" in search)) return undefined;
  // A link is answered with search results; only a form may cause costs for the operator.
  if (site.ask !== undefined) return questionButtons(site, ai.suggestions);
  const { action } = search;
  const items = ai.suggestions.map((question) =>
    h("li", {}, h("a", { href: `${action}?q=${encodeURIComponent(question)}` }, question)),
  );
  return h("ul", {}, items);
}

/** The response to a rating, for readers without scripts. */
export function renderThanks(site: SiteView, page: LinkView, icon: IconDrawer): string {
  const words = getWords(site.customization.internationalization.locale);
  return frame(site, {
    head: { title: words.thanks, ...noFacts },
    icon,
    main: h("article", {}, h("h1", {}, words.thanks), h("p", {}, h("a", { href: page.href }, page.title))),
  });
}

/** Redirects to another address without a server. */
export function renderRedirect(target: string): string {
  return htmlDocument(
    h(
      "html",
      { lang: "en" },
      h(
        "head",
        {},
        h("meta", { charset: "utf-8" }),
        h("title", {}, target),
        h("meta", { name: "robots", content: "noindex" }),
        h("meta", { "http-equiv": "refresh", content: `0; url=${target}` }),
        h("link", { rel: "canonical", href: target }),
      ),
      h("body", {}, h("a", { href: target }, target)),
    ),
  );
}
