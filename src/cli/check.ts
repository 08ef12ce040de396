import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { paginate } from "../client/paginate.ts";
import { readCommandLine } from "../config/config.ts";
import { closestName } from "../contract/closest-name.ts";
import { editDistance } from "../contract/edit-distance.ts";
import type { LinkRecord } from "../contract/models/link.ts";
import type { PageSummary } from "../contract/models/page.ts";
import { listLinks } from "../markdown/page/links.ts";
import { commandFlags } from "./command-flags.ts";
import { inProcessClient, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { importFolder } from "./import.ts";
import { count, interruptSignal, printJson, printLine } from "./terminal.ts";

interface Finding {
  /** Path in the folder; undefined for a fault of the whole folder. */
  readonly file: string | undefined;
  /** 1-based; undefined if the file is meant as a whole. */
  readonly line: number | undefined;
  /** What a broken link leads to, as written. */
  readonly target?: string;
  readonly problem: string;
  /** The file that is probably meant, as a link would name it. */
  readonly nearest?: string;
}

/** Imports a folder into a temporary data folder, and reports its problems. */
export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.check);
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UsageError("Usage: copydesk check <folder> [--json]");
  const scratch = await mkdtemp(join(tmpdir(), "copydesk-check-"));
  const signal = interruptSignal();
  try {
    const embedded = await openEmbedded({ ...config, data: { value: scratch, source: "default" } });
    try {
      const imported = await importFolder(embedded, folder, { signal, log: () => undefined });
      const client = inProcessClient(embedded.platform, embedded.token);
      const findings: Finding[] = imported.warnings
        // Reported with their pages below.
        .filter(({ problem }) => problem !== "broken_link")
        .map(({ path, message }) => ({ file: path, line: undefined, problem: message }));
      const { pages } = await client.pages.list({ spaceId: imported.space }, { signal });
      const sources = new Map(sourcesIn(pages));
      const query = { spaceId: imported.space, status: "broken", limit: 1000 } as const;
      for await (const link of paginate(client.spaces.listLinks, query, { signal })) {
        for (const page of listPageIds(link)) {
          const { markdown = "" } = await client.pages.get(
            { spaceId: imported.space, pageId: page, format: "markdown" },
            { signal },
          );
          findings.push(...brokenIn(link, { file: sources.get(page), folder, markdown, sources }));
        }
      }
      findings.sort(compareFindings);
      if (own.json === true) {
        printJson({ pages: imported.pages, files: imported.files, findings });
      } else {
        for (const finding of findings) printLine(formatFinding(finding));
        process.stderr.write(
          `${count(imported.pages, "page")} and ${count(imported.files, "file")}: ${findings.length === 0 ? "no problems" : `${findings.length} to look at`}.\n`,
        );
      }
      return findings.length === 0 ? 0 : 1;
    } finally {
      await embedded.platform.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function* sourcesIn(pages: readonly PageSummary[]): Generator<[id: string, source: string]> {
  for (const page of pages) {
    if (page.git !== undefined) yield [page.id, page.git.path];
    yield* sourcesIn(page.pages ?? []);
  }
}

const listPageIds = ({ locationReferences }: LinkRecord): string[] => [
  ...new Set(locationReferences.flatMap((reference) => (reference.kind === "page" ? [reference.page.id] : []))),
];

interface SourcePage {
  readonly file: string | undefined;
  readonly folder: string;
  readonly markdown: string;
  /** The source files of all pages, by the ids of the pages. */
  readonly sources: ReadonlyMap<string, string>;
}

/** One finding for each time that the page has the link. */
function brokenIn(link: LinkRecord, sourcePage: SourcePage): Finding[] {
  const { file, folder, markdown } = sourcePage;
  const { matches, ...about } = describeFault(link, sourcePage);
  const text = readSource(folder, file) ?? markdown;
  const links = listLinks(text).filter(({ href }) => matches(href));
  if (links.length === 0) return [{ file, line: undefined, ...about }];
  return links.map(({ start, href }) => ({
    file,
    line: text.slice(0, start).split("\n").length,
    ...about,
    target: href,
  }));
}

interface Fault {
  readonly target?: string;
  readonly problem: string;
  readonly nearest?: string;
  /** Whether a link as written is one of those that the fault is about. */
  matches(href: string): boolean;
}

function describeFault({ targetReference }: LinkRecord, { file, sources }: SourcePage): Fault {
  if (targetReference?.kind === "url") {
    const { url: target } = targetReference;
    const nearest = findNearest(target, file, [...sources.values()]);
    return { target, problem: "there is no such page or file", ...nearest, matches: (href) => href === target };
  }
  if (targetReference?.kind !== "page") return { problem: "a link leads to nothing", matches: () => false };
  const { page, internalLocation } = targetReference;
  const anchor = internalLocation?.anchor ?? "";
  const source = sources.get(page.id) ?? page.path;
  const matches = (href: string) => {
    const [path = "", fragment] = href.split("#", 2);
    const isPage = path === "" ? source === file : posix.join(posix.dirname(file ?? ""), path) === source;
    return isPage && fragment === anchor;
  };
  return { target: `${source}#${anchor}`, problem: `${source} has no heading "${anchor}"`, matches };
}

/** Front matter counts in the lines of a file. Archives and repositories are not read a second time. */
function readSource(folder: string, file: string | undefined): string | undefined {
  const path = file === undefined ? undefined : join(folder, file);
  return path !== undefined && existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The file with the most similar path, unless another is as similar. */
function findNearest(target: string, file: string | undefined, files: readonly string[]): { nearest?: string } {
  const from = posix.dirname(file ?? "");
  const candidates = files.filter((other) => other !== file).map((other) => posix.relative(from, other));
  const wanted = target.replace(/[#?].*$/s, "");
  const nearest = closestName(wanted, candidates);
  const second = closestName(
    wanted,
    candidates.filter((other) => other !== nearest),
  );
  const isCertain =
    nearest !== undefined &&
    (second === undefined || editDistance(wanted, nearest, 64) < editDistance(wanted, second, 64));
  return isCertain ? { nearest } : {};
}

function formatFinding({ file, line, target, problem, nearest }: Finding): string {
  const position = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
  const subject = target === undefined ? "" : `${target}: `;
  return `${position}${subject}${problem}${nearest === undefined ? "" : `. Did you mean ${nearest}?`}`;
}

const compareFindings = (one: Finding, other: Finding) =>
  (one.file ?? "").localeCompare(other.file ?? "", "en") ||
  (one.line ?? 0) - (other.line ?? 0) ||
  (one.target ?? "").localeCompare(other.target ?? "", "en");
