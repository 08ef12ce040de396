import type { ToolContext } from "../tool.ts";

/** What `show_organization` shows, and of whom. */
export interface Subject {
  readonly organizationId: string;
  readonly organizationTitle: string;
  /** One of them to show in detail. */
  readonly name: string | undefined;
  readonly cursor: string | undefined;
  readonly context: ToolContext;
}
