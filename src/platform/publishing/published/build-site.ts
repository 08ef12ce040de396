import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import {
  assetFolder,
  listAssets,
  markdownHref,
  renderLlms,
  renderRedirect,
  socialPicturePath,
} from "../../../site/index.ts";
import { allFiles } from "../../content/page-tree.ts";
import { isReusable } from "../../content/reusable-contents.ts";
import type { Database } from "../../kernel/database/database.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { fileInside } from "./file-inside.ts";
import { hasText } from "./page-order.ts";
import { serveContent } from "./serve-content.ts";
import type { ServedContent } from "./served-content.ts";
import { SocialPictures } from "./social-pictures.ts";
import { SpaceReader } from "./space-reader.ts";
import { aroundPage, type StaticRedirect, type StaticSite } from "./static-site.ts";

export { FolderSite } from "./folder-site.ts";
export { createStaticSite, staticSite, staticSpace } from "./static-site.ts";

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
  if (site.servedContents.length === 0)
    throw new BuildError("The site shows no space that is live. Add one, then build it.");
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

/** The files of one served content: paths below its root. */
interface Contents {
  readonly served: ServedContent;
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

  async write({ servedContents, redirects }: StaticSite): Promise<BuiltSite> {
    const contents: Contents[] = [];
    for (const served of servedContents) contents.push(await this.#readContents(served));
    const pathsByRoot = new Map(
      contents.map(({ served, pages }) => [served.basePath, new Set(pages.map(({ path }) => path))]),
    );
    const total = contents.reduce((sum, { pages, files }) => sum + pages.length + files.length, 0);
    let done = 0;
    const step = () => {
      done += 1;
      this.#options.onProgress?.(done, total);
    };
    for (const { served, pages, files, indexes } of contents) {
      for (const { id, path } of pages) {
        await this.#page(aroundPage(served, path, pathsByRoot), id, path);
        step();
      }
      for (const file of files) {
        await this.#file(served, file);
        step();
      }
      for (const path of indexes) await this.#writeResponse(served, path);
      await this.#fullTexts(served);
      await this.#writeResponse(served, "~search/", "~search/index.html");
      for (const { name, text } of listAssets(served.site.customization))
        await this.#save(served, assetFolder + name, text);
    }
    const [home] = servedContents;
    if (home !== undefined) {
      await this.#writeResponse(home, "robots.txt");
      await this.#writeResponse(home, "~no-such-page", "404.html", true);
    }
    const followed = await this.#redirects(redirects);
    const count = (of: "pages" | "files") => contents.reduce((sum, one) => sum + one[of].length, 0);
    return { pages: count("pages"), files: count("files"), redirects: followed };
  }

  #readContents(served: ServedContent): Promise<Contents> {
    return this.#options.database.read(async (queries) => {
      const reader = await SpaceReader.open(queries, served);
      const pages = reader.order.nodes
        .filter(({ page }) => hasText(page))
        .map((node) => ({
          id: node.page.id,
          path: decodeURIComponent((reader.findHref(node) ?? served.basePath).slice(served.basePath.length)),
        }));
      const maps = renderLlms(reader.site(), reader.order.entries(reader.findHref)).keys();
      const forAgents = [
        "sitemap.md",
        "skill.md",
        ".well-known/agent-skills/index.json",
        ".well-known/ai-catalog.json",
      ];
      return {
        served,
        pages,
        files: (await allFiles(reader.map)).filter((file) => !isReusable(file)),
        indexes: [
          ...["sitemap.xml", "~icon.svg", "~search/pages.json"],
          ...(served.site.agents === undefined ? [] : [...forAgents, ...maps]),
        ],
      };
    });
  }

  async #page(served: ServedContent, id: string, path: string): Promise<void> {
    await this.#writeResponse(served, path, join(path, "index.html"));
    if (served.site.agents !== undefined) {
      await this.#writeResponse(served, markdownHref(served.basePath + path).slice(served.basePath.length));
    }
    await this.#writeResponse(served, path === "" ? "rss.xml" : `${path}/rss.xml`, undefined, true);
    const picture = decodeURIComponent(socialPicturePath(served, id).slice(served.basePath.length));
    await this.#writeResponse(served, picture, undefined, true);
  }

  async #file(served: ServedContent, { id, name }: Contents["files"][number]): Promise<void> {
    const found = await this.#options.database.read(async (queries) =>
      (await SpaceReader.open(queries, served)).file(id),
    );
    if (found !== undefined) await this.#save(served, join("~files", id, name), found.bytes);
  }

  async #fullTexts(served: ServedContent): Promise<void> {
    for (let number = 1; ; number += 1) {
      const path = number === 1 ? "llms-full.txt" : `llms-full-${number}.txt`;
      if (!(await this.#writeResponse(served, path, undefined, true))) return;
    }
  }

  /** Writes the response for a path. A missing one may be skipped, except the page that reports missing pages. */
  async #writeResponse(served: ServedContent, path: string, file = path, mayBeMissing = false): Promise<boolean> {
    const { database, pictures } = this.#options;
    const request = { path, query: new URLSearchParams(), prefers: "html" } as const;
    const response = await database.read((queries) => serveContent(queries, served, request));
    if ("picture" in response) {
      const png = await pictures.draw(response.picture);
      if (png !== undefined) await this.#save(served, file, png);
      return png !== undefined;
    }
    if ("redirect" in response) {
      if (mayBeMissing) return false;
      throw new BuildError(`The page at "${path}" redirects to ${response.redirect}.`);
    }
    if ("pdf" in response) throw new BuildError(`The PDF at "${path}" cannot be a static file.`);
    const signal = this.#options.signal ?? new AbortController().signal;
    const { status, text } = "render" in response ? await response.render(signal) : response.rendered;
    if (status !== 200 && file === path) {
      if (mayBeMissing) return false;
      throw new BuildError(`There is nothing at "${path}".`);
    }
    await this.#save(served, file, text);
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

  #save(served: ServedContent, path: string, content: string | Uint8Array): Promise<void> {
    return this.#saveAt(decodeURIComponent(served.basePath.slice(this.#options.basePath.length)) + path, content);
  }

  async #saveAt(path: string, content: string | Uint8Array): Promise<void> {
    const { signal, folder } = this.#options;
    signal?.throwIfAborted();
    const file = toFilePath(folder, path);
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
function toFilePath(folder: string, path: string): string {
  try {
    return fileInside(folder, path);
  } catch (error) {
    throw error instanceof RangeError ? new BuildError(error.message) : error;
  }
}
