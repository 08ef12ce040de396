import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { RichDocument } from "../src/markdown/document/model.ts";
import { documentFromMarkdown } from "../src/markdown/document/reading/from-markdown.ts";
import { findBodyStart } from "../src/markdown/grammar/front-matter.ts";

/**
 * Reads every page of some folders as a document with this checkout and with another one, and prints where the two
 * differ:
 *
 *     npx tsx bench/compare-documents.ts <other checkout> <folder with pages>... [--show 20]
 *
 * Sources and keys are left out: they follow from the content. Ends with 1 when any page differs.
 */
const show = process.argv.indexOf("--show");
const most = show === -1 ? 20 : Number(process.argv[show + 1]);
const [other = "", ...folders] = show === -1 ? process.argv.slice(2) : process.argv.slice(2, show);
const path = join(resolve(other), "src/markdown/document/reading/from-markdown.ts");
const { documentFromMarkdown: otherDocument } = (await import(path)) as {
  documentFromMarkdown: (markdown: string) => RichDocument;
};

let pages = 0;
let different = 0;
for (const folder of folders) for (const file of listPages(folder)) compare(folder, file);
process.stdout.write(`${pages} pages, ${different} different\n`);
process.exitCode = different > 0 ? 1 : 0;

function compare(folder: string, file: string): void {
  pages += 1;
  const page = readFileSync(file, "utf8");
  const body = page.slice(findBodyStart(page));
  const before = linesOf(otherDocument(body));
  const after = linesOf(documentFromMarkdown(body));
  if (before.join("\n") === after.join("\n")) return;
  different += 1;
  if (different > most) return;
  let at = 0;
  while (before[at] === after[at]) at += 1;
  const around = (lines: readonly string[]) => lines.slice(Math.max(0, at - 2), at + 5).join("\n");
  process.stdout.write(`--- ${relative(folder, file)}\n${around(before)}\n+++\n${around(after)}\n\n`);
}

function linesOf(document: RichDocument): string[] {
  const content = JSON.stringify(
    document.nodes,
    (name, value: unknown) => (name === "source" || name === "key" ? undefined : value),
    1,
  );
  return content.split("\n");
}

function* listPages(folder: string): Generator<string> {
  if (statSync(folder).isFile()) {
    yield folder;
    return;
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") yield* listPages(path);
    else if (entry.isFile() && /\.mdx?$/.test(entry.name)) yield path;
  }
}
