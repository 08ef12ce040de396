import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import type { Outbound } from "../../kernel/outbound/outbound.ts";
import { getPort } from "../../kernel/outbound/trusted-remotes.ts";
import { Problem } from "../../kernel/problem.ts";
import { describeLimit, GitFailure, type GitLimits, type GitOptions, git } from "./git-process.ts";
import type { GitInput, Remote } from "./remote.ts";
import { findSync } from "./rows.ts";

/** Limits: bytes and pack files of a clone, and attempts to push while the branch is locked. */
const limits = { bytes: 512 * 1024 ** 2, packFiles: 200, pushes: 5 };

/** Limits for listing a remote's branches. */
const listing: Partial<GitLimits> = { time: 60_000, output: 16 * 1024 ** 2 };

/** A proxy at a port that nothing can listen on. */
const deadEnd = "http://127.0.0.1:0";

/** Milliseconds. */
const watchEvery = 200;

/** Milliseconds before a push is retried; each further pause is twice as long. */
const firstPause = 500;

export type Pushed = "done" | "moved" | "unrelated";

interface RepositoryOptions {
  /** The data folder; clones are kept in it. */
  readonly folder: string;
  /** Names the clone: callers that use the same name share it. */
  readonly name: string;
  readonly remote: Remote;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** Maximum size of a clone in bytes. */
  readonly maxBytes?: number | undefined;
}

/** A bare, shallow clone of one branch of a remote. Never checked out. */
export class Repository {
  readonly #options: RepositoryOptions;
  readonly #remote: GitOptions;

  private constructor(options: RepositoryOptions, remote: GitOptions) {
    this.#options = options;
    this.#remote = remote;
  }

  /** Throws `unprocessable` if the remote's address is not allowed. */
  static async open(options: RepositoryOptions): Promise<Repository> {
    const { remote, outbound, signal } = options;
    const name = createHash("sha256").update(options.name).digest("hex").slice(0, 32);
    const folder = join(options.folder, "git", name);
    const url = new URL(remote.url);
    const isFile = url.protocol === "file:";
    const settings: Record<string, string> = {};
    const route = await outbound.routeTo(url);
    if (route.addresses.length > 0) {
      const host = url.hostname.replace(/^\[|\]$/g, "");
      // Use the address that was checked, whatever the name resolves to by then.
      const written = route.addresses.map((address) => (address.includes(":") ? `[${address}]` : address));
      settings["http.curloptResolve"] = `${host}:${getPort(url)}:${written.join(",")}`;
    }
    // A remote may name other addresses to fetch parts from. Git would ask them, so they get a proxy that cannot
    // connect.
    settings["http.proxy"] = deadEnd;
    const own = `http.${remote.url}`;
    settings[`${own}.proxy`] = route.proxy ?? "";
    if (remote.credentials !== undefined) {
      settings[`${own}.extraHeader`] = `Authorization: Basic ${Buffer.from(remote.credentials).toString("base64")}`;
    }
    const protocols = isFile ? "file" : "http:https";
    const repository = new Repository(options, { folder, signal, protocols, settings });
    await repository.#make(folder);
    return repository;
  }

  /** For commands that stay on this machine. */
  get local(): GitOptions {
    const { folder, signal } = this.#remote;
    return { folder, signal };
  }

  /** The commit that a branch of the remote is at; undefined if there is no such branch. */
  async tip(ref: string): Promise<string | undefined> {
    const output = await this.#run(["ls-remote", "--quiet", "--end-of-options", this.#options.remote.url, ref], {
      limits: listing,
    });
    const lines = output.toString().split("\n");
    const line = lines.find((text) => text.endsWith(`\t${ref}`));
    const [oid = ""] = line?.split("\t") ?? [];
    return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(oid) ? oid : undefined;
  }

  /** The refs of all branches of the remote. */
  async branches(): Promise<string[]> {
    const args = ["ls-remote", "--quiet", "--heads", "--end-of-options", this.#options.remote.url];
    const output = await this.#run(args, { limits: listing });
    return [...output.toString().matchAll(/\t(refs\/heads\/\S+)$/gm)].map(([, ref = ""]) => ref);
  }

  /** Fetches the tip of a branch without its history, and returns the commit. */
  async fetch(ref: string): Promise<string> {
    const { remote, signal, maxBytes = limits.bytes } = this.#options;
    const tooMuch = new AbortController();
    const watch = setInterval(() => {
      void computeFolderSize(this.#remote.folder).then((size) => size > maxBytes && tooMuch.abort());
    }, watchEvery);
    const args = ["fetch", "--depth=1", "--no-tags", "--no-write-fetch-head", "--quiet", "--end-of-options"];
    try {
      await this.#run([...args, remote.url, `+${ref}:${fetched}`], {
        signal: AbortSignal.any([signal, tooMuch.signal]),
      });
      if ((await computeFolderSize(this.#remote.folder)) > maxBytes) tooMuch.abort();
      tooMuch.signal.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      if (!tooMuch.signal.aborted) throw error;
      await rm(this.#remote.folder, { recursive: true, force: true });
      throw this.#problem(describeLimit("size", maxBytes));
    } finally {
      clearInterval(watch);
    }
    const commit = await git(["rev-parse", "--verify", "--quiet", `${fetched}^{commit}`], this.local);
    return commit.toString().trim();
  }

  /**
   * Tries to get a commit into the clone and returns whether it is there. Not every remote serves commits that no
   * branch is at.
   */
  async obtain(commit: string): Promise<boolean> {
    const isHere = await git(["cat-file", "-e", `${commit}^{tree}`], this.local).then(
      () => true,
      () => false,
    );
    this.#options.signal.throwIfAborted();
    if (isHere) return true;
    try {
      return (await this.fetch(commit)) === commit;
    } catch (error) {
      if (error instanceof Problem && lacksCommit.test(error.message)) return false;
      throw error;
    }
  }

  /**
   * Moves a branch of the remote from one commit to the next. Others may have moved it in the meantime, and the remote
   * may not have the parent commit. Throws `conflict` if it rejects the commit for another reason.
   */
  async push(ref: string, commit: string, from: string | undefined): Promise<Pushed> {
    const lease = `--force-with-lease=${ref}:${from ?? ""}`;
    const args = ["push", "--quiet", "--no-verify", lease, "--end-of-options", this.#options.remote.url];
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#run([...args, `${commit}:${ref}`]);
        return "done";
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // The response may have been lost, or a killed process may have pushed the same commit or still be pushing it.
        const tip = await this.tip(ref);
        if (tip === commit) return "done";
        if (!/rejected|failed to push/.test(error.message)) throw error;
        if (tip !== from) return "moved";
        if (/shallow update not allowed/.test(error.message)) return "unrelated";
        if (tries === limits.pushes || /hook declined|prohibited|denied/.test(error.message)) {
          throw new Problem("conflict", `ref: the repository did not accept the commit on ${ref}: ${error.message}`);
        }
        await sleep(firstPause * 2 ** (tries - 1), undefined, { signal: this.#options.signal });
      }
    }
  }

  async #run(args: readonly string[], options: Partial<GitOptions> = {}): Promise<Buffer> {
    try {
      return await git(args, { ...this.#remote, ...options });
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      throw this.#problem(error.kind === "refused" ? explain(error.reason) : error.reason);
    }
  }

  #problem(reason: string): Problem {
    const { url, credentials } = this.#options.remote;
    const message = withoutCredentials(reason, credentials).replace(/\.?$/, ".");
    return new Problem("unprocessable", `url: ${new URL(url).host || "the repository"}: ${message}`);
  }

  async #make(folder: string): Promise<void> {
    const { maxBytes = limits.bytes } = this.#options;
    if (existsSync(join(folder, "HEAD")) && (await isWorthKeeping(folder, maxBytes))) {
      await sweep(folder);
      // Updates the clone's age, to show that it is in use.
      const now = new Date();
      return utimes(folder, now, now);
    }
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await git(["init", "--bare", "--quiet", "--template=", "--initial-branch=none"], this.local);
  }
}

/** Each fetch adds a pack and nothing is repacked, so a clone is recreated from time to time. */
async function isWorthKeeping(folder: string, maxBytes: number): Promise<boolean> {
  const packs = await readdir(join(folder, "objects", "pack")).catch(() => []);
  return packs.length < limits.packFiles && (await computeFolderSize(folder)) < maxBytes / 2;
}

/** Removes what a killed Git left behind: no other process uses the clone. */
async function sweep(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() && /\.lock$|^(?:tmp|fast_import_crash)_/.test(entry.name))
      await rm(join(entry.parentPath, entry.name), { force: true });
  }
}

/** What Git and remotes say about a commit that is missing or that no branch leads to. */
const lacksCommit = /not our ref|unadvertised object|couldn't find remote ref/;

/** The ref of the fetched branch in the clone. */
const fetched = "refs/copydesk/fetched";

/** Digits alone say nothing: ports and commit ids have them too. What a repository says itself is passed on. */
function explain(reason: string): string {
  if (/^(?:remote )?rejected |^the repository says /.test(reason)) return reason;
  if (/could not read (?:Username|Password)|Authentication failed|returned error: 40[13]\b/.test(reason)) {
    return "the repository rejects these credentials. Put a user name and a token in the URL.";
  }
  if (/not found|returned error: 404\b/i.test(reason))
    return "there is no repository at this address, or access to it requires credentials.";
  if (/dubious ownership/i.test(reason))
    return "the folder belongs to a user other than the one this service runs as, and its hooks and settings would run here.";
  if (/redirect/i.test(reason)) return "the repository has moved. Use its current address.";
  return reason;
}

/** A repository's message may quote what it was sent, and everyone who can read the space sees it. */
function withoutCredentials(text: string, credentials: string | undefined): string {
  if (credentials === undefined) return text;
  const at = credentials.indexOf(":");
  const [name, password] = [credentials.slice(0, at), credentials.slice(at + 1)];
  // Short ones may be words such as "git" or a placeholder letter.
  const parts = [...(password.length >= 4 ? [password] : []), ...(name.length >= (password ? 16 : 4) ? [name] : [])];
  const forms = [credentials, ...parts].flatMap((secret) => [
    secret,
    Buffer.from(secret).toString("base64"),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]);
  return forms.reduce((shown, form) => shown.replaceAll(form, "[credentials]"), text);
}

/** Total size of a folder in bytes. Files that disappear in the meantime are ignored. */
async function computeFolderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let size = 0;
  for (const entry of entries) {
    if (entry.isFile()) size += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return size;
}

/** The clone that a job works on. Throws if the credentials are no longer available. */
export function openRepository(input: GitInput, job: RunningJob): Promise<Repository> {
  if (input.withCredentials && job.secret === undefined) {
    throw new Problem(
      "conflict",
      "The process that received the request has ended, and the credentials, which are not stored, were lost with it. Send the request again.",
    );
  }
  const { outbound, folder, signal, secret } = job;
  const remote = { url: input.url, credentials: secret };
  return Repository.open({ folder, name: `${input.space} ${input.clone}`, remote, outbound, signal });
}

/** Whether an import or export with a later cause has already been done. */
export async function isOvertaken(input: GitInput, job: RunningJob): Promise<boolean> {
  const sync = await job.read(({ queries }) => findSync(queries, input.space));
  return !input.force && sync?.caused_at != null && sync.caused_at > input.causedAt;
}

const maxListedBranches = 10;

const prefix = "refs/heads/";

/** The error for a missing branch; it lists the existing ones. */
export async function missingBranch(ref: string, repository: Repository): Promise<Problem> {
  const branches = await repository.branches();
  return new Problem("unprocessable", `ref: the repository has no branch ${ref}. ${toTake(ref, branches)}`);
}

function toTake(ref: string, branches: readonly string[]): string {
  if (branches.length === 0) return "It has no branches: export to it first, or push something to it.";
  const isSimilarName = (name: string) => name.toLowerCase().includes(ref.slice(prefix.length).toLowerCase());
  const isDefaultName = (name: string) => /^(?:main|master)$/.test(name);
  const names = branches.map((branch) => branch.slice(prefix.length));
  const rank = (name: string) => (isSimilarName(name) ? 0 : isDefaultName(name) ? 1 : 2);
  const shown = names.sort((one, other) => rank(one) - rank(other)).slice(0, maxListedBranches);
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : "";
  return `There are ${shown.map((name) => JSON.stringify(name.slice(0, 100))).join(", ")}${more}.`;
}
