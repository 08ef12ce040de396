import { readFrontMatter } from "../../../markdown/grammar/front-matter.ts";
import { toSlug } from "../../../markdown/page/title.ts";
import type { SummarySource } from "../../content/summary-source.ts";
import { editSummary, type SummaryLine, writeSummary } from "./edit-summary.ts";
import type { ExportedPage } from "./exported-content.ts";
import { getFolder, KnownPaths } from "./folder-path.ts";
import { pageFacts } from "./page-facts.ts";
import { parseSummary, type SummaryEntry } from "./summary.ts";

/**
 * The table of contents of an export. Hidden pages are not listed, unless their own front matter hides them. Pages that
 * the imported text left out stay left out.
 */
export class SummaryLines {
  readonly #listed: SummaryLine[] = [];
  readonly #source: SummarySource | undefined;
  readonly #entries = new Map<string, SummaryEntry>();
  readonly #unlisted: ReadonlySet<string>;
  readonly #known: KnownPaths;
  #hiddenBelow = Number.POSITIVE_INFINITY;

  constructor(source: SummarySource | undefined, paths: readonly (string | undefined)[]) {
    this.#source = source;
    this.#unlisted = new Set(source?.unlisted);
    this.#known = new KnownPaths(source === undefined ? [] : paths.filter((path) => path !== undefined));
    const byLine = new Map(source && parseSummary(source.text).map((entry) => [entry.line, entry]));
    for (const [line, page] of source?.lines ?? []) {
      const entry = byLine.get(line);
      if (entry !== undefined && !this.#entries.has(page)) this.#entries.set(page, entry);
    }
  }

  /** Takes pages in tree order. Reads the text only if the record does not say what to list. */
  async add(page: ExportedPage, path: string, text: () => Promise<string>): Promise<void> {
    if (page.depth > this.#hiddenBelow) return;
    const isHidden = await this.#isHidden(page, text);
    this.#hiddenBelow = isHidden ? page.depth : Number.POSITIVE_INFINITY;
    if (isHidden) return;
    const entry = this.#entries.get(page.id ?? "");
    const isUnchanged = entry !== undefined && (await this.#saysTheSame(entry, page, path, text));
    this.#listed.push({ ...toLine(page, path), id: page.id, isUnchanged });
  }

  text(title: string): string {
    const [first, second] = this.#listed;
    // A landing page comes first without being listed.
    const isLanding = this.#unlisted.has(first?.id ?? "") && (second?.depth ?? 0) === 0;
    const listed = isLanding ? this.#listed.slice(1) : this.#listed;
    return (this.#source && editSummary(this.#source, listed)) ?? writeSummary(title, this.#listed);
  }

  /** Computed pages are always listed: only their entry requests them. */
  async #isHidden(page: ExportedPage, text: () => Promise<string>): Promise<boolean> {
    if (page.type === "computed" || page.hidden !== true) return false;
    if (this.#unlisted.has(page.id ?? "")) return true;
    return page.type !== "document" || readFrontMatter(await text()).attributes.hidden !== true;
  }

  async #saysTheSame(
    entry: SummaryEntry,
    page: ExportedPage,
    path: string,
    text: () => Promise<string>,
  ): Promise<boolean> {
    if (page.type === "computed") {
      return entry.kind === "computed" && JSON.stringify(entry.source) === JSON.stringify(page.computed);
    }
    if (page.type === "link") {
      return entry.kind === "link" && isSameTitle(entry.title, page.title) && entry.address === page.target;
    }
    if (page.type === "group") {
      const slug = entry.kind === "group" ? entry.slug : undefined;
      return isSameTitle(entry.title, page.title) && isSlugFor(page.slug, slug ?? entry.title);
    }
    if (entry.kind !== "page") return false;
    const folder = getFolder(this.#source?.path ?? "");
    if ((this.#known.find(folder, entry.address) ?? this.#known.find("", entry.address)) !== path) return false;
    if (!isSameTitle(entry.linkTitle ?? entry.title, page.linkTitle ?? page.title)) return false;
    // When the entry is read again, the title comes from the text.
    return (
      isSameTitle(entry.title, page.title) || isSameTitle(pageFacts(await text()).title ?? entry.title, page.title)
    );
  }
}

function toLine(page: ExportedPage, path: string): SummaryLine {
  const { depth, title, linkTitle } = page;
  if (page.type === "document") return { type: "document", depth, title, linkTitle, path };
  if (page.type === "computed") return { type: "computed", depth, title, computed: page.computed };
  if (page.type === "link") return { type: "link", depth, title, target: page.target };
  return { type: "group", depth, title, ...(!isSlugFor(page.slug, title) && { slug: page.slug }) };
}

const isSameTitle = (one: string, other: string) =>
  one.replace(/\s+/g, " ").trim() === other.replace(/\s+/g, " ").trim();

/** Whether a name gives this slug, possibly with a number because a sibling has the same name. */
function isSlugFor(slug: string, name: string): boolean {
  const wanted = toSlug(name);
  return slug.startsWith(wanted) && /^(?:-\d+)?$/.test(slug.slice(wanted.length));
}
