import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

/** Writes a folder of Markdown docs with a SUMMARY.md, the same every time. Answers its bytes, SUMMARY.md left out. */
export function writeDocs(folder: string, pages: number): number {
  const random = randomNumbers(pages);
  const summary = ["# Table of contents", ""];
  let bytes = 0;
  for (let page = 0; page < pages; page += 1) {
    const path = pathOf(page);
    const text = pageText(page, pages, random);
    if (page % pagesOfFolder === 0) mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
    bytes += Buffer.byteLength(text);
    summary.push(`${page % pagesOfFolder === 0 ? "" : "  "}* [${titleOf(page)}](${path})`);
  }
  writeFileSync(join(folder, "SUMMARY.md"), `${summary.join("\n")}\n`);
  return bytes;
}

export const titleOf = (page: number): string => `Chapter ${Math.floor(page / pagesOfFolder)}, page ${page}`;

/** The first page of each folder is its README, the parent of the others. */
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
