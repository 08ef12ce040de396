import { foldAnchor, toAnchor } from "../markdown/grammar/blocks.ts";
import { assetHref } from "./assets.ts";
import { renderBlocks } from "./blocks/render-blocks.ts";
import type { Setting } from "./blocks/setting.ts";
import { highlight } from "./code.ts";
import { embedDrawing } from "./diagrams/safe-svg.ts";
import type { FormulaRenderer } from "./formula.ts";
import type { IconDrawer } from "./icons/icon-pack.ts";
import { renderInline } from "./inline/render-inline.ts";
import type { OutlineEntry, PageView, SiteView } from "./view.ts";
import { getApiWords } from "./words/api-words.ts";
import { getWords } from "./words/words.ts";

/** The context of a page besides its own text. */
export interface PageDrawers {
  readonly formulas: FormulaRenderer;
  readonly diagrams: (source: string) => string | undefined;
  readonly icon: IconDrawer;
  /** Receives the headings in document order. */
  readonly headings: OutlineEntry[];
  /** Keeps the ids of several documents on one page distinct. */
  readonly idPrefix?: string | undefined;
}

/** The context for the blocks of one page. Its counters start over for each page. */
export function pageSetting(
  site: Pick<SiteView, "customization" | "basePath">,
  page: Pick<PageView, "anchors" | "apis" | "resolve" | "showsConditional">,
  { formulas, diagrams, icon, headings, idPrefix = "" }: PageDrawers,
): Setting {
  const { internationalization, externalLinks } = site.customization;
  const waiting = new Map<string, string[]>();
  for (const { title, anchor } of page.anchors) {
    const anchors = waiting.get(title);
    if (anchors === undefined) waiting.set(title, [anchor]);
    else anchors.push(anchor);
  }
  const taken = new Set<string>();
  const reserved = new Set(page.anchors.map(({ anchor }) => anchor));
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();

  /** The anchor itself, or with a number appended if another element has it. */
  function claim(base: string, isOwn: boolean): string {
    let anchor = base;
    if (taken.has(base) || (!isOwn && reserved.has(base))) {
      let number = numbers.get(base) ?? 0;
      do {
        number += 1;
        anchor = `${base}-${number}`;
      } while (taken.has(anchor) || reserved.has(anchor));
      numbers.set(base, number);
    }
    taken.add(anchor);
    return idPrefix + anchor;
  }

  const anchorFor = (title: string, written: string | undefined) =>
    written ? claim(foldedId(written), true) : claim(toAnchor(title) || "section", false);

  let closable = 0;

  const setting: Setting = {
    words: getWords(internationalization.locale),
    apiWords: getApiWords(internationalization.locale),
    resolve: page.resolve,
    showsConditional: page.showsConditional,
    opensOutside: externalLinks.target === "blank",
    blocks: (blocks) => renderBlocks(blocks, setting),
    inline: (nodes) => renderInline(nodes, setting),
    createSectionAnchor(title, written) {
      const known = waiting.get(title)?.shift();
      return anchorFor(title, written || known);
    },
    createAnchor: anchorFor,
    addHeading(title, anchor, level) {
      if (closable === 0 && level <= 3 && title !== "") headings.push({ title, anchor, level });
    },
    unlisted(draw) {
      closable += 1;
      const drawn = draw();
      closable -= 1;
      return drawn;
    },
    newId(of) {
      const number = (counts.get(of) ?? 0) + 1;
      counts.set(of, number);
      return `_${idPrefix}${of}-${number}`;
    },
    searchHref: (query) => `${site.basePath}~search${query === "" ? "" : `?q=${encodeURIComponent(query)}`}`,
    findApi: (block) => page.apis?.get(block),
    tryScript: assetHref(site.basePath, "try-it.js"),
    diagram(source) {
      const drawn = diagrams(source);
      return drawn === undefined ? undefined : embedDrawing(drawn, setting.newId("diagram"));
    },
    icon: (name) => (name === "" ? undefined : icon(name)),
    math: formulas,
    code: highlight,
  };
  return setting;
}

/** Ids cannot contain spaces. */
const foldedId = (anchor: string) => (/\s/.test(anchor) ? foldAnchor(anchor.replace(/\s+/g, "-")) : anchor);
