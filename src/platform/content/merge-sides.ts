import type { EditedMap, StoredMap } from "./content-map.ts";

export interface MergeSides {
  readonly base: StoredMap;
  /** An edited copy of the side that the other is brought into. */
  readonly kept: EditedMap;
  readonly incoming: StoredMap;
  /** The side whose pages and files get another slug or source path where both took the same one. */
  readonly yielding: "kept" | "incoming";
}

export interface TextStore {
  readText(address: string): Promise<string>;
  /** Keeps a text to be stored with the revision being made, and answers its address. */
  putText(text: string): string;
}
