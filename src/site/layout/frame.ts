import { type Child, h, htmlDocument } from "../html.ts";
import type { SiteView } from "../view.ts";
import { wordsOf } from "../words/words.ts";
import { footer } from "./footer.ts";
import { type HeadFacts, head } from "./head.ts";
import { header } from "./header.ts";

interface Frame {
  readonly head: HeadFacts;
  readonly toc?: Child;
  readonly outline?: Child;
  readonly main: Child;
  readonly isWide?: boolean;
}

/** A whole page around its main part. */
export function frame(site: SiteView, { head: facts, toc, outline, main, isWide }: Frame): string {
  const { customization } = site;
  const words = wordsOf(customization.internationalization.locale);
  const mode = customization.themes.default;
  const { sidebar, links } = customization.styling;
  const classes = [
    "page",
    toc ? "has-toc" : "",
    outline ? "has-outline" : "",
    isWide ? "wide" : "",
    sidebar.background === "filled" ? "filled" : "",
  ];
  return htmlDocument(
    h(
      "html",
      {
        lang: words.language,
        "data-theme": mode === "system" ? undefined : mode,
        "data-links": links,
        "data-changes": site.changes,
      },
      head(site, facts),
      h(
        "body",
        {},
        h("a", { class: "skip", href: "#content" }, words.skip),
        site.agents && forAgents(site),
        announcement(site),
        header(site, words, Boolean(toc)),
        h(
          "div",
          { class: classes.filter(Boolean).join(" ") },
          // What is read comes first: programs that take the beginning of a page get its text.
          h("main", { id: "content", tabindex: -1 }, main),
          toc,
          outline,
        ),
        footer(site, words),
        h("div", {
          class: "said",
          role: "status",
          "data-copied": words.copied,
          "data-none": words.noResults,
          "data-more": words.results,
        }),
      ),
    ),
  );
}

/** For programs that read the markup; people see none of it. */
const forAgents = ({ basePath }: SiteView): Child =>
  h("p", { hidden: true }, "All pages as Markdown: ", h("a", { href: `${basePath}llms.txt` }, "llms.txt"));

function announcement({ announcement: told }: SiteView): Child {
  if (told === undefined) return undefined;
  const link = told.link && [" ", h("a", { href: told.link.href }, told.link.title)];
  return h("aside", { class: `announcement hint-${told.style}`, "aria-label": "Announcement" }, told.message, link);
}
