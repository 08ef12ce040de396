import type { ComputedSource } from "../../contract/models/computed-content.ts";
import { OpenAPISlug } from "../../contract/models/openapi-spec.ts";
import { Problem } from "../problem.ts";

/** The specification that pages are computed from; undefined for what this service does not compute. */
export function specOf({ type, dependencies }: ComputedSource): string | undefined {
  const ref = dependencies?.spec?.ref;
  if (type !== "builtin:openapi" || typeof ref !== "object" || ref === null) return undefined;
  const { kind, spec } = ref as { readonly kind?: unknown; readonly spec?: unknown };
  const slug = kind === "openapi" ? OpenAPISlug.safeParse(spec) : undefined;
  return slug?.success ? slug.data : undefined;
}

/** Throws `not_implemented` and `unprocessable` for a source that no pages can be computed from. */
export function demandComputable(source: ComputedSource): string {
  if (source.type === "builtin:openapi") demandKnownProps(source);
  const spec = specOf(source);
  if (spec !== undefined) return spec;
  if (source.type !== "builtin:openapi") {
    throw new Problem("not_implemented", 'computed.type: this service computes pages from "builtin:openapi" alone.');
  }
  throw new Problem(
    "unprocessable",
    'computed.dependencies: name the specification by its slug, as in {"spec": {"ref": {"kind": "openapi", "spec": "petstore"}}}.',
  );
}

function demandKnownProps({ props = {} }: ComputedSource): void {
  const { models, grouping, downloadLink } = props as Readonly<Record<string, unknown>>;
  if (models !== undefined && typeof models !== "boolean") {
    throw new Problem("unprocessable", "computed.props.models: send true for schemas on pages of their own, or false.");
  }
  if (grouping !== undefined && grouping !== "by-tag" && grouping !== "by-operation") {
    throw new Problem("unprocessable", 'computed.props.grouping: send "by-tag" or "by-operation".');
  }
  if (downloadLink !== undefined && downloadLink !== false) {
    throw new Problem(
      "not_implemented",
      "computed.props.downloadLink: computed pages have no link to the specification here. Leave it out; the record of a public specification has one in urls.published.",
    );
  }
}

/** How pages are to be computed: what is left out is as it is usual. */
export interface ReferenceProps {
  readonly models: boolean;
  readonly byOperation: boolean;
}

export const propsOf = ({ props }: ComputedSource): ReferenceProps => ({
  models: props?.models === true,
  byOperation: props?.grouping === "by-operation",
});
