import { readFrontMatter } from "../../text/front-matter.ts";
import { titleOf } from "../../text/title.ts";
import { type Described, describedIn } from "../content/page-front-matter.ts";

/** What planning keeps of a page's text. A cover's addresses are as written: relative to the page, or external. */
export type PageFacts = Partial<Described> & {
  /** The page's own title: front matter, else its leading heading. */
  title?: string;
  /** Where the front matter places the page among its siblings. */
  position?: number;
  /** Why the front matter could not be read. */
  problem?: string;
};

const POSITION_NAMES = ["sidebar_position", "nav_order", "weight"] as const;

/** Longer values are no metadata; planning keeps them for every page at once. */
const MAX_CHARACTERS = 2_000;

export function pageFacts(markdown: string): PageFacts {
  const { attributes, problem } = readFrontMatter(markdown);
  const facts: PageFacts = describedIn(markdown, (address) => address);
  const title = shortText(titleOf(markdown)?.title);
  if (title !== undefined) facts.title = title;
  const position = POSITION_NAMES.map((name) => attributes[name]).find((value) => Number.isFinite(value));
  if (typeof position === "number") facts.position = position;
  if (problem !== undefined) facts.problem = String(problem);
  return facts;
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" ? undefined : text.slice(0, MAX_CHARACTERS);
}
