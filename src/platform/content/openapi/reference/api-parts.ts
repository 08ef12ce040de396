import type { ApiView } from "../../../../site/blocks/reference/api-view.ts";
import type { EarlierFile } from "../spec-book.ts";

/** A part of an API that a block shows. */
export type ApiPart =
  | { readonly kind: "operation"; readonly method: string; readonly path: string }
  | { readonly kind: "webhook"; readonly name: string; readonly method: string }
  /** All schemas if no names are given. */
  | { readonly kind: "schemas"; readonly names: readonly string[] };

/** A description as stored. */
export type ApiSource =
  | { readonly kind: "specification"; readonly files: readonly EarlierFile[] }
  /** A file of a space. References to other files are not followed. */
  | { readonly kind: "file"; readonly path: string; readonly bytes: Uint8Array };

/** A description to read for one page. */
export interface ApiRequest {
  /** Changes with the source. */
  readonly key: string;
  readonly source: ApiSource;
  /** Bytes of memory that the description takes once it is parsed, and that all parsed descriptions may take. */
  readonly cost: number;
  readonly capacity: number;
}

/** Undefined if the description has no such part. */
export interface ApiPartView {
  readonly view: ApiView | undefined;
  /** Approximate size in bytes. */
  readonly size: number;
}
