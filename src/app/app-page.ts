import type { Child } from "../site/html.ts";

/** One page of the desk, before the frame that all have around them. */
export interface AppPage {
  readonly title: string;
  readonly main: Child;
  /** What is beside the text: the pages of a space. */
  readonly sidebar?: Child;
  readonly breadcrumbs?: readonly Crumb[];
  /** The organization that the page belongs to. */
  readonly organization?: string | undefined;
  readonly status?: number;
  /** What is shown takes the whole width. */
  readonly isWide?: boolean;
  /** Names the state that is shown: where one is given, the page follows what others change. */
  readonly version?: string | undefined;
}

export interface Crumb {
  readonly title: string;
  readonly href?: string | undefined;
}
