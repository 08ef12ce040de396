import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  assetFolder,
  assetsOf,
  markdownHref,
  renderLlms,
  renderRedirect,
  socialPicturePath,
} from "../../site/index.ts";
import { allFiles } from "../content/page-tree.ts";
import { isReusable } from "../content/reusable-contents.ts";
import type { Database } from "../kernel/database/database.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { answerPlace } from "./answer-place.ts";
import { fileInside } from "./file-inside.ts";
import { hasText } from "./page-order.ts";
import type { ReaderPlace } from "./reader-place.ts";
import { SocialPictures } from "./social-pictures.ts";
import { SpaceReader } from "./space-reader.ts";
import { aroundPage, type StaticRedirect, type StaticSite } from "./static-site.ts";

export { FolderSite } from "./folder-site.ts";
export { staticPlace, staticSite, staticSpace } from "./static-site.ts";

export interface BuildOptions {
  readonly site: (
    queries: Queries,
    address: { readonly basePath: string; readonly origin: string },
  ) => Promise<StaticSite>;
  /** Where the site will be published: its path is the path of the site's root. */
  readonly url: URL;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface BuiltSite {
  readonly pages: number;
  readonly files: number;
  readonly redirects: number;
}

/** Why a site could not be built; written for people. */
export class BuildError extends Error {}

/**
 * Writes a site as files for any web server: each page as `<path>/index.html` and `<path>.md`. A folder that contains
 * anything but an earlier build is refused. Throws `BuildError` and then leaves the folder unchanged.
 */
export async function buildSite(database: Database, folder: string, options: BuildOptions): Promise<BuiltSite> {
  const target = resolve(folder);
  requireReplaceable(target);
  const basePath = rootPath(options.url);
  const site = await database.read((queries) => options.site(queries, { basePath, origin: options.url.origin }));
  if (site.places.length === 0) throw new BuildError("The site shows no space that is live. Add one, then build it.");
  await mkdir(dirname(target), { recursive: true });
  const fresh = await mkdtemp(join(dirname(target), `.${basename(target)}-`));
  const pictures = new SocialPictures();
  try {
    const writer = new SiteWriter({ database, folder: join(fresh, "new"), basePath, pictures, ...options });
    const built = await writer.write(site);
    await replace(target, fresh);
    return built;
  } finally {
    await pictures.close();
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The path of a site's root; begins and ends with a slash. */
export const rootPath = (url: URL): string => url.pathname.replace(/\/*$/, "/");

/** The earlier build stays until the new one is in place. */
async function replace(target: string, fresh: string): Promise<void> {
  const before = join(fresh, "before");
  const hadOne = existsSync(target);
  if (hadOne) await rename(target, before);
  try {
    await rename(join(fresh, "new"), target);
  } catch (error) {
    if (hadOne) await rename(before, target);
    throw error;
  }
}

function requireReplaceable(target: string): void {
  if (!existsSync(target)) return;
  const names = readdirSync(target);
  if (names.length === 0 || names.includes(assetFolder.slice(0, -1))) return;
  throw new BuildError(
    `${target} contains files that were not written by a build. Name an empty folder, or one that does not exist yet.`,
  );
}

interface WriterOptions extends Omit<BuildOptions, "site" | "url"> {
  readonly database: Database;
  readonly folder: string;
  readonly basePath: string;
  readonly pictures: SocialPictures;
}

/** The contents of one place: paths below its root. */
interface Contents {
  readonly place: ReaderPlace;
  readonly pages: readonly { readonly id: string; readonly path: string }[];
  readonly files: readonly { readonly id: string; readonly name: string }[];
  readonly indexes: readonly string[];
}

class SiteWriter {
  readonly #options: WriterOptions;
  readonly #written = new Set<string>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async write({ places, redirects }: StaticSite): Promise<BuiltSite> {
    const contents: Contents[] = [];
    for (const place of places) contents.push(await this.#contentsOf(place));
    const pathsByRoot = new Map(
      contents.map(({ place, pages }) => [place.basePath, new Set(pages.map(({ path }) => path))]),
    );
    const total = contents.reduce((sum, { pages, files }) => sum + pages.length + files.length, 0);
    let done = 0;
    const step = () => {
      done += 1;
      this.#options.onProgress?.(done, total);
    };
    for (const { place, pages, files, indexes } of contents) {
      for (const { id, path } of pages) {
        await this.#page(aroundPage(place, path, pathsByRoot), id, path);
        step();
      }
      for (const file of files) {
        await this.#file(place, file);
        step();
      }
      for (const path of indexes) await this.#answer(place, path);
      await this.#fullTexts(place);
      await this.#answer(place, "~search/", "~search/index.html");
      for (const { name, text } of assetsOf(place.site.customization))
        await this.#save(place, assetFolder + name, text);
    }
    const [home] = places;
    if (home !== undefined) {
      await this.#answer(home, "robots.txt");
      await this.#answer(home, "~no-such-page", "404.html", true);
    }
    const followed = await this.#redirects(redirects);
    const count = (of: "pages" | "files") => contents.reduce((sum, one) => sum + one[of].length, 0);
    return { pages: count("pages"), files: count("files"), redirects: followed };
  }

  #contentsOf(place: ReaderPlace): Promise<Contents> {
    return this.#options.database.read(async (queries) => {
      const reader = await SpaceReader.open(queries, place);
      const pages = reader.order.placed
        .filter(({ page }) => hasText(page))
        .map((placed) => ({
          id: placed.page.id,
          path: decodeURIComponent((reader.hrefOf(placed) ?? place.basePath).slice(place.basePath.length)),
        }));
      const maps = renderLlms(reader.site(), reader.order.entries(reader.hrefOf)).keys();
      const forAgents = [
        "sitemap.md",
        "skill.md",
        ".well-known/agent-skills/index.json",
        ".well-known/ai-catalog.json",
      ];
      return {
        place,
        pages,
        files: (await allFiles(reader.map)).filter((file) => !isReusable(file)),
        indexes: [
          ...["sitemap.xml", "~icon.svg", "~search/pages.json"],
          ...(place.site.agents === undefined ? [] : [...forAgents, ...maps]),
        ],
      };
    });
  }

  async #page(place: ReaderPlace, id: string, path: string): Promise<void> {
    await this.#answer(place, path, join(path, "index.html"));
    if (place.site.agents !== undefined) {
      await this.#answer(place, markdownHref(place.basePath + path).slice(place.basePath.length));
    }
    await this.#answer(place, path === "" ? "rss.xml" : `${path}/rss.xml`, undefined, true);
    const picture = decodeURIComponent(socialPicturePath(place, id).slice(place.basePath.length));
    await this.#answer(place, picture, undefined, true);
  }

  async #file(place: ReaderPlace, { id, name }: Contents["files"][number]): Promise<void> {
    const found = await this.#options.database.read(async (queries) =>
      (await SpaceReader.open(queries, place)).file(id),
    );
    if (found !== undefined) await this.#save(place, join("~files", id, name), found.bytes);
  }

  async #fullTexts(place: ReaderPlace): Promise<void> {
    for (let number = 1; ; number += 1) {
      const path = number === 1 ? "llms-full.txt" : `llms-full-${number}.txt`;
      if (!(await this.#answer(place, path, undefined, true))) return;
    }
  }

  /** Writes the response for a path. A missing one may be skipped, except the page that reports missing pages. */
  async #answer(place: ReaderPlace, path: string, file = path, mayBeMissing = false): Promise<boolean> {
    const { database, pictures } = this.#options;
    const request = { path, query: new URLSearchParams(), prefers: "html" } as const;
    const answer = await database.read((queries) => answerPlace(queries, place, request));
    if ("picture" in answer) {
      const png = await pictures.draw(answer.picture);
      if (png !== undefined) await this.#save(place, file, png);
      return png !== undefined;
    }
    if ("redirect" in answer) {
      if (mayBeMissing) return false;
      throw new BuildError(`The page at "${path}" redirects to ${answer.redirect}.`);
    }
    if ("pdf" in answer) throw new BuildError(`The PDF at "${path}" cannot be a static file.`);
    const signal = this.#options.signal ?? new AbortController().signal;
    const { status, text } = "render" in answer ? await answer.render(signal) : answer.rendered;
    if (status !== 200 && file === path) {
      if (mayBeMissing) return false;
      throw new BuildError(`There is nothing at "${path}".`);
    }
    await this.#save(place, file, text);
    return true;
  }

  /** Writes redirects as pages and as the file that many web servers read; existing pages take precedence. */
  async #redirects(redirects: readonly StaticRedirect[]): Promise<number> {
    const { basePath } = this.#options;
    const lines: string[] = [];
    for (const { source, target, isPermanent } of redirects) {
      const encoded = source.split("/").map((part) => (part === "*" ? part : encodeURIComponent(decoded(part))));
      lines.push(`${basePath}${encoded.join("/").replace(/%2A$/, "*")} ${target} ${isPermanent ? 301 : 302}`);
      if (source.endsWith("*")) continue;
      const path = decoded(source).replace(/\/+$/, "");
      const file = /\.html?$/i.test(extname(path)) ? path : join(path, "index.html");
      if (!this.#written.has(resolve(this.#options.folder, file))) await this.#saveAt(file, renderRedirect(target));
    }
    if (lines.length > 0) await this.#saveAt("_redirects", `${lines.join("\n")}\n`);
    return lines.length;
  }

  #save(place: ReaderPlace, path: string, content: string | Uint8Array): Promise<void> {
    return this.#saveAt(decodeURIComponent(place.basePath.slice(this.#options.basePath.length)) + path, content);
  }

  async #saveAt(path: string, content: string | Uint8Array): Promise<void> {
    const { signal, folder } = this.#options;
    signal?.throwIfAborted();
    const file = placeOf(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    this.#written.add(file);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names of pages and files stay inside the folder. */
function placeOf(folder: string, path: string): string {
  try {
    return fileInside(folder, path);
  } catch (error) {
    throw error instanceof RangeError ? new BuildError(error.message) : error;
  }
}
