import { type Child, type Html, h } from "../html.ts";
import type { SiteView } from "../view.ts";
import type { Words } from "../words/words.ts";

export function footer(site: SiteView, words: Words): Html {
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
