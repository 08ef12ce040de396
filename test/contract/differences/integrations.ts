import type { Differences } from "./difference.ts";

const bound = "A bound of the public service; none is shown.";
const values = "Values from the public descriptions; few are shown.";
const required = "The public service requires it; which members are required is not shown.";
const above = "See above.";

export const integrations: Differences = {
  listIntegrations: {
    added: {
      "query category is one of analytics, collaboration, content, gitsync, marketing, other, visitor-auth": values,
      "query scope is one of conversations:ingest, openapi:read, openapi:write, page:feedback:read, site:adaptive:read, site:adaptive:write, site:metadata:read, site:script:cookies, site:script:inject, site:views:read, site:visitor:auth, site:visitor:claims, space:content:read, space:content:write, space:git:sync, space:metadata:read, space:metadata:write":
        values,
      "query target is one of all, organization, site, space": values,
    },
  },
  publishIntegration: {
    added: {
      "body title is required": required,
      "body title is at least 2": bound,
      "body title is at most 30": bound,
      "body description is required": required,
      "body description is at most 100": bound,
      "body scopes is required": required,
      "body script is required": required,
      "body organization is required": required,
      "body summary is at most 2048": bound,
      "body previewImages is at most 3": bound,
      "body externalLinks is at most 5": bound,
      "body endpoint is optional":
        "Where the embedded platform posts events; the public service runs the script alone.",
      "body events is optional": "Types of events that only the embedded platform has.",
      "body endpoint is at most 2048": "The longest address there is.",
      "body runtime is one of v1, v2": "The public service has a second runtime.",
      "body target is one of all, organization, site, space": values,
      "body visibility is one of private, public, unlisted": values,
    },
    missing: {
      "body title is optional": above,
      "body description is optional": above,
      "body scopes is optional": above,
      "body script is optional": above,
      "body organization is optional": above,
      "body runtime is one of v1": above,
    },
  },
  listIntegrationEvents: {
    added: {
      "query status is optional": "Copydesk's own.",
      "query status is one of failed, success, waiting": "Copydesk's own.",
      "query installation is optional": "Copydesk's own.",
    },
  },
  updateIntegrationInstallation: {
    added: { "body replay is optional": "Copydesk's own.", "body replay is at most 100": "Copydesk's own." },
  },
  installIntegration: {
    added: {
      "answers 201 too": "What the public service answers.",
      "body organization is required": "The public service requires it: an installation is in an organization.",
    },
    missing: { "body organization is optional": above },
  },
  setIntegrationDevelopmentMode: { added: { "body tunnelUrl is at most 256": bound } },
};
