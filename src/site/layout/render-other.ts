import { type Child, h, htmlDocument } from "../html.ts";
import type { LinkView, SiteView, TocEntry } from "../view.ts";
import { fill, wordsOf } from "../words/words.ts";
import { frame } from "./frame.ts";
import { tableOfContents } from "./toc.ts";

const noFacts = { alternates: [], isUnlisted: true } as const;

/** The page at an address where there is none, with pages that may be meant. */
export function renderNotFound(site: SiteView, toc: readonly TocEntry[], similar: readonly LinkView[]): string {
  const { internationalization, styling } = site.customization;
  const words = wordsOf(internationalization.locale);
  return frame(site, {
    head: { title: words.notFound, ...noFacts },
    toc: toc.length > 0 && tableOfContents(toc, words, { style: styling.sidebar.list, icon: () => undefined }),
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

/** Results of a search, for readers without scripts and for links to a search. */
export function renderSearch(site: SiteView, query: string, found: readonly FoundPage[]): string {
  const words = wordsOf(site.customization.internationalization.locale);
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
    main: h("article", { "data-results": true }, h("h1", {}, title), results),
  });
}

/** What a reader without scripts gets for a rating. */
export function renderThanks(site: SiteView, page: LinkView): string {
  const words = wordsOf(site.customization.internationalization.locale);
  return frame(site, {
    head: { title: words.thanks, ...noFacts },
    main: h("article", {}, h("h1", {}, words.thanks), h("p", {}, h("a", { href: page.href }, page.title))),
  });
}

/** Leads on to another address, where no server does. */
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
