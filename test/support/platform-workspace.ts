import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { openPlatform, type Platform, type PlatformOptions } from "../../src/platform/index.ts";
import { ensureLocalToken, ensureWorkspace } from "../../src/platform/workspace/spaces/local-workspace.ts";
import { clientOf } from "./client-ways.ts";

export interface PlatformWorkspace {
  readonly folder: string;
  readonly platform: Platform;
  readonly client: Client;
  readonly organization: string;
  readonly user: string;
  /** The local user's. */
  readonly token: string;
}

export type WorkspaceOptions = Pick<
  PlatformOptions,
  "database" | "jobs" | "outbound" | "conversations" | "model" | "now" | "gitAuthor" | "translation"
>;

/** A platform on a separate data folder, both removed after the test. Any unexpected failure in it fails the test. */
export async function openWorkspace(options: WorkspaceOptions = {}): Promise<PlatformWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), "platform-"));
  const unforeseen: string[] = [];
  const workspace = await openWorkspaceAt(folder, (line) => unforeseen.push(line), options);
  onTestFinished(async () => {
    await workspace.platform.close();
    await rm(folder, { recursive: true, force: true });
    if (unforeseen.length > 0) throw new Error(unforeseen.join("\n"));
  });
  return workspace;
}

/** The workspace of a data folder that may already have been used; the caller closes the platform. */
export async function openWorkspaceAt(
  folder: string,
  log?: (line: string) => void,
  options: WorkspaceOptions = {},
): Promise<PlatformWorkspace> {
  const platform = await openPlatform({ folder, ...(log === undefined ? {} : { log }), ...options });
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  const token = await ensureLocalToken(platform.database, folder, user, platform.now());
  const client = clientOf(platform, token);
  return { folder, platform, client, organization, user, token };
}
