import type { z } from "zod";
import type { ContentTemplate } from "../../../contract/models/content-reference.ts";
import { organizationFor, spaceFor } from "../../access/scope.ts";
import { findPage } from "../../content/page-tree.ts";
import { revisionContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { makeSpace, maxTitleLength } from "../../workspace/spaces/index.ts";
import { fillSpace } from "../../workspace/templates/index.ts";
import { freePath } from "./site-paths.ts";
import type { SiteRow } from "./sites-rows.ts";
import { insertSiteSpace, readStructure } from "./structure-rows.ts";

interface Wanted {
  /** Null creates a space. */
  readonly spaceId: string | null;
  readonly template?: z.infer<typeof ContentTemplate> | undefined;
  readonly title?: string | null | undefined;
  readonly pageId?: string | null | undefined;
}

/** The space that a site is to show. Throws unless the caller may add that space to that site. */
export async function spaceToShow(context: Context, site: SiteRow, wanted: Wanted): Promise<Row<"space">> {
  const { spaceId, template, title, pageId } = wanted;
  if (spaceId === null) {
    if (pageId != null) {
      throw new Problem("bad_request", "pageId: a new space has no pages yet. Leave it out.");
    }
    await organizationFor(context, site.organization, "create");
    const id = await makeSpace(context, {
      organization: site.organization,
      parent: null,
      title: (title ?? "").slice(0, maxTitleLength) || "Untitled",
    });
    if (template !== undefined) await fillSpace(context, await spaceFor(context, id, "view"), template);
    return (await spaceFor(context, id, "view")).space;
  }
  if (template !== undefined) {
    throw new Problem(
      "bad_request",
      "template: applies only to a new space, when `spaceId` is null. Leave one of them out.",
    );
  }
  const space = await showableSpace(context, site, spaceId);
  if (pageId != null) await requirePage(context, space, pageId);
  return space;
}

/** A space of the site's organization that the caller may publish. Publishing decides who can read it. */
export async function showableSpace(
  context: Context,
  site: Pick<SiteRow, "organization">,
  id: string,
  field = "spaceId",
): Promise<Row<"space">> {
  const { space } = await spaceFor(context, id, "create");
  if (space.organization === site.organization) return space;
  throw new Problem(
    "bad_request",
    `${field}: space ${id} belongs to another organization than the site. Transfer it first, or choose another.`,
  );
}

export async function requirePage(
  context: Context,
  space: Pick<Row<"space">, "id" | "revision">,
  page: string,
): Promise<void> {
  const map = await revisionContent(context, space.id, space.revision);
  if ((await findPage(map, page)) !== undefined) return;
  throw new Problem("not_found", `pageId: there is no page ${page} in space ${space.id}.`);
}

interface Placement {
  /** Null on sites without sections. */
  readonly section: string | null;
  readonly title?: string | null | undefined;
  readonly draft: boolean;
  readonly page?: string | null | undefined;
}

/** More would slow down every page of the site. */
const maxSpaces = 1_000;

/** Appends a space to its section, or to the site. Returns the id of the site space. */
export async function addVariant(
  context: Context,
  site: SiteRow,
  space: Row<"space">,
  { section, title, draft, page }: Placement,
): Promise<string> {
  const rows = await readStructure(context.queries, site.id);
  const shown = rows.siteSpaces.find((row) => row.space === space.id);
  if (shown !== undefined) {
    throw new Problem(
      "conflict",
      `spaceId: site ${site.id} already shows space ${space.id}, as site space ${shown.id}.`,
    );
  }
  if (rows.siteSpaces.length >= maxSpaces) {
    throw new Problem("conflict", `Site ${site.id} shows ${maxSpaces} spaces, the maximum. Remove one first.`);
  }
  const siblings = rows.siteSpaces.filter((row) => row.section === section);
  const isHome = section === site.default_section;
  const others = isHome ? rows.sections.filter((other) => other.id !== section) : [];
  const taken = [...siblings, ...others].map(({ path }) => path);
  const id = createId();
  await insertSiteSpace(context.queries, {
    id,
    site: site.id,
    section,
    space: space.id,
    path: await freePath(title ?? space.title, taken),
    title: title ?? null,
    condition: null,
    page: page ?? null,
    draft: draft ? 1 : 0,
    hidden: 0,
    customization: null,
    position: 1 + Math.max(0, ...siblings.map(({ position }) => position)),
  });
  return id;
}
