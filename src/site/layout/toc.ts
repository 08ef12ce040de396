import { type Html, h } from "../html.ts";
import type { IconDrawer } from "../icons/icon-pack.ts";
import { drawIcon } from "../theme/icons.ts";
import type { OutlineEntry, TocEntry } from "../view.ts";
import { fill, type Words } from "../words/words.ts";

interface TocLooks {
  readonly style: "default" | "pill" | "line";
  readonly icon: IconDrawer;
}

/** A column in wide windows; in narrow ones it opens over the page, without a script. */
export function tableOfContents(entries: readonly TocEntry[], words: Words, looks: TocLooks): Html {
  return h(
    "nav",
    { class: `toc toc-${looks.style}`, id: "toc", popover: "auto", "aria-label": words.contents },
    list(entries, words, looks),
  );
}

/** Entries far from the current page are the same objects for all pages of a content. */
const drawn = new WeakMap<TocEntry, { readonly words: Words; readonly markup: Html }>();

function item(entry: TocEntry, words: Words, looks: TocLooks): Html {
  const known = drawn.get(entry);
  if (known?.words === words) return known.markup;
  const markup = drawItem(entry, words, looks);
  // Icons have the site's style, and an open entry is the current page or above it.
  if (!entry.isCurrent && !entry.isOpen && !hasIcons(entry)) drawn.set(entry, { words, markup });
  return markup;
}

const hasIcons = ({ emoji, icon, pages }: TocEntry): boolean =>
  (emoji === undefined && icon !== undefined) || pages.some(hasIcons);

function list(entries: readonly TocEntry[], words: Words, looks: TocLooks): Html {
  return h(
    "ul",
    {},
    entries.map((entry) => item(entry, words, looks)),
  );
}

function drawItem(entry: TocEntry, words: Words, looks: TocLooks): Html {
  const { title, href, emoji, icon, isCurrent, isOpen, isExternal, pages } = entry;
  const sign = emoji === undefined ? icon && looks.icon(icon) : emoji;
  const label = [sign !== undefined && [sign, " "], title, isExternal === true && drawIcon("external")];
  if (href === undefined) return h("li", {}, h("p", {}, label), pages.length > 0 && list(pages, words, looks));
  return h(
    "li",
    { class: pages.length > 0 ? "has-pages" : undefined },
    h("a", { href, "aria-current": isCurrent && "page" }, label),
    pages.length > 0 &&
      h(
        "details",
        { open: isOpen || isCurrent },
        h("summary", { "aria-label": `${words.showMore}: ${title}` }),
        list(pages, words, looks),
      ),
  );
}

export function outline(entries: readonly OutlineEntry[], words: Words): Html {
  const top = Math.min(...entries.map(({ level }) => level));
  return h(
    "nav",
    { class: "outline", "aria-label": words.onThisPage },
    h("p", {}, words.onThisPage),
    h(
      "ul",
      {},
      entries.map(({ title, anchor, level }) =>
        h("li", { class: level > top ? "deeper" : undefined }, h("a", { href: `#${anchor}` }, title)),
      ),
    ),
  );
}

export function updatedText(date: string, words: Words): string {
  return fill(words.updated, date);
}
