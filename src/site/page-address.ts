/** The address of a page as Markdown. */
export function markdownHref(href: string): string {
  return href.endsWith("/") ? `${href}index.md` : `${href}.md`;
}

/** Path of the preview picture for shared links. */
export const socialPicturePath = ({ basePath }: { readonly basePath: string }, page: string): string =>
  `${basePath}${socialPictureFolder}${encodeURIComponent(page)}.png`;

export const socialPictureFolder = "~ogimage/";
