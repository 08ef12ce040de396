import type { Section, SiteLayout, Variant } from "./site-layout.ts";

/** Where in the structure a path leads. */
interface StructurePlace {
  readonly section: Section | undefined;
  readonly variant: Variant;
  /** Segments below the variant's root. */
  readonly rest: readonly string[];
  /** Whether the path is the one that addresses are made with. */
  readonly isCanonical: boolean;
  readonly complete: boolean;
}

/** Undefined where the visitor may see nothing there. */
export function findPlace(layout: SiteLayout, segments: readonly string[]): StructurePlace | undefined {
  const [first] = segments;
  const named = layout.sections.find(({ row }) => row.path === first);
  const section = named ?? (layout.hasSections ? layout.defaultSection : undefined);
  if (layout.hasSections && section === undefined) return undefined;
  const afterSection = named === undefined ? segments : segments.slice(1);
  const variants = section?.variants ?? layout.variants;
  const older = afterSection[0] === "v" ? variants.find(({ row }) => row.path === afterSection[1]) : undefined;
  const chosen = older ?? variants.find(({ row }) => row.path === afterSection[0]);
  const variant = chosen ?? layout.defaultVariant(section);
  if (variant === undefined) return undefined;
  const rest = afterSection.slice(older === undefined ? (chosen === undefined ? 0 : 1) : 2);
  const sectionFits = section === undefined || (named === undefined) === layout.isHomeSection(section);
  const variantFits = older === undefined && (chosen === undefined) === layout.isHomeVariant(variant);
  const mayFollow = (layout.hasSections && named === undefined) || (variants.length > 1 && chosen === undefined);
  return {
    section,
    variant,
    rest,
    isCanonical: sectionFits && variantFits,
    complete: rest.length > 0 || !mayFollow,
  };
}
