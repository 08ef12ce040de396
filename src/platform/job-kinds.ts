import type { JobKinds } from "./kernel/jobs/job-kind.ts";

/** Every kind of job there is. A job of a kind that a process does not know is left to one that does. */
export const jobKinds: JobKinds = {
  "git-export": async () => (await import("./exchange/git/export-job.ts")).gitExportJob,
  "git-import": async () => (await import("./exchange/git/import-job.ts")).gitImportJob,
  "computed-pages": async () => (await import("./content/computed/compute-job.ts")).computeJob,
  conversations: async () => (await import("./knowledge/conversations/analysis-job.ts")).analysisJob,
  import: async () => (await import("./exchange/imports/import-job.ts")).importJob,
  "integration-delivery": async () => (await import("./integrations/delivery-job.ts")).deliveryJob,
  "invitation-mail": async () => (await import("./identity/invites/invitation-mail-job.ts")).invitationMailJob,
  openapi: async () => (await import("./content/openapi/process-job.ts")).openapiJob,
  purge: async () => (await import("./operations/upkeep/purge-job.ts")).purgeJob,
  translation: async () => (await import("./knowledge/translations/translation-job.ts")).translationJob,
};
