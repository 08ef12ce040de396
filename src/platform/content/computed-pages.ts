import { createHash } from "node:crypto";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { InsertPage } from "../../contract/models/content-change.ts";
import { OpenAPISlug } from "../../contract/models/openapi-spec.ts";
import { toSlug } from "../../markdown/page/title.ts";
import { createId } from "../kernel/database/ids.ts";
import { Problem } from "../kernel/problem.ts";
import type { ContentMap, EditedMap } from "./content-map.ts";
import { shortTitle } from "./input-content.ts";
import { changedMembers } from "./page-front-matter.ts";
import { findPage } from "./page-tree.ts";
import { freeSlug, orderAt } from "./placement.ts";
import type { ComputedRecord, PageRecord } from "./records.ts";

/** A page that requests computed pages. Its text and the pages below it are computed later. */
export async function newComputedPage(map: EditedMap, change: InsertPage, now: string): Promise<PageRecord> {
  const source = change.computed;
  if (source === undefined) throw new Problem("bad_request", "computed: say what the page is computed from.");
  const spec = requireComputable(source);
  const parent = change.into ?? null;
  const title = change.title === undefined ? spec : shortTitle(change.title);
  const computed = newComputed(source, change.title === undefined ? spec : undefined);
  return {
    ...changedMembers(change),
    id: createId(),
    type: "computed",
    title,
    slug: await freeSlug(map, parent, toSlug(change.slug ?? title), undefined),
    parent,
    order: await orderAt(map, parent, change.at, undefined),
    computed,
    createdAt: now,
    updatedAt: now,
  };
}

/** `title` is the placeholder until the page is computed; undefined when a person set the title. */
export function newComputed(source: ComputedRecord["source"], title: string | undefined): ComputedRecord {
  return { source, seed: createId(), ...(title === undefined ? {} : { title }) };
}

/** The page as it was before anything was computed, without what computing added to it. */
export function uncomputed({ content: _, computed, ...page }: PageRecord): PageRecord {
  if (computed === undefined) throw new Error(`Page ${page.id} does not request computed pages`);
  const { title, ...request } = computed;
  const own = title !== page.title;
  const standing = findSpecSlug(computed.source) ?? page.title;
  return {
    ...page,
    type: "computed",
    title: own ? page.title : standing,
    computed: own ? request : { ...request, title: standing },
  };
}

/** Throws `conflict` for a computed page: it cannot be written, moved or deleted on its own. */
export async function requireWritten(map: ContentMap, page: PageRecord | undefined, field: string): Promise<void> {
  if (page?.part === undefined) return;
  const requestingPage = await findPage(map, page.part.of);
  throw new Problem("conflict", `${field}: page ${page.id} is ${computedFrom(requestingPage)}`);
}

/** Throws `conflict` for a page whose text is computed. */
export function requireOwnText(page: PageRecord, field: string): void {
  if (page.computed === undefined) return;
  throw new Problem("conflict", `${field}: the text of page ${page.id} is ${computedFrom(page)}`);
}

/** Throws `conflict` for a computed page, and for blocks of a computed text. */
export async function requireRevertible(
  map: ContentMap,
  page: PageRecord | undefined,
  blocks: readonly string[] | undefined,
): Promise<void> {
  await requireWritten(map, page, "page");
  if (page !== undefined && blocks !== undefined) requireOwnText(page, "block");
}

/** Throws `conflict` if pages cannot be placed here: the pages below computed ones come and go with their source. */
export function requireChildrenAllowed(page: PageRecord, field: string): void {
  if (page.computed === undefined && page.part === undefined) return;
  throw new Problem(
    "conflict",
    `${field}: the pages under ${page.id} are computed, and other pages cannot be placed there. Put the page next to it.`,
  );
}

function computedFrom(page: PageRecord | undefined): string {
  const spec = page?.computed && findSpecSlug(page.computed.source);
  const source = spec === undefined ? "its source" : `OpenAPI specification "${spec}"`;
  const rest = page === undefined ? "" : ` Page ${page.id}, which requests it, can be moved, renamed and deleted.`;
  return `computed from ${source}. Change that instead.${rest}`;
}

/** The specification that pages are computed from; undefined if this service cannot compute the source. */
export function findSpecSlug({ type, dependencies }: ComputedSource): string | undefined {
  const ref = dependencies?.spec?.ref;
  if (type !== "builtin:openapi" || typeof ref !== "object" || ref === null) return undefined;
  const { kind, spec } = ref as { readonly kind?: unknown; readonly spec?: unknown };
  const slug = kind === "openapi" ? OpenAPISlug.safeParse(spec) : undefined;
  return slug?.success ? slug.data : undefined;
}

/** Throws `not_implemented` or `unprocessable` for a source that pages cannot be computed from. */
function requireComputable(source: ComputedSource): string {
  if (source.type === "builtin:openapi") requireKnownProps(source);
  const spec = findSpecSlug(source);
  if (spec !== undefined) return spec;
  if (source.type !== "builtin:openapi") {
    throw new Problem("not_implemented", 'computed.type: this service computes pages only from "builtin:openapi".');
  }
  throw new Problem(
    "unprocessable",
    'computed.dependencies: name the specification by its slug, as in {"spec": {"ref": {"kind": "openapi", "spec": "petstore"}}}.',
  );
}

function requireKnownProps({ props = {} }: ComputedSource): void {
  const { models, grouping, downloadLink } = props as Readonly<Record<string, unknown>>;
  if (models !== undefined && typeof models !== "boolean") {
    throw new Problem("unprocessable", "computed.props.models: send true to give schemas their own pages, or false.");
  }
  if (grouping !== undefined && grouping !== "by-tag" && grouping !== "by-operation") {
    throw new Problem("unprocessable", 'computed.props.grouping: send "by-tag" or "by-operation".');
  }
  if (downloadLink !== undefined && downloadLink !== false) {
    throw new Problem(
      "not_implemented",
      "computed.props.downloadLink: this service does not put a download link on computed pages. Leave it out; the record of a public specification has one in urls.published.",
    );
  }
}

/** Options for computing pages. What is omitted gets its default. */
interface ReferenceProps {
  readonly models: boolean;
  readonly byOperation: boolean;
}

export const parseReferenceProps = ({ props }: ComputedSource): ReferenceProps => ({
  models: props?.models === true,
  byOperation: props?.grouping === "by-operation",
});

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The id of a computed page. It stays the same each time the page is computed. */
export function computedId(seed: string, key: string): string {
  const bytes = createHash("sha256").update(`${seed}\n${key}`).digest();
  return [...bytes.subarray(0, 20)].map((byte) => alphabet[byte % alphabet.length]).join("");
}
