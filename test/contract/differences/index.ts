import { changes } from "./changes.ts";
import { comments } from "./comments.ts";
import { content } from "./content.ts";
import { conversations } from "./conversations.ts";
import type { Differences } from "./difference.ts";
import { git } from "./git.ts";
import { integrations } from "./integrations.ts";
import { openapi } from "./openapi.ts";
import { organization } from "./organization.ts";
import { sites } from "./sites.ts";
import { translations } from "./translations.ts";

/** Where the contract departs from the description on purpose, by operation. */
export const deliberate: Differences = {
  ...content,
  ...changes,
  ...comments,
  ...git,
  ...openapi,
  ...conversations,
  ...translations,
  ...sites,
  ...organization,
  ...integrations,
};
