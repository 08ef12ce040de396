import { quotedExcerpt } from "../../client/excerpt.ts";
import type { GitInfo } from "../../contract/models/git.ts";
import { quoted } from "../present/name.ts";
import { withoutSecret } from "../present/without-secret.ts";
import { commitText, progressText, sentence, warningLines } from "./outcome.ts";
import { shownTarget } from "./repository.ts";

/** Tokens kept for what stands around the warnings. */
const noteTokens = 400;

/** How a space stands to its repository, as far as is known without asking there. */
export function standingText(name: string, info: GitInfo, answerTokens: number): string {
  const { operation } = info;
  const where = whereOf(info);
  return [
    where === undefined
      ? `${sentence(name)} was never in step with a repository that is known here.`
      : `${sentence(name)} is kept in step with ${where}.`,
    ...(info.changed === undefined
      ? []
      : [
          info.changed ? "The space has changes since that an export would write." : "The space has not changed since.",
        ]),
    ...(operation === undefined ? [] : [lastText(operation)]),
    ...warningLines((operation?.warnings ?? []).map(withoutSecret), answerTokens - noteTokens),
    nextOf(info),
  ].join("\n");
}

function whereOf({ repository, repoName, installationProvider }: GitInfo): string | undefined {
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

function nextOf({ repository, operation }: GitInfo): string {
  if (operation?.state === "running") return "sync_git without a direction tells how far it is.";
  const more = repository === undefined ? `, "url" and "branch"` : "";
  return `sync_git with "direction": "import"${more} takes in what the branch has; with "direction": "export"${more} and "message" it writes the space there.`;
}
