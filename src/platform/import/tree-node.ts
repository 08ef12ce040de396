import type { ComputedSource } from "../../contract/models/computed-content.ts";

/** A page's place in the tree, before its own text has a say in title and slug. Siblings follow one another in list order. */
export type TreeNode = {
  /** The source of a document; unique in the tree. */
  key: string;
  parent: string | null;
  /** What the table of contents or the folder calls it; undefined when only the page itself can tell. */
  label?: string | undefined;
  /** What navigation shows where that was written apart from the label. */
  linkTitle?: string | undefined;
  hidden?: boolean;
} & (
  | { type: "document"; source: string }
  /** `slug` where it is not to follow from the label. */
  | { type: "group"; slug?: string | undefined }
  | { type: "link"; target: string }
  | { type: "computed"; computed: ComputedSource }
);
