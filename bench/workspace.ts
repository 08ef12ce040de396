import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcessClient } from "../src/cli/connection.ts";
import type { Client } from "../src/client/client.ts";
import { storePlan } from "../src/platform/exchange/imports/store-plan.ts";
import { planImport } from "../src/platform/exchange/space-files/plan.ts";
import type { PlannedPage } from "../src/platform/exchange/space-files/planned-pages.ts";
import { openPlatform, type Platform, type PlatformOptions } from "../src/platform/index.ts";
import { ensureLocalToken, ensureWorkspace } from "../src/platform/workspace/spaces/local-workspace.ts";
import type { GeneratedPage } from "./generated-docs.ts";

export interface Workspace {
  /** The data folder. */
  readonly folder: string;
  readonly platform: Platform;
  readonly client: Client;
  readonly token: string;
  readonly organization: string;
  readonly user: string;
}

/** Runs `work` with a temporary folder that is removed afterwards. */
export async function withFolder<Result>(name: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), `copydesk-bench-${name}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Opens the platform of a data folder in this process; the caller closes it. */
export async function openWorkspace(
  folder: string,
  given: Pick<PlatformOptions, "database" | "translation" | "jobs" | "outbound"> = {},
): Promise<Workspace> {
  const platform = await openPlatform({ ...given, folder });
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  const token = await ensureLocalToken(platform.database, folder, user, platform.now());
  const client = inProcessClient(platform, token);
  return { folder, platform, client, token, organization, user };
}

/** Imports a folder of docs as a new space and returns the space's id. */
export async function importDocs({ platform, organization, user }: Workspace, docs: string): Promise<string> {
  const { space } = await storePlan(platform, await planImport(docs), { organization, user });
  return space;
}

/** The same for pages that are in no folder. */
export async function storePages(
  { platform, organization, user }: Workspace,
  pages: readonly GeneratedPage[],
): Promise<string> {
  let parent: string | null = null;
  const planned: PlannedPage[] = [];
  for (const { path, title, text, first } of pages) {
    if (first) parent = null;
    const slug = path.replaceAll(/[/.]/g, "-");
    const read = async () => text;
    planned.push({ type: "document", key: path, parent, title, slug, size: text.length, source: path, read });
    if (first) parent = path;
  }
  const plan = { title: "Docs", pages: planned, files: [], redirects: [], warnings: [] };
  const { space } = await storePlan(platform, plan, { organization, user });
  return space;
}
