import { assetHref, themeAsset } from "../assets.ts";
import { type Child, type Html, h, htmlDocument, jsonScript } from "../html.ts";
import { socialPictureSize } from "../theme/social-picture.ts";
import type { SiteView } from "../view.ts";
import { type Words, wordsOf } from "../words/words.ts";
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

function footer(site: SiteView, words: Words): Html {
  const { customization, footerGroups } = site;
  const { logo, copyright } = customization.footer;
  const policy = customization.privacyPolicy.url;
  const accounts = (customization.socialAccounts ?? []).filter(({ display }) => display.footer);
  const parts: Child[] = [
    logo !== undefined && [
      h("img", { class: "only-light", src: logo.light, alt: "", height: 32, loading: "lazy" }),
      h("img", { class: "only-dark", src: logo.dark, alt: "", height: 32, loading: "lazy" }),
    ],
    footerGroups.map(({ title, links }) =>
      h(
        "div",
        {},
        h("p", { class: "group" }, title),
        h(
          "ul",
          {},
          links.map((link) => h("li", {}, h("a", { href: link.href }, link.title))),
        ),
      ),
    ),
    accounts.length > 0 &&
      h(
        "ul",
        {},
        accounts.flatMap(({ platform, handle }) => {
          const href = accountHref(platform, handle);
          return href === undefined ? [] : [h("li", {}, h("a", { href, rel: "me" }, platform))];
        }),
      ),
    (copyright !== undefined || policy !== undefined) &&
      h(
        "p",
        { class: "small" },
        copyright,
        policy !== undefined && [copyright !== undefined && " · ", h("a", { href: policy }, words.privacy)],
      ),
  ];
  return h("footer", { class: "site-footer" }, h("div", { class: "footer-inner" }, parts));
}

const accountHosts: Readonly<Record<string, string>> = {
  github: "https://github.com/",
  gitlab: "https://gitlab.com/",
  twitter: "https://x.com/",
  x: "https://x.com/",
  linkedin: "https://www.linkedin.com/in/",
  youtube: "https://www.youtube.com/@",
  instagram: "https://www.instagram.com/",
  facebook: "https://www.facebook.com/",
  reddit: "https://www.reddit.com/user/",
  bluesky: "https://bsky.app/profile/",
  discord: "https://discord.gg/",
  tiktok: "https://www.tiktok.com/@",
};

function accountHref(platform: string, handle: string): string | undefined {
  const host = accountHosts[platform.toLowerCase()];
  return host === undefined ? undefined : host + encodeURIComponent(handle);
}

interface HeadFacts {
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

function head(site: SiteView, page: HeadFacts): Html {
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
