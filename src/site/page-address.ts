/** Where a page is as Markdown. */
export function markdownHref(href: string): string {
  return href.endsWith("/") ? `${href}index.md` : `${href}.md`;
}

/** Path of what is shown where a page is shared. */
export const socialPicturePath = ({ basePath }: { readonly basePath: string }, page: string): string =>
  `${basePath}${socialPictureFolder}${encodeURIComponent(page)}.png`;

export const socialPictureFolder = "~ogimage/";
