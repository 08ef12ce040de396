import type { PageView, SiteView } from "../view.ts";

/** What search engines read of a page, in the words of schema.org. */
export function pageFacts(site: SiteView, page: PageView): unknown {
  const steps = [...page.breadcrumbs, { title: page.title, href: page.href }];
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "TechArticle",
        headline: page.title,
        ...(page.description !== undefined && { description: page.description }),
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
