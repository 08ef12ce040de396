import type { Kysely } from "kysely";
import packageFile from "../../../../package.json" with { type: "json" };
import { addPeople } from "./migrations/0002-people.ts";
import { addMemberOrder } from "./migrations/0003-members.ts";
import { addInvites } from "./migrations/0004-invites.ts";
import { addSignIn } from "./migrations/0005-sign-in.ts";
import { addAgents } from "./migrations/0006-agents.ts";
import { addIntegrations } from "./migrations/0007-integrations.ts";
import { addSites } from "./migrations/0010-sites.ts";
import { addPageFeedback } from "./migrations/0013-page-feedback.ts";
import { addInstallationScopes } from "./migrations/0017-installation-scopes.ts";
import { addActs } from "./migrations/0018-acts.ts";
import { addProcesses } from "./migrations/0019-add-processes.ts";
import { addSectionParts } from "./migrations/0020-add-section-parts.ts";
import { addShareLinkHash } from "./migrations/0021-add-share-link-hash.ts";
import { addIntegrationEvents } from "./migrations/0023-add-integration-events.ts";
import { addReviewAgents } from "./migrations/0025-add-review-agents.ts";
import { createSchema } from "./schema-sqlite.ts";

export const firstStep = "0001-schema";

/** Schema steps by name, in the order they run. */
export type SchemaSteps = Readonly<Record<string, (database: Kysely<unknown>) => Promise<void>>>;

/** Schema steps in name order. A released step is never changed. */
export const migrations: SchemaSteps = {
  [firstStep]: createSchema,
  "0002-people": addPeople,
  "0003-members": addMemberOrder,
  "0004-invites": addInvites,
  "0005-sign-in": addSignIn,
  "0006-agents": addAgents,
  "0007-integrations": addIntegrations,
  "0010-sites": addSites,
  "0013-page-feedback": addPageFeedback,
  "0017-installation-scopes": addInstallationScopes,
  "0018-acts": addActs,
  "0019-add-processes": addProcesses,
  "0020-add-section-parts": addSectionParts,
  "0021-add-share-link-hash": addShareLinkHash,
  "0023-add-integration-events": addIntegrationEvents,
  "0025-add-review-agents": addReviewAgents,
};

/**
 * A step with such a name only adds tables, indexes, and columns that are nullable or have a default. A build that does
 * not know it can work alongside one that does, so servers can be updated one by one.
 */
const additiveStep = /^\d{4}-add-/;

/** A step with such a name does more, and no release before the one it names can use the database afterwards. */
const stepFromRelease = /^\d{4}-from-(\d+\.\d+\.\d+)-/;

/** What a step's name says about the releases that can use the database once it has run. */
export interface StepFacts {
  readonly name: string;
  readonly onlyAdds: boolean;
  /** The oldest release that can use the database. Undefined if every release can, or if only those with the step can. */
  readonly oldestRelease: string | undefined;
}

export function describeStep(name: string): StepFacts {
  return { name, onlyAdds: additiveStep.test(name), oldestRelease: stepFromRelease.exec(name)?.[1] };
}

/** Steps of builds before the first release, which together create the same tables as the first step. */
const earlySteps: ReadonlySet<string> = new Set([
  ...["0001-content", "0002-search", "0003-search-paths", "0010-collections", "0011-access", "0020-comments"],
  ...["0030-reviews", "0050-links", "0060-search-words", "0070-jobs", "0071-imports", "0072-revision-git", "0073-git"],
  ...["0080-conversations", "0090-confirmations", "0091-openapi", "0100-translations", "0101-link-portions"],
  ...["0120-change-request-order", "0130-computed", "0140-conversation-analysis", "0150-translation-makers"],
  ...[
    "0151-glossary-terms",
    "0160-git-hashes",
    "0161-upkeep",
    "0190-openapi-packed",
    "0200-git-plans",
    "0210-spending",
  ],
  ...["0220-openapi-given-packed", "0230-job-failures", "0237-organization-settings", "0240-job-deaths"],
  ...["0360-order-made", "0490-links-read-again", "0550-former-labels"],
]);

/** The last build that applies the early steps. */
const lastEarlyBuild = "Copydesk 0.1.0 built from commit b9b6f9f";

export interface MigrationOptions {
  /** The steps of this build, unless a test has others. */
  readonly steps?: SchemaSteps;
  /** Called before each step, again from the first one if the work is repeated. */
  readonly onStep?: (name: string, number: number, total: number) => void;
}

export type SchemaState =
  /** `early`: the applied steps are those that `0001-schema` covers, so its name replaces them. */
  | { readonly kind: "known"; readonly early: boolean; readonly missing: readonly string[] }
  /** A step that this release cannot work with. */
  | { readonly kind: "newer"; readonly step: StepFacts }
  /** Only some of the early steps were applied; `build` applies the rest. */
  | { readonly kind: "unfinished"; readonly build: string };

/**
 * What the names of the applied steps say about a database's schema to a release. Steps are compared as a set: builds of
 * different branches may have run later ones first.
 */
export function schemaState(
  applied: readonly string[],
  steps: SchemaSteps = migrations,
  release: string = packageFile.version,
): SchemaState {
  const unusable = applied
    .filter((name) => !(name in steps || earlySteps.has(name)))
    .map(describeStep)
    .filter(
      ({ onlyAdds, oldestRelease }) =>
        !onlyAdds && (oldestRelease === undefined || compareReleases(oldestRelease, release) > 0),
    )
    .sort((one, other) => compareReleases(other.oldestRelease ?? "0", one.oldestRelease ?? "0"));
  const [step] = unusable;
  if (step !== undefined) return { kind: "newer", step };
  const early = applied.filter((name) => earlySteps.has(name)).length;
  if (early > 0 && early < earlySteps.size) return { kind: "unfinished", build: lastEarlyBuild };
  const present = new Set(early > 0 ? [firstStep, ...applied] : applied);
  const missing = Object.keys(steps).filter((name) => !present.has(name));
  return { kind: "known", early: early > 0, missing };
}

/** Negative if the first release is older. Pre-release parts do not count. */
function compareReleases(one: string, other: string): number {
  const [left, right] = [one, other].map((release) => release.split(/[.+-]/).slice(0, 3).map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Why this release cannot use a database, and what to do: the end of a sentence, and another one. */
export function explainNewerSchema({ name, oldestRelease }: StepFacts): {
  readonly why: string;
  readonly what: string;
} {
  return oldestRelease === undefined
    ? {
        why: `was changed by a newer release of Copydesk than this one, ${packageFile.version} (schema step ${name})`,
        what: "Install that release or a newer one, or restore a backup made before the update",
      }
    : {
        why: `requires Copydesk ${oldestRelease} or newer, and this is ${packageFile.version} (schema step ${name})`,
        what: `Install Copydesk ${oldestRelease} or newer, or restore a backup made before the update`,
      };
}
