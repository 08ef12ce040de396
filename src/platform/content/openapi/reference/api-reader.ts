import { documentFromMarkdown } from "../../../../markdown/document/reading/from-markdown.ts";
import type { ApiView } from "../../../../site/blocks/reference/api-view.ts";
import { bytesOfValue } from "../../../kernel/caches.ts";
import { LruCache } from "../../../kernel/lru-cache.ts";
import { looksLikeJson, parseFile, UnreadableFile } from "../parse-file.ts";
import { Resolver } from "../references.ts";
import { readEarlier } from "../spec-book.ts";
import { type Api, readApi } from "./api.ts";
import type { ApiPart, ApiPartView, ApiRequest, ApiSource } from "./api-parts.ts";
import { OperationViewer } from "./operation-view.ts";
import { SchemaBook } from "./schema-book.ts";
import { ShapeReader } from "./shape-view.ts";

/** Longest file of a space that is read for a page, in characters. Reading YAML takes longer. */
const maxText = { json: 5_000_000, yaml: 400_000 };

/** Maximum memory that parsed descriptions occupy in the thread, in bytes. */
const maxCapacity = 700_000_000;

/** Largest view of one part, in bytes: the main thread receives it in one piece. */
const maxView = 8_000_000;

/** Whether a page can show parts of a description. */
export type Opened = "readable" | "unreadable" | "too large";

/** Reads descriptions, and what pages show of them. Parsed descriptions are cached. */
export class ApiReader {
  /** A large description takes long to parse, so one may take up all of the cache. */
  readonly #apis = new LruCache(0, 1);
  #viewer: OperationViewer | undefined;

  /** Begins a page: the parts that follow are of this description. */
  open({ key, source, cost, capacity }: ApiRequest): Opened {
    this.#apis.setMaxBytes(Math.min(capacity, maxCapacity));
    this.#viewer = undefined;
    const cached = this.#apis.get(key) as Api | undefined;
    const api = cached ?? parse(source);
    if (typeof api === "string") return api;
    if (cached === undefined) this.#apis.set(key, api, cost);
    const book = new SchemaBook(api.resolver);
    this.#viewer = new OperationViewer(api, book, new ShapeReader(book, documentFromMarkdown));
    return "readable";
  }

  view(part: ApiPart): ApiPartView {
    const view = this.#viewer && presentPart(this.#viewer, part);
    const size = view === undefined ? 0 : bytesOfValue(view);
    return size > maxView ? { view: { kind: "left-out" }, size: 0 } : { view, size };
  }
}

function presentPart(viewer: OperationViewer, part: ApiPart): ApiView | undefined {
  switch (part.kind) {
    case "operation":
      return viewer.operation(part.method, part.path);
    case "webhook":
      return viewer.webhook(part.name, part.method);
    case "schemas":
      return viewer.schemas(part.names);
  }
}

function parse(source: ApiSource): Api | Exclude<Opened, "readable"> {
  if (source.kind === "specification") {
    const description = readEarlier(source.files);
    return description === undefined ? "unreadable" : readApi(description.root, description.resolver);
  }
  const { path, bytes } = source;
  const text = new TextDecoder().decode(bytes);
  if (text.length > (looksLikeJson(text) ? maxText.json : maxText.yaml)) return "too large";
  try {
    const file = parseFile(path, text);
    const resolver = new Resolver(new Map([[path, file]]), () => undefined);
    return readApi({ value: file.value, file: path, steps: [] }, resolver);
  } catch (error) {
    if (error instanceof UnreadableFile) return "unreadable";
    throw error;
  }
}
