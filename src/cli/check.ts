import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { paginate } from "../client/paginate.ts";
import { readCommandLine } from "../config/config.ts";
import type { LinkRecord } from "../contract/models/link.ts";
import { commandFlags } from "./command-flags.ts";
import { inProcessClient, openEmbedded } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { importFolder } from "./import.ts";
import { count, interruptSignal, printJson, printLine } from "./terminal.ts";

interface Finding {
  readonly page: string | undefined;
  readonly problem: string;
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
        .map(({ message }) => ({ page: undefined, problem: message }));
      const query = { spaceId: imported.space, status: "broken", limit: 1000 } as const;
      for await (const link of paginate(client.spaces.listLinks, query, { signal })) findings.push(...brokenAt(link));
      if (own.json === true) {
        printJson({ pages: imported.pages, files: imported.files, findings });
      } else {
        for (const { page, problem } of findings) printLine(page === undefined ? problem : `${page}: ${problem}`);
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

/** One finding for each occurrence of the link. */
function brokenAt({ targetReference, locationReferences }: LinkRecord): Finding[] {
  const target = targetReference?.kind === "url" ? ` to ${targetReference.url}` : "";
  return locationReferences.map((place) => ({
    page: place.kind === "page" ? (place.page.path ?? place.page.title) : undefined,
    problem: `broken link${target}`,
  }));
}
