import type { Examples } from "./example.ts";

const repository = {
  url: "https://docs-bot:hunter2@git.example.com/acme/docs.git",
  ref: "refs/heads/main",
  repoCacheID: "acme-docs",
  repoTreeURL: "https://git.example.com/acme/docs/tree/main",
  repoCommitURL: "https://git.example.com/acme/docs/commit",
  repoProjectDirectory: "handbook/en",
  timestamp: "2026-03-04T05:06:07.000Z",
  force: true,
  gitInfo: { provider: "gitlab", url: "https://git.example.com/acme/docs" },
};

export const git: Examples = {
  importGitRepository: {
    input: { spaceId: "space1", ...repository, standalone: true },
    sends: "POST /v1/spaces/space1/git/import",
    body: {
      url: "https://docs-bot:hunter2@git.example.com/acme/docs.git",
      ref: "refs/heads/main",
      repoCacheID: "acme-docs",
      repoTreeURL: "https://git.example.com/acme/docs/tree/main",
      repoCommitURL: "https://git.example.com/acme/docs/commit",
      repoProjectDirectory: "handbook/en",
      timestamp: "2026-03-04T05:06:07.000Z",
      force: true,
      standalone: true,
      gitInfo: { provider: "gitlab", url: "https://git.example.com/acme/docs" },
    },
  },
  exportToGitRepository: {
    input: { spaceId: "space1", ...repository, commitMessage: "Publish the handbook" },
    sends: "POST /v1/spaces/space1/git/export",
    body: {
      url: "https://docs-bot:hunter2@git.example.com/acme/docs.git",
      ref: "refs/heads/main",
      commitMessage: "Publish the handbook",
      repoCacheID: "acme-docs",
      repoTreeURL: "https://git.example.com/acme/docs/tree/main",
      repoCommitURL: "https://git.example.com/acme/docs/commit",
      repoProjectDirectory: "handbook/en",
      timestamp: "2026-03-04T05:06:07.000Z",
      force: true,
      gitInfo: { provider: "gitlab", url: "https://git.example.com/acme/docs" },
    },
  },
  getSpaceGitInfo: { input: { spaceId: "space1" }, sends: "GET /v1/spaces/space1/git/info" },
  deleteLegacyGitInstallation: {
    input: { spaceId: "space1" },
    sends: "DELETE /v1/spaces/space1/git/legacy-installation",
  },
  startImportRun: {
    input: {
      organizationId: "org1",
      source: { type: "website", url: "https://old-docs.example.com/start" },
      target: { space: "space1", changeRequest: "change1", page: "page1" },
      site: "site1",
      enhance: false,
    },
    sends: "POST /v1/org/org1/imports",
    body: {
      source: { type: "website", url: "https://old-docs.example.com/start" },
      target: { space: "space1", changeRequest: "change1", page: "page1" },
      site: "site1",
      enhance: false,
    },
  },
  listImportRuns: {
    input: {
      organizationId: "org1",
      space: "space1",
      changeRequest: "change1",
      site: "site1",
      status: "in-progress",
      page: "cursor1",
      limit: 20,
    },
    sends:
      "GET /v1/org/org1/imports?space=space1&changeRequest=change1&site=site1&status=in-progress&page=cursor1&limit=20",
  },
  getImportRun: {
    input: { organizationId: "org1", importRunId: "run1" },
    sends: "GET /v1/org/org1/imports/run1",
  },
  cancelImportRun: {
    input: { organizationId: "org1", importRunId: "run1" },
    sends: "POST /v1/org/org1/imports/run1/cancel",
  },
};
