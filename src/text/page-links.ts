import { listInclusions } from "./inclusions.ts";
import { listLinks } from "./links.ts";
import { listSections, type Section } from "./sections.ts";
import { titleOf } from "./title.ts";

/** A link of a page with the section it stands in. */
export interface PageLink {
  readonly href: string;
  /** `path` is an address, `openapi` the slug of a specification. */
  readonly kind: "path" | "openapi";
  /** `dependsOn` takes the target's content in, `reference` points at it. */
  readonly relation: "reference" | "dependsOn";
  /** Empty before the first heading below the page's title. */
  readonly anchor: string;
  readonly start: number;
}

/** Every link, picture and inclusion of a page, in order. */
export function listPageLinks(markdown: string): PageLink[] {
  const links = [
    ...listLinks(markdown).map(({ href, start }) => ({
      href,
      start,
      kind: "path" as const,
      relation: "reference" as const,
    })),
    ...listInclusions(markdown).map(({ kind, target, start }) => ({
      href: target,
      start,
      kind: kind === "openapi" ? ("openapi" as const) : ("path" as const),
      relation: "dependsOn" as const,
    })),
  ].sort((one, other) => one.start - other.start);
  if (links.length === 0) return [];
  const sections = listSections(markdown);
  const title = titleOf(markdown);
  let index = -1;
  return links.map((link) => {
    while ((sections[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= link.start) index += 1;
    const section = sections[index];
    const isLead = section === undefined || (title?.source === "heading" && isWithin(title.start, section));
    return { ...link, anchor: isLead ? "" : section.anchor };
  });
}

/** Whether an offset lies in the heading of a section. */
const isWithin = (offset: number, { start, bodyStart }: Section) => start <= offset && offset < bodyStart;
