import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { Page } from "../../contract/models/page.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { findSectionIn, listingSections, type Section } from "../../markdown/page/sections.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { endWithin, estimateTokens, fenceTokens, fits, takeWithin } from "../../present/budget.ts";
import { fence, fenceInParts } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { ToolError } from "../../present/tool-error.ts";
import { oneLine, quoted } from "../../present/wording.ts";
import { type Content, contentName, findContent, readPageAt } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { looksLikeId, readLink } from "../../resolve/link.ts";
import { findPage } from "../../resolve/pages.ts";
import { usedTo } from "../../resolve/uses.ts";
import { includesNote, sourceName } from "../editing/editable.ts";
import { defineTool, named } from "../tool.ts";

export const readPage = defineTool({
  name: "read_page",
  title: "Read a page",
  description: "Read a page, or one section of it, as Markdown, with the revision that edit_page takes.",
  toolset: "content",
  uses: [revisions.getPage, ...usedTo.findContent, ...usedTo.findPage],
  input: {
    space: named.space.optional(),
    page: named.page,
    change_request: named.changeRequest.optional(),
    section: z.string().max(1000).optional().describe('Heading, "Parent > Heading" or #anchor'),
    revision: z.string().max(200).optional().describe("As it was at this revision"),
    format: z.enum(["markdown", "outline"]).default("markdown").describe("outline: headings and sizes"),
    cursor: named.cursor,
  },
  async run(input, context): Promise<ToolResult> {
    const content = await findContent(input, context);
    const reading = await read(input, content, context);
    const { page } = reading;
    const heading = formatHeading(reading, content);
    const { markdown } = page;
    if (markdown === undefined) return { text: `${heading}\n${bodiless(page)}` };
    const part = {
      ...reading,
      markdown,
      heading,
      tokens: context.answerTokens,
    };
    return input.format === "outline" ? { text: await outline(part) } : inParts(await body(part));
  },
});

interface Names {
  readonly page: string;
  readonly section?: string | undefined;
  readonly revision?: string | undefined;
  readonly format: string;
  readonly cursor?: string | undefined;
}

interface Reading {
  readonly page: Page;
  readonly revision: string;
  readonly section: string | undefined;
  /** What a cursor of this call is valid for. */
  readonly subject: readonly unknown[];
  /** Where the part to show begins and, given a cursor, where it ends. */
  readonly from: number;
  readonly to: number | undefined;
  readonly changedSince: boolean;
}

interface Part extends Reading {
  readonly markdown: string;
  readonly heading: string;
  readonly tokens: number;
}

/** The page as it is now, at the requested revision, or when the cursor's first answer was given. */
async function read(names: Names, content: Content, context: ToolContext): Promise<Reading> {
  const section = names.section ?? findAnchor(names.page);
  const now = await pageAt(names, content, context);
  const subject = ["read_page", content.space.id, content.changeRequest?.id, now.page.id, section, names.format];
  const start = { ...now, section, subject, from: 0, to: undefined, changedSince: false };
  if (names.cursor === undefined) return start;
  const [revision, from, to] = decodeCursor(names.cursor, subject, ["", 0, 0]);
  const page = await readPageAt(content, revision, now.page.id, context);
  if (page === undefined) throw new ToolError(`Revision ${revision} is gone. Leave the cursor out to start over.`);
  return { ...start, page, revision, from, to, changedSince: page.markdown !== now.page.markdown };
}

async function pageAt(
  { page: name, revision }: Names,
  content: Content,
  context: ToolContext,
): Promise<{ page: Page; revision: string }> {
  if (revision !== undefined && looksLikeId(name)) {
    const page = await readPageAt(content, revision, name, context);
    if (page !== undefined) return { page, revision };
  }
  const page = await findPage(name, content, context);
  if (revision === undefined) return { page, revision: content.revision };
  const then = await readPageAt(content, revision, page.id, context);
  if (then !== undefined) return { page: then, revision };
  throw new ToolError(`Space ${content.space.id} has no revision ${revision}, or page ${page.id} was not in it.`);
}

function findAnchor(page: string): string | undefined {
  const anchor = readLink(page)?.anchor;
  return anchor === undefined ? undefined : `#${anchor}`;
}

function formatHeading({ page, revision, changedSince }: Reading, content: Content): string {
  const { id, title, path } = page;
  const pathPart = path === undefined ? "" : `, path ${quoted(path)}`;
  const changed = changedSince ? " The page has changed since; this continues the text that the cursor came from." : "";
  return `Page ${quoted(title)} (id ${id}${pathPart}) in ${contentName(content)}, revision ${revision}.${computedNote(page)}${changed}`;
}

/** The source of a text that cannot be edited. */
function computedNote({ computed }: Page): string {
  if (computed === undefined) return "";
  return ` It is computed from ${sourceName(computed)}, and changes only with it.`;
}

function bodiless({ id, type, target }: Page): string {
  if (type === "computed") return "It has not been computed yet: read it again in a moment.";
  if (type === "link") return `It is a link${typeof target?.url === "string" ? ` to ${quoted(target.url)}` : ""}.`;
  return `It has no text of its own (${type}). list_pages with "under": ${JSON.stringify(id)} shows the pages in it.`;
}

/** Tokens reserved for the line that says how to continue. */
const noteTokens = 80;

async function body(part: Part): Promise<readonly string[]> {
  const { markdown, heading, section, subject, revision, from, to, tokens } = part;
  const range = to === undefined ? await computeRange(part) : { start: from, end: Math.min(to, markdown.length) };
  const note = includesNote(markdown);
  const availableTokens = tokens - estimateTokens(heading + note) - fenceTokens - noteTokens;
  const whole = fits(markdown.slice(range.start, range.end), Math.max(1, availableTokens));
  const overview =
    whole || from > 0 || section !== undefined ? "" : await headings(markdown, Math.floor(availableTokens / 4));
  const end = whole
    ? range.end
    : endWithin(markdown, range.start, range.end, availableTokens - estimateTokens(overview));
  const shown = markdown.slice(range.start, end);
  const [before, fenced, after] = fenceInParts(shown);
  const lead = `${heading}\n${overview}${before}`;
  const rest = `${after}${fenced === shown ? "" : editNote}${includesNote(shown)}`;
  if (end === range.end) return [lead, fenced, rest];
  const cursor = encodeCursor(subject, [revision, end, range.end]);
  const left = Math.ceil((100 * (range.end - end)) / (range.end - range.start));
  const within = markdown[end - 1] === "\n" ? "" : " This part ends within a line.";
  const more = `${left}% of it is left.${within} For the rest: the same arguments with "cursor": "${cursor}".`;
  return [lead, fenced, `${rest}\n${more}`];
}

const inParts = (parts: readonly string[]): ToolResult => ({
  text: parts.reduce((text, part) => text + part, ""),
  parts,
});

const editNote = "\nedit_page and write_pages accept these escapes as shown here, and keep the characters.";

/** The whole page, or the requested section. */
async function computeRange({ markdown, section }: Part): Promise<TextRange> {
  if (section === undefined) return { start: 0, end: markdown.length };
  return sectionRange(await new TimeSlices().run(listingSections(markdown)), section);
}

/** The headings of a page that does not fit, so that the agent can request a section. */
async function headings(markdown: string, tokens: number): Promise<string> {
  const sections = await new TimeSlices().run(listingSections(markdown));
  const lines = sections.length < 2 ? [] : takeWithin(outlineLines(markdown, sections), tokens - fenceTokens);
  if (lines.length === 0) return "";
  const shown = `The first ${lines.length} of ${sections.length}`;
  const more = lines.length < sections.length ? ` ${shown}; "format": "outline" gives all.` : "";
  return `The page is longer than one answer. \`section\` reads one of these alone.${more}\n${fence(lines.join("\n"))}\nIts text begins:\n`;
}

async function outline({ markdown, heading, subject, revision, from, tokens }: Part): Promise<string> {
  const sections = (await new TimeSlices().run(listingSections(markdown))).slice(from);
  if (sections.length === 0) return `${heading}\nThe page has no headings.`;
  const availableTokens = tokens - estimateTokens(heading) - fenceTokens - noteTokens;
  const fitting = takeWithin(outlineLines(markdown, sections), availableTokens);
  const lines = fitting.length > 0 ? fitting : [...outlineLines(markdown, sections.slice(0, 1))];
  const count = lines.length;
  const text = `${heading}\n${fence(lines.join("\n"))}`;
  if (count === sections.length) return `${text}\nread_page with \`section\` reads one of them.`;
  const cursor = encodeCursor(subject, [revision, from + count, 0]);
  return `${text}\n${sections.length - count} more headings: the same arguments with "cursor": "${cursor}".`;
}

/** A part of a page's Markdown, in UTF-16 units. */
interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the section that an address names, with its heading. Throws ToolError with candidates. */
function sectionRange(sections: readonly Section[], address: string): TextRange {
  const found = findSectionIn(sections, address);
  if ("found" in found) return { start: found.found.start, end: found.found.end };
  const shown = quotedExcerpt(address, 200);
  if ("ambiguous" in found) {
    const { ambiguous } = found;
    throw new ToolError(
      `${ambiguous.length} sections are called ${shown}. Name one by its anchor:\n${lines(ambiguous)}`,
    );
  }
  const closest =
    found.candidates.length > 0 ? ` The closest are:\n${lines(found.candidates)}` : " It has no headings.";
  throw new ToolError(`The page has no section ${shown}.${closest}`);
}

const maxNamed = 8;

function lines(sections: readonly Section[]): string {
  return sections
    .slice(0, maxNamed)
    .map(({ path, anchor }) => `- ${quoted(path.slice(-4).join(" > "))} (${quoted(`#${anchor}`, 120)})`)
    .join("\n");
}

/**
 * The headings of a page, one per line, with their addresses and what their sections cost to read. Counting is
 * expensive, so each line is made only when it is requested.
 */
export function* outlineLines(markdown: string, sections: readonly Section[]): Generator<string> {
  for (const { title, level, anchor, start, end } of sections) {
    const name = level === 0 ? "(before the first heading)" : `${oneLine(title)} (#${oneLine(anchor, 120)})`;
    const indent = "  ".repeat(Math.max(0, level - 1));
    yield `${indent}- ${name}, about ${roughly(estimateTokens(markdown.slice(start, end)))} tokens`;
  }
}

/** Two significant digits, the precision of the estimate. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1);
  return Math.ceil(count / unit) * unit;
}
