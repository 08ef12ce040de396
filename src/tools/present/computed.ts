import type { ComputedSource } from "../../contract/models/computed-content.ts";
import { quoted } from "./name.ts";

/** The slug of the OpenAPI specification that a page is computed from; undefined for any other page. */
export function specOf(computed: ComputedSource | undefined): string | undefined {
  const { spec } = (computed?.dependencies?.spec?.ref ?? {}) as { readonly spec?: unknown };
  return typeof spec === "string" ? spec : undefined;
}

/** What a page is computed from, for a sentence. */
export function sourceName(computed: ComputedSource): string {
  const spec = specOf(computed);
  return spec === undefined ? quoted(computed.type) : `OpenAPI specification ${quoted(spec)}`;
}
