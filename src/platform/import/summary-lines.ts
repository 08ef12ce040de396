import { readFrontMatter } from "../../text/front-matter.ts";
import type { ExportedPage } from "./write-folder.ts";
import type { SummaryLine } from "./write-summary.ts";

/** The table of contents of an export: what is hidden is not listed, unless its own front matter hides it. */
export class SummaryLines {
  readonly listed: SummaryLine[] = [];
  #hiddenBelow = Number.POSITIVE_INFINITY;

  /** Takes pages in tree order. The text is asked for where the page is hidden. */
  async add(page: ExportedPage, path: string, text: () => Promise<string>): Promise<void> {
    if (page.depth > this.#hiddenBelow) return;
    // Nothing but its entry says that computed pages are wanted.
    const isHidden =
      page.type !== "computed" && page.hidden === true && !(page.type === "document" && (await hidesItself(text)));
    this.#hiddenBelow = isHidden ? page.depth : Number.POSITIVE_INFINITY;
    if (!isHidden) this.listed.push(lineOf(page, path));
  }
}

const hidesItself = async (text: () => Promise<string>) => readFrontMatter(await text()).attributes.hidden === true;

function lineOf(page: ExportedPage, path: string): SummaryLine {
  const { depth, title, linkTitle } = page;
  if (page.type === "document") return { type: "document", depth, title, linkTitle, path };
  if (page.type === "computed") return { type: "computed", depth, title, computed: page.computed };
  return page.type === "link" ? { type: "link", depth, title, target: page.target } : { type: "group", depth, title };
}
