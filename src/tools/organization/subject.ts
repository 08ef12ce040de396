import type { ToolContext } from "../tool.ts";

/** What `show_organization` shows, and of whom. */
export interface Subject {
  readonly organizationId: string;
  /** One of them to show in detail. */
  readonly name: string | undefined;
  readonly cursor: string | undefined;
  readonly context: ToolContext;
}

/** Tokens kept for the lines around a list. */
export const noteTokens = 120;

/** A cursor of the service as a query member, left out for the first portion. */
export const pageOf = (page: string | undefined) => (page === undefined ? {} : { page });
