import type { JobKinds } from "./kernel/jobs/job-kind.ts";

/** Every kind of job there is. A job of a kind that a process does not know is left to one that does. */
export const jobKinds: JobKinds = {
  "git-export": async () => (await import("./git/export-job.ts")).gitExportJob,
  "git-import": async () => (await import("./git/import-job.ts")).gitImportJob,
  "computed-pages": async () => (await import("./computed/compute-job.ts")).computeJob,
  conversations: async () => (await import("./conversations/analysis-job.ts")).analysisJob,
  import: async () => (await import("./imports/import-job.ts")).importJob,
  "integration-delivery": async () => (await import("./integrations/delivery-job.ts")).deliveryJob,
  "invitation-mail": async () => (await import("./invites/invitation-mail-job.ts")).invitationMailJob,
  openapi: async () => (await import("./openapi/process-job.ts")).openapiJob,
  purge: async () => (await import("./upkeep/purge-job.ts")).purgeJob,
  translation: async () => (await import("./translations/translation-job.ts")).translationJob,
};
