import { Problem } from "../kernel/problem.ts";

/** A repository of somebody else's, without what lets one in. */
export interface Remote {
  /** Without user name and password. */
  readonly url: string;
  /** `name:password`, as the URL had it. */
  readonly credentials: string | undefined;
}

/**
 * Takes apart the address of a repository. Throws `bad_request` for all but http, https and
 * file addresses in folders that are trusted: other transports run programs or use this machine's own keys.
 */
export function parseRemote(text: string, hasFolder: (url: URL) => boolean): Remote {
  const url = URL.canParse(text) && !/[\p{Cc}\s]/u.test(text) ? new URL(text) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "";
  if (url === undefined || !(isWeb || (url.protocol === "file:" && hasFolder(url)))) {
    const example = "https://host/team/docs.git";
    throw new Problem("bad_request", `url: must be an address of a repository such as ${example}.`);
  }
  if (url.hash !== "" || url.search !== "") {
    throw new Problem("bad_request", "url: leave out what follows ? or #. The branch goes into ref.");
  }
  const name = decode(url.username);
  const password = decode(url.password);
  url.username = "";
  url.password = "";
  return { url: url.href, credentials: name === "" && password === "" ? undefined : `${name}:${password}` };
}

/** The last name of its path, without `.git`. */
export function repositoryName(url: string): string {
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  return decode(segments.slice(-2).join("/")).replace(/\.git$/, "");
}

/** Whether a text is a branch as Git itself would take it. */
export function isBranch(ref: string): boolean {
  const bad = /\.\.|@\{|[\p{Cc}\s~^:?*[\\]|\/\/|\/\.|\.lock(\/|$)|[./]$/u;
  return /^refs\/heads\/[^-/.]/.test(ref) && !bad.test(ref);
}

/** Throws `bad_request`. */
export function requireBranch(ref: string): void {
  if (isBranch(ref)) return;
  throw new Problem("bad_request", "ref: is not the name of a branch. Write it as refs/heads/main.");
}

/** A folder within a repository, `""` for all of it. Throws `bad_request`. */
export function projectFolder(text: string | undefined): string {
  const path = (text ?? "").replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  const segments = path.split("/");
  const isPlain = segments.every((segment) => segment !== "" && !/^\.{1,2}$/.test(segment));
  if (path === "" || path === ".") return "";
  if (isPlain && !/[\\\p{Cc}\p{Cs}]/u.test(path) && !segments.some((segment) => /^\.git$/i.test(segment))) return path;
  throw new Problem("bad_request", "repoProjectDirectory: must be a folder of the repository, such as docs/handbook.");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What an import from and an export to a repository are told alike. Credentials are not part of it. */
export interface GitInput {
  readonly space: string;
  /** Without user name and password. */
  readonly url: string;
  readonly ref: string;
  readonly directory: string;
  /** The URL had a user name or password, which the process that took the request keeps. */
  readonly withCredentials: boolean;
  readonly clone: string;
  /** When the cause happened. */
  readonly causedAt: string;
  readonly force: boolean;
  readonly treeUrl?: string | undefined;
  readonly commitUrl?: string | undefined;
  readonly provider?: string | undefined;
  readonly filesUrl?: string | undefined;
}

export interface GitImportInput extends GitInput {
  readonly standalone: boolean;
}

export interface GitExportInput extends GitInput {
  readonly message: string;
}

/** What an import or export came to. */
export interface GitResult {
  /** The commit the branch is at. */
  readonly commit?: string;
  /** The revision that was made or exported; absent where nothing had to be done. */
  readonly revision?: string;
  readonly warnings?: readonly string[];
}

/** Imports and exports of one space run one after the other. */
export const gitLane = (space: string): string => `git/${space}`;
