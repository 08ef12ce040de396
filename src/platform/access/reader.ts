import type { AnyOperation } from "../../contract/operation.ts";
import type { ExpressionScope } from "../../markdown/expressions/expressions.ts";
import type { Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";

/** The visitor's attributes in the form that expressions take. */
export type VisitorClaims = Extract<ExpressionScope[string], object>;

/** A visitor of a published site, or of a preview, for whom a renderer calls the API. */
export interface Reader {
  readonly organization: string;
  readonly site: string;
  /** What may be read, by the ids of the spaces that the site shows this visitor. */
  readonly spaces: ReadonlyMap<string, ReadableSpace>;
  /** The change request that the address previews. */
  readonly changeRequest: Pick<Row<"change_request">, "id" | "number"> | undefined;
  /** Evaluates conditions of pages for the visitor; undefined if all hold. */
  readonly visitor: { holds(condition: string): boolean; readonly claims: VisitorClaims } | undefined;
  /** Whether pages link to their sources in a Git repository. */
  readonly showsGit: boolean;
}

interface ReadableSpace {
  readonly revision: string;
  /** Whether the address names the revision, or a change request that has it. */
  readonly isPreviewed: boolean;
  /** Address of the space on the site. */
  readonly url: string;
  /** Of the site. */
  readonly visibility: "public" | "unlisted" | "share-link" | "visitor-auth";
}

declare module "../kernel/context.ts" {
  interface Context {
    /** Set if the call is made for a visitor. The context's user then has no rights at all. */
    readonly reader?: Reader | undefined;
  }
}

/** The user of calls that nobody signed in for. No table has it, so it has no rights. */
export const visitorUser: Row<"user"> = {
  id: "visitor",
  display_name: "Visitor",
  email: null,
  created_at: "1970-01-01T00:00:00.000Z",
  disabled: 0,
};

/**
 * Throws `not_found` unless a visitor may read what the path of a call names. Every operation for readers names all that
 * it reads in its path; what is within a site or space is decided where it is read.
 */
export function requireReadable(
  { organization, site, spaces, changeRequest }: Reader,
  { forReaders, path, id }: Pick<AnyOperation, "forReaders" | "path" | "id">,
  params: Readonly<Record<string, string>>,
): void {
  if (forReaders === false) {
    throw new Problem("not_found", `${id}: this token reads one published site, and this is not a part of it.`);
  }
  const { organizationId, siteId, spaceId, revisionId, changeRequestId } = params;
  if (organizationId !== undefined && organizationId !== organization) throw absentHere("organization", organizationId);
  if (siteId !== undefined && siteId !== site) throw absentHere("site", siteId);
  if (spaceId === undefined) return;
  const space = spaces.get(spaceId);
  if (space === undefined) throw absentHere("space", spaceId);
  if (changeRequestId !== undefined) {
    const isNamed = changeRequestId === changeRequest?.id || changeRequestId === String(changeRequest?.number);
    if (!space.isPreviewed || !isNamed) throw absentHere("changeRequest", changeRequestId);
    return;
  }
  if (revisionId !== undefined) {
    if (revisionId !== space.revision) throw absentHere("revision", revisionId);
    if (forReaders === "preview" && !space.isPreviewed) throw absentHere("revision", revisionId);
    return;
  }
  // What is left reads the active revision.
  if (space.isPreviewed && path !== "/spaces/{spaceId}" && path !== "/spaces/{spaceId}/embed") {
    throw absentHere("space", spaceId);
  }
}

const nouns = {
  organization: "organization",
  site: "site",
  space: "space",
  revision: "revision",
  changeRequest: "change request",
} as const;

const absentHere = (kind: keyof typeof nouns, id: string) =>
  new Problem("not_found", `${kind}Id: there is no ${nouns[kind]} ${id}, or this token may not see it.`);
