import { assetHref, themeAsset } from "../assets.ts";
import { type Child, type Html, h, htmlDocument, jsonScript } from "../html.ts";
import type { IconDrawer } from "../icons/icon-pack.ts";
import { socialPictureSize } from "../theme/social-picture.ts";
import type { SiteView } from "../view.ts";
import { getWords, type Words } from "../words/words.ts";
import { accountList } from "./accounts.ts";
import { header } from "./header.ts";

interface Frame {
  readonly head: HeadFacts;
  readonly toc?: Child;
  readonly outline?: Child;
  readonly main: Child;
  readonly isWide?: boolean;
  /** Renders the icons of header, sections and footer. */
  readonly icon: IconDrawer;
}

/** A complete page around its main content. */
export function frame(site: SiteView, { head: facts, toc, outline, main, isWide, icon }: Frame): string {
  const { customization } = site;
  const words = getWords(customization.internationalization.locale);
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
        previewBar(site),
        announcement(site),
        header(site, words, { hasToc: Boolean(toc), icon }),
        h(
          "div",
          { class: classes.filter(Boolean).join(" ") },
          // The content comes first, so that programs that read only the beginning of a page get its text.
          h("main", { id: "content", tabindex: -1 }, main),
          toc,
          outline,
        ),
        footer(site, words, icon),
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

/** For programs that read the markup; not visible to people. */
const forAgents = ({ basePath }: SiteView): Child =>
  h("p", { hidden: true }, "All pages as Markdown: ", h("a", { href: `${basePath}llms.txt` }, "llms.txt"));

/** In English, as everything that only members see. */
function previewBar({ preview }: SiteView): Child {
  if (preview === undefined) return undefined;
  const { title, changed, more, toggle } = preview;
  return h(
    "aside",
    { class: "preview-bar", lang: "en", "aria-label": "Preview" },
    h("strong", {}, title),
    changed.length > 0 &&
      h(
        "details",
        { class: "dropdown" },
        h("summary", {}, changed.length + more === 1 ? "1 changed page" : `${changed.length + more} changed pages`),
        h(
          "ul",
          {},
          changed.map((page) =>
            h(
              "li",
              {},
              page.href === undefined ? page.title : h("a", { href: page.href }, page.title),
              ` (${page.kind})`,
            ),
          ),
          more > 0 && h("li", {}, `and ${more} more`),
        ),
      ),
    toggle !== undefined && h("a", { href: toggle.href }, toggle.marks ? "Hide changes" : "Show changes"),
  );
}

function announcement({ announcement: shown }: SiteView): Child {
  if (shown === undefined) return undefined;
  const link = shown.link && [" ", h("a", { href: shown.link.href }, shown.link.title)];
  return h("aside", { class: `announcement hint-${shown.style}`, "aria-label": "Announcement" }, shown.message, link);
}

function footer(site: SiteView, words: Words, icon: IconDrawer): Html {
  const { customization, footerGroups } = site;
  const { logo, copyright } = customization.footer;
  const policy = customization.privacyPolicy.url;
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
    accountList(site, "footer", icon),
    (copyright !== undefined || policy !== undefined) &&
      h(
        "p",
        { class: "small" },
        copyright,
        policy !== undefined && [copyright !== undefined && " · ", h("a", { href: policy }, words.privacy)],
      ),
    customization.trademark.enabled && h("p", { class: "small", lang: "en" }, "Published with Copydesk"),
  ];
  return h("footer", { class: "site-footer" }, h("div", { class: "footer-inner" }, parts));
}

interface HeadFacts {
  readonly title: string;
  readonly description?: string | undefined;
  readonly canonical?: string | undefined;
  readonly markdown?: string | undefined;
  readonly alternates: readonly { readonly href: string; readonly language?: string | undefined }[];
  readonly isUnlisted: boolean;
  /** Full address of the preview picture for shared links. */
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
    site.preview !== undefined && h("link", { rel: "stylesheet", href: assetHref(basePath, "changes.css") }),
    h("script", { src: assetHref(basePath, "page.js"), type: "module" }),
    page.canonical !== undefined && h("link", { rel: "canonical", href: page.canonical }),
    page.markdown !== undefined && h("link", { rel: "alternate", type: "text/markdown", href: page.markdown }),
    site.agents !== undefined && h("link", { rel: "describedby", type: "text/plain", href: `${basePath}llms.txt` }),
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
