import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { splitHref } from "../../markdown/page/link-paths.ts";
import { listingPageLinks } from "../../markdown/page/links.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { type DraftContent, readSourceAt } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { advisory, inGroups } from "../../resolve/reads.ts";
import type { LinkSource, LinkTargets } from "./new-links.ts";

/** The most texts read for links to one page. */
const maxTextsRead = 50;

/** A page that exists only in the draft has no links from elsewhere. */
const noBacklinks = { items: [], next: undefined };

/** A page or reusable content of a draft, and which anchors of the page in question it links to, as written. */
export interface LinkingText {
  readonly kind: "page" | "reusable-content";
  readonly id: string;
  readonly title: string;
  readonly anchors: readonly string[];
}

interface Holder {
  readonly kind: LinkingText["kind"];
  readonly id: string;
}

interface ReadText extends Holder {
  readonly title: string;
  readonly markdown: string;
  readonly linkSource: LinkSource;
}

/** What is known about the links of a draft. */
interface DraftLinks {
  readonly targets: LinkTargets;
  /** Undefined if the service does not say. */
  readonly changes: SemanticChanges | undefined;
  /** Texts of pages by id that replace the draft's older ones. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Finds the texts of a draft that link to anchors of a page: those in the space, and those that the draft writes. */
export class LinkingTexts {
  readonly #draft: DraftContent;
  readonly #context: ToolContext;
  readonly #links: DraftLinks;
  readonly #written: readonly Holder[];
  readonly #read = new Map<string, Promise<ReadText | undefined>>();

  constructor(links: DraftLinks, draft: DraftContent, context: ToolContext) {
    this.#links = links;
    this.#draft = draft;
    this.#context = context;
    this.#written = (links.changes?.changes ?? []).flatMap((change): Holder[] => {
      switch (change.type) {
        case "page_created":
        case "page_edited":
          return [{ kind: "page", id: change.page.id }];
        case "reusable_content_created":
        case "reusable_content_edited":
          return [{ kind: "reusable-content", id: change.reusableContent.id }];
        default:
          return [];
      }
    });
  }

  /** `complete` if every text that may link to the page was read. */
  async to(pageId: string): Promise<{ linking: LinkingText[]; complete: boolean }> {
    const { client, signal } = this.#context;
    const names = { spaceId: this.#draft.space.id, pageId, limit: 1000 };
    const found = await advisory(client.pages.listBacklinks(names, { signal }), noBacklinks);
    const holders = new Map<string, Holder>([[pageId, { kind: "page", id: pageId }]]);
    for (const backlink of found?.items ?? []) {
      if (backlink.kind === "page") holders.set(backlink.page.id, { kind: "page", id: backlink.page.id });
      if (backlink.kind === "reusable-content") {
        const { id } = backlink.reusableContent;
        holders.set(id, { kind: "reusable-content", id });
      }
    }
    for (const holder of this.#written) holders.set(holder.id, holder);
    for (const id of this.#links.texts.keys()) holders.set(id, { kind: "page", id });
    const texts = await inGroups([...holders.values()].slice(0, maxTextsRead), (holder) => this.#findText(holder));
    const linking: LinkingText[] = [];
    for (const text of texts) {
      if (text === undefined) continue;
      const { kind, id, title } = text;
      const anchors = await this.#anchorsIn(text, pageId);
      if (anchors.length > 0) linking.push({ kind, id, title, anchors });
    }
    return { linking, complete: holders.size <= maxTextsRead && found !== undefined && found.next === undefined };
  }

  async #anchorsIn({ kind, id, markdown, linkSource }: ReadText, pageId: string): Promise<string[]> {
    const { targets } = this.#links;
    const links = await new TimeSlices(this.#context.signal).run(listingPageLinks(markdown));
    const anchors = links.flatMap(({ href, kind: how }) => {
      const { path, anchor } = splitHref(href);
      if (how !== "path" || anchor === undefined || anchor === "") return [];
      // A bare anchor in a reusable content refers to whichever page includes it.
      if (path === "") return kind === "page" && id === pageId ? [anchor] : [];
      return targets.find(linkSource, href)?.id === pageId ? [anchor] : [];
    });
    return [...new Set(anchors)];
  }

  #findText(holder: Holder): Promise<ReadText | undefined> {
    const known = this.#read.get(holder.id) ?? this.#readText(holder);
    this.#read.set(holder.id, known);
    return known;
  }

  async #readText({ kind, id }: Holder): Promise<ReadText | undefined> {
    if (kind === "page") {
      const page = await readSourceAt(this.#draft, this.#draft.revision, id, this.#context);
      if (page === undefined) return undefined;
      const markdown = this.#links.texts.get(id) ?? page.markdown ?? "";
      return { kind, id, title: page.title, markdown, linkSource: this.#links.targets.byId(id) ?? page };
    }
    const { space, changeRequest } = this.#draft;
    const names = { spaceId: space.id, changeRequestId: changeRequest.id, reusableContentId: id };
    const { client, signal } = this.#context;
    const found = await advisory(client.changeRequestContent.reusableContent(names, { signal }));
    if (found === undefined) return undefined;
    const { title, markdown = "", git } = found;
    return { kind, id, title, markdown, linkSource: { git, path: git?.path } };
  }
}
