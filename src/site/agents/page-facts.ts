import { inlineNodes, plainText } from "../../markdown/document/model.ts";
import type { PageView, SiteView } from "../view.ts";

/** Metadata of a page for search engines, in the schema.org vocabulary. */
export function pageFacts(site: SiteView, page: PageView): unknown {
  const description = getSummary(page);
  const steps = [...page.breadcrumbs, { title: page.title, href: page.href }];
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "TechArticle",
        headline: page.title,
        ...(description !== undefined && { description }),
        url: page.canonical,
        ...(page.updatedAt !== undefined && { dateModified: page.updatedAt }),
        inLanguage: site.customization.internationalization.locale,
        isPartOf: { "@type": "WebSite", name: site.title, url: site.origin + site.home },
      },
      {
        "@type": "BreadcrumbList",
        itemListElement: steps.map(({ title, href }, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name: title,
          ...(href !== undefined && { item: new URL(href, site.origin).href }),
        })),
      },
    ],
  };
}

/** UTF-16 units that search engines show. */
const maxSummaryChars = 160;

/** The page's own description or, without one, the beginning of its text. */
export function getSummary({ description, document }: PageView): string | undefined {
  if (description !== undefined) return description;
  const first = document.nodes.find(({ type }) => type === "paragraph");
  const text = plainText(inlineNodes(first?.nodes)).replace(/\s+/g, " ").trim();
  if (text.length <= maxSummaryChars) return text === "" ? undefined : text;
  const end = text.lastIndexOf(" ", maxSummaryChars - 1);
  return `${text.slice(0, end > maxSummaryChars / 2 ? end : maxSummaryChars - 1)}…`;
}
