import { redactor } from "../../client/excerpt.ts";
import type { GitInfo } from "../../contract/models/git.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted, withoutSecret } from "../../present/wording.ts";

/** Which branch of which repository, as it is sent. */
export interface Target {
  /** Includes the credentials that were given. */
  readonly url: string;
  readonly ref: string;
  readonly directory: string;
}

interface TargetInput {
  readonly url?: string | undefined;
  readonly branch?: string | undefined;
  readonly directory?: string | undefined;
}

const example = "https://user:token@host/team/docs.git";

/** The repository a call means; omitted parts are those of the last time. Throws ToolError if they are not known. */
export function resolveTarget({ url, branch, directory }: TargetInput, last: GitInfo["repository"]): Target {
  const meant = url?.trim() ?? last?.url;
  if (meant === undefined)
    throw new ToolError(`Give url, such as ${example}, and branch: it is not known which repository is meant.`);
  requireWebUrl(meant);
  const known = last !== undefined && toPublicUrl(meant) === toPublicUrl(last.url) ? last : undefined;
  const named = branch?.trim() ?? known?.ref;
  if (named === undefined)
    throw new ToolError(`Give branch: it is not known which branch of ${shownUrl(meant)} is meant.`);
  return {
    url: meant,
    ref: named.startsWith("refs/") ? named : `refs/heads/${named}`,
    directory: directory?.replace(/^(?:\.?\/)+|\/+$/g, "") ?? known?.directory ?? "",
  };
}

/** The https address for the SSH address that `git remote` shows. */
function requireWebUrl(url: string): void {
  if (URL.canParse(url) && /^(?:https?|file):$/.test(new URL(url).protocol)) return;
  const [, host, path = ""] = /^(?:ssh:\/\/)?[\w.-]+@([\w.-]+)(?::\d+)?[:/](.+)$/.exec(url) ?? [];
  if (host === undefined) throw new ToolError(`url: give the address of a repository, such as ${example}.`);
  const https = `https://user:token@${host}/${path}`;
  throw new ToolError(
    `url: SSH is not supported. Give ${quoted(https, 300)}, with a user name and token if it needs any.`,
  );
}

/** Whether the two were in sync before; true if a service does not say with what. */
export function wasInSync({ url, ref, directory }: Target, { repository, repoName }: GitInfo): boolean {
  if (repository === undefined) return repoName !== undefined;
  const { url: lastUrl, ref: lastRef, directory: lastDirectory = "" } = repository;
  return toPublicUrl(url) === toPublicUrl(lastUrl) && ref === lastRef && directory === lastDirectory;
}

/** As in: branch "main" of "https://host/team/docs.git", folder "handbook". */
export function shownTarget({ url, ref, directory }: Omit<Target, "directory"> & { directory?: string | undefined }) {
  const folder = directory === undefined || directory === "" ? "" : `, folder ${quoted(directory)}`;
  return `branch ${quoted(ref.replace(/^refs\/heads\//, ""))} of ${shownUrl(url)}${folder}`;
}

const shownUrl = (url: string) => quoted(toPublicUrl(url) ?? "an invalid address", 300);

/** Without credentials or anything else hidden in an address. */
function toPublicUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** Replaces the credentials of an address in texts from services that received them. */
export function credentialsHidden(url: string): (text: string) => string {
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: "", password: "" };
  // Short ones are words such as "git", or a placeholder for a password.
  const isSecret = (part: string, minLength: number) => part.length >= minLength;
  const secrets = [
    ...(isSecret(password, 4) ? [password] : []),
    ...(isSecret(username, password === "" ? 4 : 16) ? [username] : []),
  ];
  const hides = secrets.flatMap((secret) => [redactor(secret), redactor(decoded(secret))]);
  return (text) => hides.reduce((shown, hide) => hide(shown), withoutSecret(text));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
