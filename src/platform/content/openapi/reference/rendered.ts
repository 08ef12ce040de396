import type { EarlierFile } from "../spec-book.ts";

/** What to render a reference from, and its options. */
export interface ReferenceRequest {
  readonly files: readonly EarlierFile[];
  readonly seed: string;
  /** Id of the page that requested it, which becomes the overview. */
  readonly page: string;
  readonly slug: string;
  /** Whether schemas get pages of their own, instead of being on each page that needs them. */
  readonly models: boolean;
  /** Whether each operation gets a page, below that of its tag. */
  readonly byOperation: boolean;
}

export interface RenderedPage {
  /** Stable across renderings. */
  readonly key: string;
  /** Key of the parent page; null below the overview. */
  readonly parent: string | null;
  readonly title: string;
  readonly description: string | undefined;
  readonly props: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The overview and the pages below it; parents come before children. */
export interface RenderedReference {
  readonly title: string;
  readonly text: string;
  readonly pages: readonly RenderedPage[];
}
