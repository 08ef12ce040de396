import { assetHref, themeAsset } from "../assets.ts";
import { type Child, type Html, h, jsonScript } from "../html.ts";
import { socialPictureSize } from "../theme/social-picture.ts";
import type { SiteView } from "../view.ts";

export interface HeadFacts {
  readonly title: string;
  readonly description?: string | undefined;
  readonly canonical?: string | undefined;
  readonly markdown?: string | undefined;
  readonly alternates: readonly { readonly href: string; readonly language?: string | undefined }[];
  readonly isUnlisted: boolean;
  /** Full address of what is shown where the page is shared. */
  readonly picture?: string | undefined;
  readonly facts?: unknown;
}

export function head(site: SiteView, page: HeadFacts): Html {
  const { customization, basePath } = site;
  const { favicon, socialPreview, styling, themes } = customization;
  const title = page.title === site.title ? site.title : `${page.title} | ${site.title}`;
  const icon = favicon.icon;
  const children: Child[] = [
    h("meta", { charset: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("title", {}, title),
    page.description !== undefined && h("meta", { name: "description", content: page.description }),
    (page.isUnlisted || site.isUnlisted) && h("meta", { name: "robots", content: "noindex" }),
    h("meta", { name: "theme-color", content: styling.primaryColor.light }),
    themes.toggeable && h("script", { src: assetHref(basePath, "theme.js") }),
    h("link", { rel: "stylesheet", href: assetHref(basePath, themeAsset(customization)) }),
    h("link", { rel: "stylesheet", href: assetHref(basePath, "site.css") }),
    h("script", { src: assetHref(basePath, "page.js"), type: "module" }),
    page.canonical !== undefined && h("link", { rel: "canonical", href: page.canonical }),
    page.markdown !== undefined && h("link", { rel: "alternate", type: "text/markdown", href: page.markdown }),
    h("link", { rel: "describedby", type: "text/plain", href: `${basePath}llms.txt` }),
    page.alternates.map(({ href, language }) => h("link", { rel: "alternate", href, hreflang: language })),
    icon !== undefined && [
      h("link", { rel: "icon", href: icon.light, media: "(prefers-color-scheme: light)" }),
      h("link", { rel: "icon", href: icon.dark, media: "(prefers-color-scheme: dark)" }),
    ],
    icon === undefined && h("link", { rel: "icon", href: `${basePath}~icon.svg`, type: "image/svg+xml" }),
    h("meta", { property: "og:title", content: page.title }),
    h("meta", { property: "og:type", content: "article" }),
    h("meta", { property: "og:site_name", content: site.title }),
    page.canonical !== undefined && h("meta", { property: "og:url", content: page.canonical }),
    page.description !== undefined && h("meta", { property: "og:description", content: page.description }),
    socialPreview.url !== undefined
      ? h("meta", { property: "og:image", content: socialPreview.url })
      : page.picture !== undefined && [
          h("meta", { property: "og:image", content: page.picture }),
          h("meta", { property: "og:image:width", content: socialPictureSize.width }),
          h("meta", { property: "og:image:height", content: socialPictureSize.height }),
        ],
    (socialPreview.url ?? page.picture) !== undefined &&
      h("meta", { name: "twitter:card", content: "summary_large_image" }),
    page.facts !== undefined && jsonScript("application/ld+json", page.facts),
  ];
  return h("head", {}, children);
}
