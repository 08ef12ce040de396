import { Problem } from "../../kernel/problem.ts";

/** A remote repository, with its credentials kept apart. */
export interface Remote {
  /** Without user name and password. */
  readonly url: string;
  /** `name:password`, as in the URL. */
  readonly credentials: string | undefined;
}

/**
 * Parses the address of a repository. Throws `bad_request` for anything but http, https and file addresses in trusted
 * folders: other transports run programs or use this machine's own keys.
 */
export function parseRemote(text: string, hasFolder: (url: URL) => boolean): Remote {
  const url = URL.canParse(text) && !/[\p{Cc}\s]/u.test(text) ? new URL(text) : undefined;
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol) && url.hostname !== "";
  if (url === undefined || !(isWeb || (url.protocol === "file:" && hasFolder(url)))) {
    const example = "https://host/team/docs.git";
    throw new Problem("bad_request", `url: must be the address of a repository, such as ${example}.`);
  }
  if (url.hash !== "" || url.search !== "") {
    throw new Problem("bad_request", "url: remove everything from ? or # on. Put the branch in ref.");
  }
  const name = decode(url.username);
  const password = decode(url.password);
  url.username = "";
  url.password = "";
  return { url: url.href, credentials: name === "" && password === "" ? undefined : `${name}:${password}` };
}

/** The last segment of its path, without `.git`. */
export function repositoryName(url: string): string {
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  return decode(segments.slice(-2).join("/")).replace(/\.git$/, "");
}

/** Whether Git would accept the text as a branch. */
export function isBranch(ref: string): boolean {
  const bad = /\.\.|@\{|[\p{Cc}\s~^:?*[\\]|\/\/|\/\.|\.lock(\/|$)|[./]$/u;
  return /^refs\/heads\/[^-/.]/.test(ref) && !bad.test(ref);
}

/** Throws `bad_request`. */
export function requireBranch(ref: string): void {
  if (isBranch(ref)) return;
  throw new Problem("bad_request", "ref: is not a branch name. Write it as refs/heads/main.");
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

/** The input that imports and exports have in common, without credentials. */
export interface GitInput {
  readonly space: string;
  /** Without user name and password. */
  readonly url: string;
  readonly ref: string;
  readonly directory: string;
  /** The URL had a user name or password, which is kept by the process that received the request. */
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

/** The result of an import or export. */
export interface GitResult {
  /** The commit that the branch is at. */
  readonly commit?: string;
  /** The revision that was made or exported; absent if there was nothing to do. */
  readonly revision?: string;
  readonly warnings?: readonly string[];
}

/** Imports and exports of one space run one after another. */
export const gitLane = (space: string): string => `git/${space}`;
