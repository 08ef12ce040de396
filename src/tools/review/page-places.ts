import type { PageSummary } from "../../contract/models/page.ts";
import { baseOf, type Entry } from "../editing/changes.ts";
import { quoted } from "../present/name.ts";
import type { DraftContent } from "../resolve/content.ts";
import { lookUp } from "../resolve/lookup.ts";
import { PageIndex, type PlacedPage } from "../resolve/page-index.ts";
import type { ToolContext } from "../tool.ts";

/** The trees on both sides of a change request, each read when it is first asked for. */
export class PagePlaces {
  readonly #draft: DraftContent;
  readonly #context: ToolContext;
  #before: Promise<PageIndex> | undefined;
  #after: Promise<PageIndex> | undefined;

  constructor(draft: DraftContent, context: ToolContext) {
    this.#draft = draft;
    this.#context = context;
  }

  before(): Promise<PageIndex> {
    this.#before ??= this.#read(baseOf(this.#draft.changeRequest));
    return this.#before;
  }

  after(): Promise<PageIndex> {
    this.#after ??= this.#read(this.#draft.revision);
    return this.#after;
  }

  /** Where a new page is, and which path a moved one had. */
  async facts({ page, types }: Entry): Promise<string[]> {
    if (page === undefined || !(types.has("page_created") || types.has("page_moved") || types.has("slug"))) return [];
    const after = await this.after();
    const placed = after.byId(page.id);
    if (placed === undefined) return [];
    if (types.has("page_created")) return [`  ${placeOf(placed, after)}`];
    const was = (await this.before()).byId(page.id);
    const place = types.has("page_moved") ? [`  now ${placeOf(placed, after)}`] : [];
    if (was?.page.path === undefined || was.page.path === placed.page.path) return place;
    const below = placed.below === 0 ? "" : `, and with it ${placed.below} below it`;
    return [`  path: ${quoted(was.page.path)} → ${quoted(placed.page.path ?? "")}${below}`, ...place];
  }

  async #read(revisionId: string): Promise<PageIndex> {
    const { client, signal } = this.#context;
    const tree = await lookUp(client.revisions.listPages({ spaceId: this.#draft.space.id, revisionId }, { signal }));
    return new PageIndex(tree?.pages ?? []);
  }
}

/** `under "Guides" (id), after "Billing" (id)`. */
function placeOf({ page, parent }: PlacedPage, index: PageIndex): string {
  const siblings = index.pages.filter((other) => other.parent === parent);
  const before = siblings[siblings.findIndex((other) => other.page.id === page.id) - 1]?.page;
  const owner = parent === undefined ? undefined : index.byId(parent)?.page;
  const under = owner === undefined ? "at the root" : `under ${nameOf(owner)}`;
  return before === undefined ? `${under}, first` : `${under}, after ${nameOf(before)}`;
}

const nameOf = ({ title, id }: PageSummary) => `${quoted(title)} (${id})`;
