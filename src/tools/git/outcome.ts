import { ClientError } from "../../client/errors.ts";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { GitInfo } from "../../contract/models/git.ts";
import type { Space } from "../../contract/models/space.ts";
import { cut } from "../../present/budget.ts";
import { changeCounts } from "../../present/changes.ts";
import { fence } from "../../present/fence.ts";
import { counted, oneLine, quoted, withoutSecret } from "../../present/wording.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { shownTarget } from "./repository.ts";

type GitOperation = NonNullable<GitInfo["operation"]>;

export type Direction = GitOperation["direction"];

export interface Sync {
  /** As it was before. */
  readonly space: Space;
  /** Whether both are known to have been in sync before. */
  readonly wasInSync: boolean;
  /** A branch known to have all of the space's content, if any. */
  readonly completeBranch: string | undefined;
  /** As in: space "Guides" (id). */
  readonly name: string;
  /** As in: branch "main" of "https://host/team/docs.git". */
  readonly target: string;
  /** Replaces credentials in other people's texts. */
  hide(text: string): string;
}

/** Tokens reserved for what is around the warnings. */
const noteTokens = 500;

/** What an import brought. */
export async function importedText(
  { commit, warnings = [] }: GitOperation,
  { space, name, target, hide }: Sync,
  context: ToolContext,
): Promise<string> {
  const { client, signal } = context;
  const spaceId = space.id;
  const now = await readIfAvailable(client.spaces.get({ spaceId }, { signal }));
  const revisionId = now?.revision;
  const isSame = revisionId === space.revision;
  const changes =
    revisionId === undefined || isSame
      ? undefined
      : await readIfAvailable(client.revisions.listChanges({ spaceId, revisionId, limit: 1000 }, { signal }));
  const counts = changes === undefined ? "" : changeCounts(changes);
  const links = await readIfAvailable(client.spaces.listLinks({ spaceId, status: "broken", limit: 1 }, { signal }));
  const broken = links?.stats?.broken?.total ?? 0;
  const at = commitText(commit ?? (await findCommit(spaceId, revisionId, context)));
  return [
    isSame
      ? `${sentence(name)} already has all of ${target}${at} and stays at revision ${space.revision}.`
      : `${sentence(name)} has imported ${target}${at}${revisionId === undefined ? "" : `, and is at revision ${revisionId}`}.`,
    ...(counts === "" ? [] : [`In the space: ${counts}.`]),
    ...warningLines(warnings.map(hide), context.answerTokens - noteTokens),
    ...(broken === 0
      ? []
      : [
          `${counted(broken, "link")} in the space lead${broken === 1 ? "s" : ""} to nothing: read_operation listSpaceLinks with "spaceId": "${spaceId}" and "status": "broken".`,
        ]),
    isSame ? "" : `list_pages shows the pages; sync_git with "direction": "export" writes later edits back.`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** What an export wrote. */
export async function exportedText(
  { commit, revision, warnings = [] }: GitOperation,
  changed: boolean | undefined,
  { space, name, target, hide }: Sync,
  context: ToolContext,
): Promise<string> {
  const isUnchanged = commit !== undefined && revision === undefined;
  const at = commitText(commit ?? (await findCommit(space.id, space.revision, context)));
  const later = changed === true ? " The space has changed since it was read: export again for that." : "";
  const text = isUnchanged
    ? `${sentence(target)}${at} already has the content of ${name}: no commit was needed.${later}`
    : `${sentence(target)} has the content of ${name}${at}.${later} People review and merge it there; sync_git with "direction": "import" brings in what they change.`;
  return [text, ...warningLines(warnings.map(hide), context.answerTokens - noteTokens)].join("\n");
}

/** What went wrong, and what to do if the service does not say. */
export function failureText({ direction, state, error, errorCode, errorAction }: GitOperation, sync: Sync): string {
  const reason = error === undefined ? "the service does not say why" : quotedExcerpt(sync.hide(error), 1500);
  const what =
    direction === "import"
      ? `The import of ${sync.target} into ${sync.name}`
      : `The export of ${sync.name} to ${sync.target}`;
  const ended = state === "timeout" ? "took too long and was ended" : "failed";
  const action =
    errorAction === undefined
      ? []
      : [`A person can do this: ${quotedExcerpt(errorAction.label, 200)} at ${quotedExcerpt(errorAction.url, 500)}.`];
  const next =
    errorCode === "conflict" ? `What to do: ${describeResolution(direction, sync)}` : "Correct that and call again.";
  return [`${what} ${ended}: ${reason}`, ...action, next].join("\n");
}

/** How to continue if each side has something that the other would lose. */
function describeResolution(direction: Direction, { wasInSync, completeBranch }: Sync): string {
  const wanted = `if the person wants the ${direction === "import" ? "branch" : "space"}'s side alone, the same call with "force": true.`;
  if (direction === "export" && wasInSync)
    return `sync_git with "direction": "import" first, then this call again. Or, ${wanted}`;
  if (direction === "export") return `export to a "branch" that is not there yet. Or, ${wanted}`;
  if (!wasInSync && completeBranch !== undefined) {
    return `all that the space has is in ${completeBranch}. Where that was merged into this branch, the same call with "force": true loses nothing; else import that branch.`;
  }
  if (!wasInSync) return `import it into a space that is empty. Or, ${wanted}`;
  return `sync_git with "direction": "export" and a "branch" that is not there yet, have both branches merged into that one, and import that one. Or, ${wanted}`;
}

/** "Reading 3 of 10", if the service reports that much. */
export function progressText({ state, progress }: GitOperation): string {
  if (progress === undefined || progress.message === "") return state;
  const { message, done, total } = progress;
  return quoted(total == null ? message : `${message} ${done} of ${total}`, 200);
}

function warningLines(warnings: readonly string[], tokens: number): string[] {
  if (warnings.length === 0) return [];
  const lines = warnings.map((warning) => `- ${oneLine(warning, 300)}`).join("\n");
  const { text } = cut(lines, Math.max(1, tokens), "(cut to the answer budget)");
  return [fence(text, { title: `${counted(warnings.length, "warning")}` })];
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const commitText = (oid: string | undefined) =>
  oid === undefined ? "" : ` at commit ${/^[0-9a-f]{6,64}$/.test(oid) ? oid : quoted(oid)}`;

/** The commit that a revision came from or was exported as, if the operation does not give it. */
async function findCommit(spaceId: string, revisionId: string | undefined, { client, signal }: ToolContext) {
  if (revisionId === undefined) return undefined;
  return (await readIfAvailable(client.revisions.get({ spaceId, revisionId }, { signal })))?.git?.oid;
}

/** Reports what was done even if the service gives no details. */
function readIfAvailable<Found>(read: Promise<Found>): Promise<Found | undefined> {
  return read.catch((error: unknown) => {
    if (error instanceof ClientError) return undefined;
    throw error;
  });
}

/** Tokens reserved for what is around the warnings. */
const stateNoteTokens = 400;

/** The sync state of a space, as far as it is known without asking the repository. */
export function stateText(name: string, info: GitInfo, answerTokens: number): string {
  const { operation } = info;
  const where = describeRepository(info);
  return [
    where === undefined
      ? `${sentence(name)} was never in sync with a repository that is known here.`
      : `${sentence(name)} is kept in sync with ${where}.`,
    ...(info.changed === undefined
      ? []
      : [
          info.changed
            ? "Since then the space has changes that an export would write."
            : "The space has not changed since then.",
        ]),
    ...(operation === undefined ? [] : [lastText(operation)]),
    ...warningLines((operation?.warnings ?? []).map(withoutSecret), answerTokens - stateNoteTokens),
    describeNextStep(info),
  ].join("\n");
}

function describeRepository({ repository, repoName, installationProvider }: GitInfo): string | undefined {
  if (repository !== undefined) return `${shownTarget(repository)}${commitText(repository.commit)}`;
  if (repoName === undefined) return undefined;
  return `repository ${quoted(repoName)}${installationProvider === undefined ? "" : ` (${quoted(installationProvider)})`}`;
}

function lastText(operation: NonNullable<GitInfo["operation"]>): string {
  const { direction, state, startedAt, endedAt, commit, error } = operation;
  if (state === "running") return `An ${direction} is running since ${startedAt}: ${progressText(operation)}.`;
  const ended = `The last ${direction} ended ${endedAt ?? `after ${startedAt}`}`;
  if (state === "success") return `${ended} well${commitText(commit)}.`;
  const reason = error === undefined ? "" : `: ${quotedExcerpt(withoutSecret(error), 1500)}`;
  return `${ended} with ${state}${reason === "" ? "." : reason}`;
}

function describeNextStep({ repository, operation }: GitInfo): string {
  if (operation?.state === "running") return "sync_git without a direction shows its progress.";
  const more = repository === undefined ? `, "url" and "branch"` : "";
  return `sync_git with "direction": "import"${more} brings in what the branch has; with "direction": "export"${more} and "message" it writes the space there.`;
}
