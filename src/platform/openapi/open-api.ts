import type { Queries } from "../kernel/database/tables.ts";
import { looksLikeJson, parseFile, UnreadableFile } from "./parse-file.ts";
import type { Api } from "./reference/api.ts";
import type { OperationViewer } from "./reference/operation-view.ts";
import { Resolver } from "./references.ts";
import { findSpecBySlug, listFiles } from "./rows.ts";
import { type EarlierFile, readEarlier } from "./spec-book.ts";

/** The files of a specification's newest version. */
interface ApiFiles {
  /** Changes with them. */
  readonly version: string;
  readonly files: readonly EarlierFile[];
  /** Size in bytes, as stored. */
  readonly size: number;
}

/** Largest stored size of a description, about a tenth of its text, that is read while a reader waits. */
const mostPacked = 3_000_000;

/** Undefined if there is no such specification, it has not been read, or it is too large to read for a page. */
export async function findApiFiles(
  queries: Queries,
  organization: string,
  slug: string,
): Promise<ApiFiles | undefined> {
  const spec = await findSpecBySlug(queries, organization, slug);
  if (spec?.version == null) return undefined;
  const rows = await listFiles(queries, spec.version);
  const files = rows.map(({ path, text, content }): EarlierFile => [path, content ?? text]);
  const size = files.reduce((sum, [, packed]) => sum + packed.length, 0);
  return size > mostPacked ? undefined : { version: spec.version, files, size };
}

/** A description in a file of a space. */
interface ApiText {
  readonly path: string;
  readonly text: string;
}

/** Largest such file, in characters. Reading YAML takes longer. */
const mostText = { json: 5_000_000, yaml: 400_000 };

export async function apiInFiles({ files }: ApiFiles): Promise<Api | undefined> {
  const description = readEarlier(files);
  const { readApi } = await import("./reference/api.ts");
  return description && readApi(description.root, description.resolver);
}

/** Undefined if it is not a description or is too large. References to other files are not followed. */
export async function apiInText({ path, text }: ApiText): Promise<Api | undefined> {
  if (text.length > (looksLikeJson(text) ? mostText.json : mostText.yaml)) return undefined;
  const { readApi } = await import("./reference/api.ts");
  try {
    const file = parseFile(path, text);
    const resolver = new Resolver(new Map([[path, file]]), () => undefined);
    return readApi({ value: file.value, file: path, steps: [] }, resolver);
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}

/** What shows the parts of an API on one page. */
export async function openViewer(api: Api): Promise<OperationViewer> {
  const [{ OperationViewer }, { SchemaBook }, { ShapeReader }, { documentFromMarkdown }] = await Promise.all([
    import("./reference/operation-view.ts"),
    import("./reference/schema-book.ts"),
    import("./reference/shape-view.ts"),
    import("../../markdown/document/reading/from-markdown.ts"),
  ]);
  const book = new SchemaBook(api.resolver);
  return new OperationViewer(api, book, new ShapeReader(book, documentFromMarkdown));
}
