import { posix } from "node:path";
import { readFrontMatter } from "../../../markdown/grammar/front-matter.ts";
import { findTitle } from "../../../markdown/page/title.ts";
import { describedIn } from "../../content/page-front-matter.ts";
import type { Described } from "../../content/page-members.ts";
import { getFolder, isFolderIndex, withoutPageExtension } from "./folder-path.ts";

/** What planning keeps of a page's text. A cover's addresses are as written: relative to the page, or external. */
export type PageFacts = Partial<Described> & {
  /** The page's own title: from the front matter, or else its leading heading. */
  title?: string;
  /** The position among siblings that the front matter gives. */
  position?: number;
  /** Why the front matter could not be read. */
  problem?: string;
};

const positionNames = ["sidebar_position", "nav_order", "weight"] as const;

/** Longer values are not metadata; planning keeps them in memory for every page. */
const maxChars = 2_000;

export function pageFacts(markdown: string): PageFacts {
  const { attributes, problem } = readFrontMatter(markdown);
  const facts: PageFacts = describedIn(markdown, (address) => address);
  const title = shortText(findTitle(markdown)?.title);
  if (title !== undefined) facts.title = title;
  const position = positionNames.map((name) => attributes[name]).find((value) => Number.isFinite(value));
  if (typeof position === "number") facts.position = position;
  if (problem !== undefined) facts.problem = String(problem);
  return facts;
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" ? undefined : text.slice(0, maxChars);
}

/** A title made from a file or folder name: `getting-started` becomes "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replace(/[-_\s]+/g, " ").trim();
  const [first = ""] = words;
  return words === "" ? name : first.toUpperCase() + words.slice(first.length);
}

/** The name a page has on disk: of its file, or of the folder it represents. */
export function nameOfSource(source: string): string {
  const folder = getFolder(source);
  if (isFolderIndex(source) && folder !== "") return posix.basename(folder);
  return withoutPageExtension(posix.basename(source));
}
