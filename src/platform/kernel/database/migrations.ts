import type { Kysely } from "kysely";
import { content } from "./migrations/0001-content.ts";
import { search } from "./migrations/0002-search.ts";
import { searchPaths } from "./migrations/0003-search-paths.ts";
import { collections } from "./migrations/0010-collections.ts";
import { access } from "./migrations/0011-access.ts";
import { comments } from "./migrations/0020-comments.ts";
import { reviews } from "./migrations/0030-reviews.ts";
import { links } from "./migrations/0050-links.ts";
import { searchWords } from "./migrations/0060-search-words.ts";
import { jobs } from "./migrations/0070-jobs.ts";
import { imports } from "./migrations/0071-imports.ts";
import { revisionGit } from "./migrations/0072-revision-git.ts";
import { git } from "./migrations/0073-git.ts";
import { conversations } from "./migrations/0080-conversations.ts";
import { confirmations } from "./migrations/0090-confirmations.ts";
import { openapi } from "./migrations/0091-openapi.ts";
import { translations } from "./migrations/0100-translations.ts";
import { linkPortions } from "./migrations/0101-link-portions.ts";
import { changeRequestOrder } from "./migrations/0120-change-request-order.ts";
import { computed } from "./migrations/0130-computed.ts";
import { conversationAnalysis } from "./migrations/0140-conversation-analysis.ts";
import { translationMakers } from "./migrations/0150-translation-makers.ts";
import { glossaryTerms } from "./migrations/0151-glossary-terms.ts";
import { gitHashes } from "./migrations/0160-git-hashes.ts";
import { upkeep } from "./migrations/0161-upkeep.ts";
import { openapiPacked } from "./migrations/0190-openapi-packed.ts";
import { gitPlans } from "./migrations/0200-git-plans.ts";
import { spending } from "./migrations/0210-spending.ts";
import { openapiGivenPacked } from "./migrations/0220-openapi-given-packed.ts";
import { jobFailures } from "./migrations/0230-job-failures.ts";
import { organizationSettings } from "./migrations/0237-organization-settings.ts";
import { jobDeaths } from "./migrations/0240-job-deaths.ts";
import { orderMade } from "./migrations/0360-order-made.ts";
import { linksReadAgain } from "./migrations/0490-links-read-again.ts";
import { formerLabels } from "./migrations/0550-former-labels.ts";

/** Schema steps in the order of their names. A step that has shipped is never changed. */
export const migrations: Readonly<Record<string, (database: Kysely<unknown>) => Promise<void>>> = {
  "0001-content": content,
  "0002-search": search,
  "0003-search-paths": searchPaths,
  "0010-collections": collections,
  "0011-access": access,
  "0020-comments": comments,
  "0030-reviews": reviews,
  "0050-links": links,
  "0060-search-words": searchWords,
  "0070-jobs": jobs,
  "0071-imports": imports,
  "0072-revision-git": revisionGit,
  "0073-git": git,
  "0080-conversations": conversations,
  "0090-confirmations": confirmations,
  "0091-openapi": openapi,
  "0100-translations": translations,
  "0101-link-portions": linkPortions,
  "0120-change-request-order": changeRequestOrder,
  "0130-computed": computed,
  "0140-conversation-analysis": conversationAnalysis,
  "0150-translation-makers": translationMakers,
  "0151-glossary-terms": glossaryTerms,
  "0160-git-hashes": gitHashes,
  "0161-upkeep": upkeep,
  "0190-openapi-packed": openapiPacked,
  "0200-git-plans": gitPlans,
  "0210-spending": spending,
  "0220-openapi-given-packed": openapiGivenPacked,
  "0230-job-failures": jobFailures,
  "0237-organization-settings": organizationSettings,
  "0240-job-deaths": jobDeaths,
  "0360-order-made": orderMade,
  "0490-links-read-again": linksReadAgain,
  "0550-former-labels": formerLabels,
};
