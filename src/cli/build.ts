import { statSync } from "node:fs";
import { type Config, readCommandLine } from "../config/config.ts";
import { type BuildOptions, type Database, parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { type EmbeddedPlatform, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedSpace } from "./named-user.ts";
import { printNotes, storeFolder } from "./preview.ts";
import { count, interruptSignal, Progress, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.build);
  const [name, folder, ...rest] = positionals;
  if (name === undefined || folder === undefined || rest.length > 0) {
    throw new UsageError(
      "Usage: copydesk build <site, space or ./folder of Markdown> <folder> [--url <address of the site>] [--json]",
    );
  }
  const url = readUrl(own.url as string | undefined);
  const write: Write = async (database, site) => {
    const { BuildError, buildSite } = await parts.buildSite();
    const progress = new Progress();
    const onProgress = (done: number, total: number) => progress.show("Writing", done, total);
    const options = { site, url, signal: interruptSignal(), onProgress };
    const built = await buildSite(database, folder, options).catch((error: unknown) => {
      throw error instanceof BuildError ? new UsageError(error.message) : error;
    });
    progress.end();
    if (own.json === true) printJson(built);
    process.stderr.write(`Wrote ${count(built.pages, "page")} and ${count(built.files, "file")} to ${folder}.\n`);
  };
  if (isFolder(name)) await buildFolder(name, url, write);
  else await buildNamed(name, config, write);
  return 0;
}

type Write = (database: Database, site: BuildOptions["site"]) => Promise<void>;

/** A folder is written as a path: with a slash, or as a dot. Any other name is that of a site or a space. */
const isFolder = (name: string): boolean => name === "." || name === ".." || /[/\\]/.test(name);

async function buildFolder(source: string, url: URL, write: Write): Promise<void> {
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`There is no folder "${source}". Name a folder of Markdown files.`);
  }
  const { FolderSite, rootPath, createStaticSite } = await parts.buildSite();
  const site = await FolderSite.open(source, rootPath(url), storeFolder);
  try {
    printNotes(await site.refresh());
    const served = site.getServedContent({ origin: url.origin, hasServer: false });
    if (served === undefined) throw new Error("The folder was read and is not there");
    await write(site.database, (queries) => createStaticSite(queries, served));
  } finally {
    await site.close();
  }
}

async function buildNamed(name: string, config: Config, write: Write): Promise<void> {
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`build reads the embedded platform. Leave out ${config.baseUrl.source}.`);
  }
  const { BuildError, staticSite, staticSpace } = await parts.buildSite();
  const { findSpace } = await parts.spaces();
  const embedded = await openEmbedded(config);
  try {
    const site = await findNamedSite(embedded, name);
    const space = site === undefined ? await findNamedSpace(embedded, name) : undefined;
    await write(embedded.platform.database, async (queries, address) => {
      if (site !== undefined) return staticSite(queries, site, address);
      const row = space && (await findSpace(queries, space.id));
      if (row === undefined) throw new BuildError(`There is no space ${name}.`);
      return staticSpace(queries, row, address);
    });
    if (site !== undefined && !["public", "unlisted"].includes(site.visibility)) {
      process.stderr.write(
        `Note: "${site.title}" is not open to everyone (${site.visibility}), but these files have no access control.\n`,
      );
    }
  } finally {
    await embedded.platform.close();
  }
}

/** The site with this id, basename or title; undefined if there is none. Throws `UsageError` if there are several. */
async function findNamedSite({ platform }: Pick<EmbeddedPlatform, "platform">, name: string) {
  const { findSitesNamed } = await parts.sites();
  const found = await platform.database.read((queries) => findSitesNamed(queries, name));
  if (found.length < 2) return found[0];
  const known = found.map(({ id, title }) => `  ${id}  ${title}`);
  throw new UsageError([`Several sites are called "${name}". Name one of these by its id:`, ...known].join("\n"));
}

function readUrl(written = "http://localhost/"): URL {
  if (URL.canParse(written) && /^https?:$/.test(new URL(written).protocol)) return new URL(written);
  throw new UsageError(`--url: "${written}" is not an address. Give one such as https://docs.example.com/guide/.`);
}
