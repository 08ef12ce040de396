import type { EarlierFile } from "../spec-book.ts";

/** What a reference is written from, and how. */
export interface ReferenceRequest {
  readonly files: readonly EarlierFile[];
  readonly seed: string;
  /** Id of the page that asks for it, which is the overview. */
  readonly page: string;
  readonly slug: string;
  /** Schemas on pages of their own, instead of on each page that needs them. */
  readonly models: boolean;
  /** A page for each operation, below that of its tag. */
  readonly byOperation: boolean;
}

export interface RenderedPage {
  /** The same each time it is written. */
  readonly key: string;
  /** Key of the page above; null below the overview. */
  readonly parent: string | null;
  readonly title: string;
  readonly description: string | undefined;
  readonly props: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The overview, and the pages below it: each after the one above it. */
export interface RenderedReference {
  readonly title: string;
  readonly text: string;
  readonly pages: readonly RenderedPage[];
}
