import type { ImportPlan } from "../../../../src/platform/exchange/space-files/plan.ts";

/** The pages as lines: two spaces per level, type, title, slug and source or target. */
export function outlineOf(plan: ImportPlan): string[] {
  const depths = new Map<string | null, number>([[null, -1]]);
  return plan.pages.map((page) => {
    const depth = (depths.get(page.parent) ?? Number.NaN) + 1;
    depths.set(page.key, depth);
    const leads = page.type === "document" ? ` <${page.source}>` : page.type === "link" ? ` -> ${page.target}` : "";
    const hidden = page.hidden ? " hidden" : "";
    return `${"  ".repeat(depth)}${page.type} ${page.title} /${page.slug}${leads}${hidden}`;
  });
}

export function problemsOf(plan: ImportPlan): string[] {
  return plan.warnings.map((warning) => `${warning.path} ${warning.problem}`);
}
