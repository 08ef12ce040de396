import { readFrontMatter } from "../../text/front-matter.ts";
import { titleOf } from "../../text/title.ts";

/** What planning keeps of a page's text. */
export type PageFacts = {
  /** The page's own title: front matter, else its leading heading. */
  title?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  layout?: unknown;
  /** Address as written: relative to the page, or external. `yPos` as the front matter gives it. */
  cover?: { ref: string; yPos?: number };
  /** Where the front matter places the page among its siblings. */
  position?: number;
  /** Why the front matter could not be read. */
  problem?: string;
};

const POSITION_NAMES = ["sidebar_position", "nav_order", "weight"] as const;

/** Longer values are no metadata; planning keeps them for every page at once. */
const MAX_CHARACTERS = 2_000;
const MAX_LAYOUT_CHARACTERS = 10_000;

export function pageFacts(markdown: string): PageFacts {
  const { attributes, problem } = readFrontMatter(markdown);
  const facts: PageFacts = {};
  const title = shortText(titleOf(markdown)?.title);
  if (title !== undefined) facts.title = title;
  for (const name of ["description", "icon", "emoji"] as const) {
    const value = shortText(attributes[name]);
    if (value !== undefined) facts[name] = value;
  }
  if (attributes.hidden === true) facts.hidden = true;
  const layout = smallValue(attributes.layout);
  if (layout !== undefined) facts.layout = layout;
  const cover = readCover(attributes.cover, attributes.coverY);
  if (cover) facts.cover = cover;
  const position = POSITION_NAMES.map((name) => attributes[name]).find((value) => Number.isFinite(value));
  if (typeof position === "number") facts.position = position;
  if (problem !== undefined) facts.problem = String(problem);
  return facts;
}

function readCover(ref: unknown, yPos: unknown): PageFacts["cover"] | undefined {
  const address = shortText(ref);
  if (address === undefined) return undefined;
  return typeof yPos === "number" && Number.isFinite(yPos) ? { ref: address, yPos } : { ref: address };
}

function shortText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" ? undefined : text.slice(0, MAX_CHARACTERS);
}

/** The value when it can be written as JSON of a reasonable length; YAML can hold cycles. */
function smallValue(value: unknown): unknown {
  try {
    const written = JSON.stringify(value);
    return written !== undefined && written !== "null" && written.length <= MAX_LAYOUT_CHARACTERS ? value : undefined;
  } catch {
    return undefined;
  }
}
