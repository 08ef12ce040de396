import { changes } from "./changes.ts";
import { comments } from "./comments.ts";
import { content } from "./content.ts";
import { conversations } from "./conversations.ts";
import type { Examples } from "./example.ts";
import { git } from "./git.ts";
import { integrations } from "./integrations.ts";
import { openapi } from "./openapi.ts";
import { organization } from "./organization.ts";
import { sites } from "./sites.ts";
import { translations } from "./translations.ts";

export const examplesByArea: Readonly<Record<string, Examples>> = {
  content,
  changes,
  comments,
  git,
  openapi,
  conversations,
  translations,
  sites,
  organization,
  integrations,
};

/** The example of each operation, by operation id. */
export const examples: Examples = Object.assign({}, ...Object.values(examplesByArea));
