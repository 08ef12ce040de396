/** Areas of the API, each with its contents. Tools are turned on and off by area. */
export const areas = {
  content: "Spaces, collections, pages, files, revisions and search",
  changes: "Change requests: drafts, edits, reviews and merges",
  comments: "Comments and replies on spaces and change requests",
  git: "Git synchronization and imports",
  openapi: "OpenAPI specifications and their versions",
  conversations: "Support conversations, their issues and issue clusters",
  translations: "Translations of spaces and their glossary",
  sites: "Published sites: structure, customization, redirects, access",
  organization: "Organizations, members, teams, invites, permissions, sign-on, agent instructions",
  integrations: "Integrations, their installations and events",
} as const;
export type Area = keyof typeof areas;
