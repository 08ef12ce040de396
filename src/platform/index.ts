import type { Platform, PlatformOptions } from "./open-platform.ts";

export type { Through } from "./access/audit/index.ts";
/**
 * The public interface of the platform for commands. What is named here is loaded when it is first used: `serve` before
 * a remote service, and every command that needs one part alone, do without the rest.
 */
export type { Acting } from "./access/authenticate.ts";
export type { ImportPlan, ImportWarning, PlanImportOptions } from "./exchange/space-files/index.ts";
export type { MailSettings } from "./identity/mail/index.ts";
export type { Database } from "./kernel/database/database.ts";
export type { ObjectStorageSettings } from "./kernel/object-storage.ts";
export type { TrustedRemotes } from "./kernel/outbound/trusted-remotes.ts";
export type { SecretKeys } from "./kernel/secrets/secret-keys.ts";
export type { ModelSettings, Outbound, Platform, PlatformOptions, TranslationSettings } from "./open-platform.ts";
export type { BuildOptions, ReaderServices } from "./publishing/published/index.ts";

/** Opens a data folder. Throws `DataFolderError`. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  return (await import("./open-platform.ts")).openPlatform(options);
}

/** Parts of the platform that commands use without it, or in addition to it. */
export const parts = {
  agents: () => import("./access/agents-rows.ts"),
  audit: () => import("./access/audit/index.ts"),
  backup: () => import("./operations/backup/make-backup.ts"),
  buildSite: () => import("./publishing/published/build-site.ts"),
  checkFolder: () => import("./operations/backup/check-folder.ts"),
  checkModel: () => import("./kernel/language-model/check-model.ts"),
  checkTranslation: () => import("./knowledge/translations/providers/check-provider.ts"),
  clones: () => import("./exchange/git/clone-for-import.ts"),
  confirmations: () => import("./kernel/confirmations-rows.ts"),
  copy: () => import("./operations/copy/index.ts"),
  database: () => import("./kernel/database/database.ts"),
  dayLimit: () => import("./kernel/spending-rows.ts"),
  emailAddress: () => import("./access/people-rows.ts"),
  appRecords: () => import("./app-records.ts"),
  exportSpace: () => import("./exchange/space-files/export-space.ts"),
  ids: () => import("./kernel/database/ids.ts"),
  importArchive: () => import("./exchange/imports/open-archive.ts"),
  importPlan: () => import("./exchange/space-files/plan.ts"),
  invites: () => import("./identity/invites/index.ts"),
  mail: () => import("./identity/mail/index.ts"),
  members: () => import("./access/people/index.ts"),
  oauthRecords: () => import("./access/oauth-records-rows.ts"),
  objectStorage: () => import("./kernel/object-storage.ts"),
  openJobs: () => import("./kernel/jobs/open-jobs-rows.ts"),
  outbound: () => import("./kernel/outbound/outbound.ts"),
  pendingSteps: () => import("./kernel/database/pending-steps.ts"),
  people: () => import("./access/people-rows.ts"),
  previewFolder: () => import("./publishing/published/preview-folder.ts"),
  problem: () => import("./kernel/problem.ts"),
  restore: () => import("./operations/backup/restore-backup.ts"),
  secretKeys: () => import("./kernel/secrets/secret-keys.ts"),
  secrets: () => import("./kernel/secrets/secrets-rows.ts"),
  servingProcesses: () => import("./kernel/serving-processes-rows.ts"),
  settings: () => import("./kernel/settings-rows.ts"),
  signIn: () => import("./identity/sign-in/index.ts"),
  signInLinks: () => import("./access/sign-in-links-rows.ts"),
  sites: () => import("./publishing/sites/index.ts"),
  spaces: () => import("./access/spaces-rows.ts"),
  spending: () => import("./kernel/spending-rows.ts"),
  storePlan: () => import("./exchange/imports/store-plan.ts"),
  tokens: () => import("./access/tokens-rows.ts"),
  trustedRemotes: () => import("./kernel/outbound/trusted-remotes.ts"),
  users: () => import("./access/people-rows.ts"),
  workspace: () => import("./workspace/spaces/local-workspace.ts"),
  writeFolder: () => import("./exchange/space-files/write-folder.ts"),
} as const;
