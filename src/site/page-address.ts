/** Where a page is as Markdown. */
export function markdownHref(href: string): string {
  return href.endsWith("/") ? `${href}index.md` : `${href}.md`;
}
