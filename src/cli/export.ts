import { escapeControls } from "../client/excerpt.ts";
import { readCommandLine } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { count, interruptSignal, Progress, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, { force: "boolean", json: "boolean" });
  const [name, folder, ...rest] = positionals;
  if (name === undefined || folder === undefined || rest.length > 0) {
    throw new UsageError("Usage: copydesk export <space id or title> <folder> [--force] [--json]");
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(`export reads the embedded platform. Leave out ${config.baseUrl.source}.`);
  }
  const [{ readSpaceForExport }, { writeFolder }, { listSpaces }] = await Promise.all([
    parts.exportSpace(),
    parts.writeFolder(),
    parts.spaces(),
  ]);
  const { platform, organization, user } = await openEmbedded(config);
  try {
    const viewer = { organization, user, role: "admin" };
    const spaces = await platform.database.read((queries) => listSpaces(queries, { viewer }, undefined, 10_000));
    const found = spaces.filter((space) => space.id === name || space.title === name);
    const [space] = found;
    if (space === undefined || found.length > 1) {
      const known = (space === undefined ? spaces : found).map(({ id, title }) => `  ${id}  ${title}`);
      const problem = space === undefined ? `There is no space "${name}".` : `Several spaces are titled "${name}".`;
      throw new UsageError([`${problem} Name one of these by its id:`, ...known].join("\n"));
    }
    const progress = new Progress();
    const written = await writeFolder(folder, await readSpaceForExport(platform, space.id), {
      force: own.force === true,
      signal: interruptSignal(),
      onProgress: ({ done, total }) => progress.show("Writing", done, total),
    });
    progress.end();
    if (own.json === true) printJson(written);
    const [pages, files] = [count(written.pages.length, "page"), count(written.files.length, "file")];
    process.stderr.write(`Wrote ${pages} and ${files} to ${folder}.\n`);
    for (const warning of written.warnings ?? []) process.stderr.write(`${escapeControls(warning)}\n`);
    return 0;
  } finally {
    await platform.close();
  }
}
