import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { commandFlags } from "./command-flags.ts";
import { type EmbeddedPlatform, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { findNamedSpace } from "./named-user.ts";
import { count, interruptSignal, Progress, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.build);
  const [name, folder, ...rest] = positionals;
  if (name === undefined || folder === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk build <site or space> <folder> [--url <address of the site>] [--json]");
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`build reads the embedded platform. Leave out ${config.baseUrl.source}.`);
  }
  const url = readUrl(own.url as string | undefined);
  const { BuildError, buildSite, staticSite, staticSpace } = await parts.buildSite();
  const { findSpace } = await parts.spaces();
  const embedded = await openEmbedded(config);
  try {
    const site = await findNamedSite(embedded, name);
    const space = site === undefined ? await findNamedSpace(embedded, name) : undefined;
    const progress = new Progress();
    const built = await buildSite(embedded.platform.database, folder, {
      async site(queries, address) {
        if (site !== undefined) return staticSite(queries, site, address);
        const row = space && (await findSpace(queries, space.id));
        if (row === undefined) throw new BuildError(`There is no space ${name}.`);
        return staticSpace(queries, row, address);
      },
      url,
      signal: interruptSignal(),
      onProgress: (done, total) => progress.show("Writing", done, total),
    }).catch((error: unknown) => {
      throw error instanceof BuildError ? new UsageError(error.message) : error;
    });
    progress.end();
    if (own.json === true) printJson(built);
    process.stderr.write(`Wrote ${count(built.pages, "page")} and ${count(built.files, "file")} to ${folder}.\n`);
    if (site !== undefined && !["public", "unlisted"].includes(site.visibility)) {
      process.stderr.write(
        `Note: readers of "${site.title}" need more than its address (${site.visibility}), and these files ask for nothing.\n`,
      );
    }
    return 0;
  } finally {
    await embedded.platform.close();
  }
}

/** The site of an id, a basename or a title; undefined where there is none. Throws `UsageError` for several. */
async function findNamedSite({ platform, organization }: EmbeddedPlatform, name: string) {
  const { findSitesNamed } = await parts.sites();
  const found = await platform.database.read((queries) => findSitesNamed(queries, organization, name));
  if (found.length < 2) return found[0];
  const known = found.map(({ id, title }) => `  ${id}  ${title}`);
  throw new UsageError([`Several sites are called "${name}". Name one of these by its id:`, ...known].join("\n"));
}

function readUrl(written = "http://localhost/"): URL {
  if (URL.canParse(written) && /^https?:$/.test(new URL(written).protocol)) return new URL(written);
  throw new UsageError(`--url: "${written}" is no address. Give one such as https://docs.example.com/guide/.`);
}
