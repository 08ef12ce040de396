import type { Folder } from "./read-folder.ts";

/** Somewhere that content to import lies: a folder, or a commit of a repository. */
export interface ContentSource {
  /** Its last name, which a title is made of where nothing says a better one. */
  readonly name: string;
  /** What messages call it. */
  readonly shown: string;
  /** A file at its top; undefined where there is none. Rejects with the reason as the cause. */
  readTop(name: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Everything below a folder of it, `""` for all; undefined where there is no such folder. */
  list(root: string): Promise<Folder | undefined>;
}
