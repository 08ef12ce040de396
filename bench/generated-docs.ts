import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { randomNumbers } from "./random.ts";

const pagesOfFolder = 20;
const pageBytes = 3000;
const words =
  `a address after all answer any are as before body branch build by cache call change check client code column command
  commit content cursor data default deploy each edit entry error every example field file find first folder format from
  get given header heading host if in index install is it key limit line link list log make map merge message method name
  new node of on one open option or order page pass path permission place port process query rate read record reference
  region release remove report request reset result return review revision role root route run schema search section send
  server service session set setting show size space start state status step store stream string table tag task team test
  text that the this time title to token tool type until update upload use user value version view wait when which with
  without work write year zone`.split(/\s+/);

export interface GeneratedPage {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** The first page of a folder is the parent of its others. */
  readonly first: boolean;
}

/** Pages of Markdown in folders, always the same. */
export function generatePages(count: number): GeneratedPage[] {
  const random = randomNumbers(count);
  return Array.from({ length: count }, (_, page) => ({
    path: pathOf(page),
    title: titleOf(page),
    text: pageText(page, count, random),
    first: page % pagesOfFolder === 0,
  }));
}

/** Writes pages and a SUMMARY.md that lists them. Returns the bytes of the pages. */
export function writeDocs(folder: string, pages: readonly GeneratedPage[]): number {
  const summary = ["# Table of contents", ""];
  let bytes = 0;
  for (const { path, title, text, first } of pages) {
    if (first) mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    bytes += Buffer.byteLength(text);
    summary.push(`${first ? "" : "  "}* [${title}](${path})`);
  }
  writeFileSync(join(folder, "SUMMARY.md"), `${summary.join("\n")}\n`);
  return bytes;
}

const titleOf = (page: number): string => `Chapter ${Math.floor(page / pagesOfFolder)}, page ${page}`;

function pathOf(page: number): string {
  const folder = `chapter-${Math.floor(page / pagesOfFolder)}`;
  return page % pagesOfFolder === 0 ? `${folder}/README.md` : `${folder}/page-${page}.md`;
}

function pageText(page: number, pages: number, random: () => number): string {
  const sentence = () => {
    const chosen = Array.from({ length: 8 + Math.floor(random() * 10) }, () => pick(words, random));
    return `${chosen.join(" ")}.`.replace(/^./, (letter) => letter.toUpperCase());
  };
  const link = () => {
    const target = Math.floor(random() * pages);
    return `See [${titleOf(target)}](../${pathOf(target)}) for the ${pick(words, random)}.`;
  };
  let text = `# ${titleOf(page)}\n\n${sentence()} ${sentence()}\n`;
  for (let section = 1; text.length < pageBytes; section += 1) {
    text += `\n## Part ${section}: the ${pick(words, random)} ${pick(words, random)}\n\n${sentence()} ${link()} ${sentence()}\n`;
    text += `\n* ${sentence()}\n* **${pick(words, random)}**: ${sentence()}\n* \`${pick(words, random)}\`: ${sentence()}\n`;
    if (section % 2 === 0) text += `\n\`\`\`sh\n${pick(words, random)} --${pick(words, random)} ${page}\n\`\`\`\n`;
  }
  return text;
}

function pick(from: readonly string[], random: () => number): string {
  return from[Math.floor(random() * from.length)] ?? "";
}
