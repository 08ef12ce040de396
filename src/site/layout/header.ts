import { type Child, type Html, h, withIcon } from "../html.ts";
import type { IconDrawer } from "../icons/icon-pack.ts";
import { drawIcon } from "../theme/icons.ts";
import { readEmoji } from "../theme/site-icon.ts";
import type { HeaderLinkView, LinkView, SectionView, SiteView } from "../view.ts";
import type { Words } from "../words/words.ts";
import { accountList } from "./accounts.ts";

interface HeaderLooks {
  readonly hasToc: boolean;
  readonly icon: IconDrawer;
}

export function header(site: SiteView, words: Words, { hasToc, icon }: HeaderLooks): Html {
  const { customization } = site;
  const { logo, preset } = customization.header;
  const name =
    logo === undefined
      ? [mark(customization.favicon), h("span", {}, site.title)]
      : [
          h("img", { class: "only-light", src: logo.light, alt: site.title, height: 32 }),
          h("img", { class: "only-dark", src: logo.dark, alt: site.title, height: 32 }),
        ];
  return h(
    "header",
    { class: preset === "none" ? "bar bare" : "bar" },
    h(
      "div",
      { class: "bar-inner" },
      hasToc &&
        h(
          "button",
          { type: "button", class: "menu-button", popovertarget: "toc", "aria-label": words.menu },
          drawIcon("menu"),
        ),
      h("a", { class: "logo", href: site.home }, name),
      variants(site, words),
      searchForm(site, words, customization.styling.search),
      preset !== "none" &&
        site.headerLinks.length > 0 &&
        h("nav", { class: "header-links", "aria-label": site.title }, site.headerLinks.map(headerLink)),
      preset !== "none" && accountList(site, "header", icon),
      customization.themes.toggeable &&
        h(
          "button",
          {
            type: "button",
            class: "theme-button",
            "data-theme-switch": true,
            hidden: true,
            "aria-label": words.theme,
            title: words.theme,
          },
          drawIcon("theme"),
        ),
    ),
    sections(site, words, icon),
  );
}

/** The site's icon next to its title. */
function mark({ icon, emoji }: SiteView["customization"]["favicon"]): Child {
  if (icon !== undefined) {
    return [
      h("img", { class: "mark only-light", src: icon.light, alt: "", width: 28, height: 28 }),
      h("img", { class: "mark only-dark", src: icon.dark, alt: "", width: 28, height: 28 }),
    ];
  }
  const text = readEmoji(emoji);
  return text !== undefined && h("span", { class: "mark", "aria-hidden": "true" }, text);
}

function headerLink({ title, href, style, links }: HeaderLinkView): Html {
  const classes =
    style === "button-primary" ? "button primary" : style === "button-secondary" ? "button secondary" : undefined;
  if (links.length > 0) return dropdown(title, links);
  return href === undefined ? h("span", {}, title) : h("a", { class: classes, href }, title);
}

function dropdown(title: string, links: readonly MenuLink[], current?: string, looks: MenuLooks = {}): Html {
  const { label, sign } = looks;
  return h(
    "details",
    { class: "dropdown" },
    h("summary", { "aria-label": label && `${label}: ${title}` }, withIcon(sign, title)),
    h(
      "ul",
      {},
      links.map((link) =>
        h(
          "li",
          {},
          h("a", { href: link.href, "aria-current": link.href === current && "true" }, withIcon(link.sign, link.title)),
        ),
      ),
    ),
  );
}

interface MenuLink extends LinkView {
  readonly sign?: Html | undefined;
}

interface MenuLooks {
  readonly label?: string;
  readonly sign?: Html | undefined;
}

function variants({ variants }: SiteView, words: Words): Child {
  const current = variants.find(({ isCurrent }) => isCurrent);
  if (variants.length < 2 || current === undefined) return undefined;
  return dropdown(current.title, variants, current.href, { label: words.variants });
}

function searchForm({ search, basePath }: SiteView, words: Words, style: "prominent" | "subtle"): Html {
  const searchData = "action" in search ? { "data-search": search.action } : { "data-index": search.index };
  return h(
    "form",
    {
      class: `search search-${style}`,
      role: "search",
      action: "action" in search ? search.action : `${basePath}~search/`,
      ...searchData,
    },
    drawIcon("search"),
    h("input", {
      type: "search",
      name: "q",
      placeholder: words.search,
      "aria-label": words.search,
      autocomplete: "off",
      maxlength: 200,
    }),
    h("kbd", { hidden: true, "aria-hidden": "true" }, "/"),
  );
}

function sections(site: SiteView, words: Words, draw: IconDrawer): Child {
  if (site.sections.length < 2) return undefined;
  const sign = ({ icon }: SectionView) => (icon === undefined ? undefined : draw(icon));
  const below = (views: readonly SectionView[]): MenuLink[] =>
    views.flatMap((view) => {
      if (view.sections.length > 0) return below(view.sections);
      return view.href === undefined ? [] : [{ title: view.title, href: view.href, sign: sign(view) }];
    });
  const item = (section: SectionView): Html =>
    h(
      "li",
      {},
      section.sections.length > 0
        ? dropdown(section.title, below(section.sections), undefined, { sign: sign(section) })
        : h(
            "a",
            { href: section.href, "aria-current": section.isCurrent && "true" },
            withIcon(sign(section), section.title),
          ),
    );
  return h("nav", { class: "sections", "aria-label": words.sections }, h("ul", {}, site.sections.map(item)));
}
