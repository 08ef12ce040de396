import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { assetFolder, assetsOf, markdownHref, renderLlms } from "../../site/index.ts";
import { findSpace } from "../access/spaces-rows.ts";
import { allFiles } from "../content/page-tree.ts";
import { isReusable } from "../content/reusable-contents.ts";
import type { Database } from "../kernel/database/database.ts";
import { answerPlace } from "./answer-place.ts";
import { hasText } from "./page-order.ts";
import { plainPlace } from "./plain-site.ts";
import type { ReaderPlace } from "./reader-place.ts";
import { textOf } from "./rendered.ts";
import { SpaceReader } from "./space-reader.ts";

interface BuildOptions {
  readonly space: string;
  /** Where the site will be: its path is the path of the site's root. */
  readonly url: URL;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface BuiltSite {
  readonly pages: number;
  readonly files: number;
}

/** What keeps a site from being written; for people. */
export class BuildError extends Error {}

/**
 * Writes a space as files for any web server: each page as `<path>/index.html` and `<path>.md`. A folder that holds
 * anything but an earlier build is left alone. Throws `BuildError`; the folder is then what it was before.
 */
export async function buildSite(database: Database, folder: string, options: BuildOptions): Promise<BuiltSite> {
  const target = resolve(folder);
  requireReplaceable(target);
  const space = await database.read((queries) => findSpace(queries, options.space));
  if (space === undefined) throw new BuildError(`There is no space ${options.space}.`);
  const basePath = options.url.pathname.replace(/\/*$/, "/");
  const place = plainPlace({
    space: space.id,
    revision: space.revision,
    title: space.title,
    basePath,
    origin: options.url.origin,
    version: "build",
    hasServer: false,
  });
  await mkdir(dirname(target), { recursive: true });
  const fresh = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  try {
    const built = await writeAll(database, place, fresh, options);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
    return built;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function requireReplaceable(target: string): void {
  if (!existsSync(target)) return;
  const names = readdirSync(target);
  if (names.length === 0 || names.includes(assetFolder.slice(0, -1))) return;
  throw new BuildError(
    `${target} holds files that no build wrote. Name an empty folder, or one that is not there yet.`,
  );
}

async function writeAll(
  database: Database,
  place: ReaderPlace,
  folder: string,
  { signal, onProgress }: BuildOptions,
): Promise<BuiltSite> {
  const { pages, files, maps } = await database.read(async (queries) => {
    const reader = await SpaceReader.open(queries, place);
    const hrefs = reader.order.listed
      .filter(({ page }) => hasText(page))
      .flatMap((placed) => reader.hrefOf(placed) ?? []);
    return {
      pages: hrefs.map((href) => decodeURIComponent(href.slice(place.basePath.length))),
      files: (await allFiles(reader.map)).filter((file) => !isReusable(file)),
      maps: [...renderLlms(reader.site(), reader.order.entries(reader.hrefOf)).keys()],
    };
  });
  const total = pages.length + files.length;
  let done = 0;
  const text = (path: string) => answered(database, place, path);
  const write = async (path: string, content: string | Uint8Array) => {
    signal?.throwIfAborted();
    const file = inside(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  for (const path of pages) {
    await write(join(path, "index.html"), await text(path));
    const markdown = markdownHref(place.basePath + path).slice(place.basePath.length);
    await write(markdown, await text(markdown));
    done += 1;
    onProgress?.(done, total);
  }
  for (const { id, name } of files) {
    const found = await database.read(async (queries) => (await SpaceReader.open(queries, place)).file(id));
    if (found !== undefined) await write(join("~files", id, name), found.bytes);
    done += 1;
    onProgress?.(done, total);
  }
  for (const { name, text: content } of assetsOf(place.site.customization)) await write(assetFolder + name, content);
  for (const path of ["sitemap.xml", "sitemap.md", "robots.txt", "~icon.svg", "~search/pages.json", ...maps]) {
    await write(path, await text(path));
  }
  await write("~search/index.html", await text("~search/"));
  await write("404.html", await text("~no-such-page"));
  return { pages: pages.length, files: files.length };
}

/** Names of pages and files lead to places in the folder alone. */
function inside(folder: string, path: string): string {
  const file = resolve(folder, path);
  if (file.startsWith(folder + (folder.endsWith("/") ? "" : "/"))) return file;
  throw new BuildError(`"${path}" is no name of a file in ${folder}.`);
}

async function answered(database: Database, place: ReaderPlace, path: string): Promise<string> {
  const request = { path, query: new URLSearchParams(), prefers: "html" } as const;
  const answer = await database.read((queries) => answerPlace(queries, place, request));
  if ("rendered" in answer) return textOf(answer.rendered);
  throw new BuildError(`The page at "${path}" leads to ${answer.redirect}.`);
}
