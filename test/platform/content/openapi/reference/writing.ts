import { packText } from "../../../../../src/platform/content/openapi/packed-text.ts";
import { renderReference } from "../../../../../src/platform/content/openapi/reference/render-reference.ts";
import type {
  RenderedPage,
  RenderedReference,
} from "../../../../../src/platform/content/openapi/reference/rendered.ts";

/** The reference of a description, with readable ids instead of computed ones. */
export function writing(
  description: object,
  options: { models?: boolean; byOperation?: boolean; files?: Record<string, object> } = {},
): RenderedReference & { page(key: string): string } {
  const { models = false, byOperation = false, files = {} } = options;
  const all = { "openapi.json": description, ...files };
  const made = renderReference({
    files: Object.entries(all).map(([path, value]) => [path, packText(JSON.stringify(value))] as const),
    seed: "seed",
    page: "overview",
    slug: "pets",
    models,
    byOperation,
  });
  return {
    ...made,
    page(key) {
      const found = made.pages.find((page: RenderedPage) => page.key === key);
      if (found === undefined)
        throw new Error(`no page ${key}; there are ${made.pages.map((page) => page.key).join(", ")}`);
      return found.text;
    },
  };
}

/** A description with one operation of one tag. */
export const describing = (operation: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { tags: ["pets"], responses: {}, ...operation } } },
  ...more,
});
