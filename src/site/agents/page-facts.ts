import type { PageView, SiteView } from "../view.ts";
import { summaryOf } from "./summary.ts";

/** What search engines read of a page, in the words of schema.org. */
export function pageFacts(site: SiteView, page: PageView): unknown {
  const description = summaryOf(page);
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
