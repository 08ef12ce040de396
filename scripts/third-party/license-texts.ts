import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pinnedTexts } from "./pinned-texts.ts";

/** How packages name the files with their licenses and notices. */
const licenseFile =
  /^(?:un)?(?:licen[cs]e|copying|notices?|third[-_]?party[-_]?(?:notices?|licen[cs]es?))(?:[.-].*)?$/i;

/** The license and notices of an installed package: its files, else its README, else a text kept here for this version. */
export function readLicenseTexts(folder: string, fullName: string): readonly string[] {
  const names = readdirSync(folder).sort();
  const files = names.filter((name) => licenseFile.test(name) && statSync(join(folder, name)).isFile());
  if (files.length > 0) return files.map((name) => readFileSync(join(folder, name), "utf8").trim());
  const readme = names.find((name) => /^readme(?:\.|$)/i.test(name));
  const section = readme && licenseSection(readFileSync(join(folder, readme), "utf8"));
  if (section) return [section];
  const pinned = pinnedTexts[fullName];
  if (pinned !== undefined) return [`${pinned.text}\n\n(This text is not in the package. Source: ${pinned.source})`];
  throw new Error(
    `${fullName} has no license text in its package. Find the text that its authors publish, put it into ` +
      `scripts/third-party/texts and name it with its source in scripts/third-party/pinned-texts.ts.`,
  );
}

/** A section of a README with the license itself, rather than its name or a link. */
function licenseSection(readme: string): string | undefined {
  const section = /^#+ *licen[cs]e.*\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(readme)?.[1]?.trim();
  return section && /Permission is hereby granted|Redistribution and use/.test(section) ? section : undefined;
}

/** Comments of a file that name its authors or license, unless `texts` contain them. */
export function readNoticeComments(file: string, texts: readonly string[]): readonly string[] {
  const known = texts.map(inOneLine).join(" ");
  const comments = readFileSync(file, "utf8").match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm) ?? [];
  return comments
    .filter((comment) => comment.length < 8_000 && noticeComment.test(comment))
    .map(withoutMarks)
    .filter((notice) => notice.split("\n").some((line) => !known.includes(inOneLine(line))));
}

const noticeComment =
  /[Cc]opyright(?: ?\(c\)|:? (?:[©A-Z]|\d{4}))|©|\([cC]\) ?\d{4}|@licen[cs]e|SPDX-License-Identifier|[Ll]icensed under|under the \S+ licen[cs]e/;

const inOneLine = (text: string): string =>
  text
    .replace(/[\s*]+/g, " ")
    .trim()
    .toLowerCase();

function withoutMarks(comment: string): string {
  return comment
    .replace(/^[ \t]*\/\*[*!]?|\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^[ \t]*(?:\*|\/\/+!?) ?/, "").trimEnd())
    .filter((line) => !/^-{10,}$/.test(line))
    .join("\n")
    .trim();
}
