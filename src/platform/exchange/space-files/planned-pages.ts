import { posix } from "node:path";
import type { ComputedSource } from "../../../contract/models/computed-content.ts";
import type { Described } from "../../content/page-members.ts";
import { SiblingSlugs } from "../../content/placement.ts";
import type { CoverRecord } from "../../content/records.ts";
import type { ImportWarning } from "./errors.ts";
import { getFolder, isExternal, type KnownPaths } from "./folder-path.ts";
import { nameOfSource, type PageFacts, titleOfName } from "./page-facts.ts";
import type { Folder } from "./read-folder.ts";
import { readPlannedText } from "./read-pages.ts";

type PlannedPageBase = {
  /** Unique in the plan. */
  key: string;
  /** Key of the parent, null at the top. */
  parent: string | null;
  title: string;
  /** Title in the table of contents, if it differs. */
  linkTitle?: string;
  slug: string;
  hidden?: boolean;
  /** Bytes of the text; 0 for a group or link. */
  size: number;
};

/**
 * Includes what the front matter says. A cover that names a file is a path relative to the content root, otherwise as
 * written.
 */
export type PlannedDocument = PlannedPageBase &
  Omit<Partial<Described>, "hidden"> & {
    type: "document";
    /** Posix path relative to the content root. */
    source: string;
    /** The text; encoded as UTF-8 it equals the file, byte for byte, unless components of MDX became blocks in it. */
    read(): Promise<string>;
  };

export type PlannedPage =
  | PlannedDocument
  /** `isSlugGiven`: the slug comes from the table of contents. */
  | (PlannedPageBase & { type: "group"; isSlugGiven?: true })
  | (PlannedPageBase & { type: "link"; target: string })
  | (PlannedPageBase & { type: "computed"; computed: ComputedSource });

/** Gives every node of a tree its title and slug, parents before children. */
export function plannedPages(
  nodes: readonly TreeNode[],
  facts: ReadonlyMap<string, PageFacts>,
  folder: Folder,
  known: KnownPaths,
): { pages: PlannedPage[]; warnings: ImportWarning[] } {
  const slugs = new SiblingSlugs();
  const warnings: ImportWarning[] = [];
  const pages = inTreeOrder(nodes).map((node): PlannedPage => {
    const { key, parent } = node;
    const name = node.type === "document" ? nameOfSource(node.source) : groupName(node);
    const { slug, wanted } = slugs.take(parent, name);
    if (slug !== wanted) {
      const message = `${key} gets the slug "${slug}": a sibling page already has "${wanted}".`;
      warnings.push({ path: key, problem: "duplicate_slug", message });
    }
    if (node.type === "group") {
      const slugMember = node.slug !== undefined && ({ isSlugGiven: true } as const);
      return { key, parent, type: "group", title: node.label ?? name, slug, size: 0, ...slugMember };
    }
    if (node.type === "computed") {
      const { computed } = node;
      return { key, parent, type: "computed", title: node.label ?? name, slug, size: 0, computed };
    }
    if (node.type === "link") {
      return { key, parent, type: "link", title: node.label ?? name, slug, size: 0, target: node.target };
    }
    const { source } = node;
    const { title: ownTitle, hidden, cover, position, problem, ...shown } = facts.get(source) ?? {};
    const title = ownTitle ?? node.label ?? titleOfName(name);
    const linkTitle = node.linkTitle ?? node.label;
    return {
      key,
      parent,
      type: "document",
      title,
      slug,
      source,
      size: folder.files.get(source) ?? 0,
      ...(linkTitle !== undefined && linkTitle !== title && { linkTitle }),
      ...((hidden || node.hidden) && { hidden: true }),
      ...shown,
      ...(cover && { cover: coverAt(source, cover, known) }),
      read: () => readPlannedText(folder, source),
    };
  });
  return { pages, warnings };
}

/** A folder's group is named after the folder; another group after its anchor or, like a link, its label. */
function groupName(node: TreeNode): string {
  if (node.type === "group" && node.slug !== undefined) return node.slug;
  return node.key.endsWith("/") ? posix.basename(node.key) : (node.label ?? "");
}

function coverAt(source: string, cover: CoverRecord, known: KnownPaths): CoverRecord {
  const path = (ref: string) => (isExternal(ref) ? ref : (known.find(getFolder(source), ref) ?? ref));
  return { ...cover, ref: path(cover.ref), ...(cover.refDark && { refDark: path(cover.refDark) }) };
}

/** Each node, then its children in list order. Not recursive, so depth uses no stack. */
function inTreeOrder(nodes: readonly TreeNode[]): TreeNode[] {
  const children = new Map<string | null, TreeNode[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const ordered: TreeNode[] = [];
  const waiting = [...(children.get(null) ?? [])].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ordered.push(node);
    for (const child of [...(children.get(node.key) ?? [])].reverse()) waiting.push(child);
  }
  return ordered;
}

/** A page's position in the tree, before its own text determines title and slug. Siblings are in list order. */
export type TreeNode = {
  /** The source of a document; unique in the tree. */
  key: string;
  parent: string | null;
  /** Its name in the table of contents or the folder; undefined if only the page itself has one. */
  label?: string | undefined;
  /** The navigation title, if it was given separately from the label. */
  linkTitle?: string | undefined;
  hidden?: boolean;
} & (
  | { type: "document"; source: string }
  /** `slug` if it does not follow from the label. */
  | { type: "group"; slug?: string | undefined }
  | { type: "link"; target: string }
  | { type: "computed"; computed: ComputedSource }
);
