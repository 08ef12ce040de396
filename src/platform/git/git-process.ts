import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "../kernel/problem.ts";

export interface GitOptions extends EnvironmentOptions {
  /** The bare repository to work on. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Which transports may be used; none when left out. */
  readonly protocols?: string | undefined;
  /** Settings that do not show among the arguments, as credentials. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Other limits than the usual ones. */
  readonly limits?: Partial<GitLimits> | undefined;
}

interface GitInputOptions extends GitOptions {
  readonly input?: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

const isWindows = process.platform === "win32";

/**
 * The limits of the system hold for Git and all it starts; a shell that lacks one of them leaves it out.
 *
 * Git would go on when this process is killed: fetching for hours, or pushing while another process begins the same
 * again. Somebody waits for the end of this process, at a pipe that only it holds, and ends Git and its helpers then.
 */
const guarded = ({ memory }: GitLimits) =>
  `{ ulimit -c 0; ulimit -v ${Math.ceil(memory / 1024)}; ulimit -f ${largestFile / blockBytes}; } >/dev/null 2>&1; { read -r _ <&3; kill -9 -$$; } </dev/null >/dev/null 2>&1 & guard=$!; git "$@" 3<&-; code=$?; kill -9 $guard; wait $guard; exit $code`;

/** What `ulimit -f` counts in. */
const blockBytes = 512;

const limitsOf = (options: GitOptions): GitLimits => ({ ...usualLimits, ...options.limits });

export function startGit(args: readonly string[], options: GitOptions): ChildProcessWithoutNullStreams {
  const [command, ...rest] = isWindows ? ["git", ...args] : ["sh", "-c", guarded(limitsOf(options)), "git", ...args];
  const child = spawn(command ?? "", rest, {
    cwd: options.folder,
    stdio: isWindows ? "pipe" : ["pipe", "pipe", "pipe", "pipe"],
    // A remote's answer may keep Git and its helpers busy; all of them end together.
    detached: !isWindows,
    env: gitEnvironment(options),
  }) as ChildProcessWithoutNullStreams;
  const guard = child.stdio[3] as Duplex | null | undefined;
  guard?.on("error", () => {}).resume();
  return child;
}

export function killGit(child: ChildProcessWithoutNullStreams): void {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  try {
    if (isWindows) child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended by itself meanwhile.
  }
}

/** Runs one command to its end and answers what it wrote. Throws `GitFailure` when it fails or passes a limit. */
export async function git(args: readonly string[], options: GitInputOptions): Promise<Buffer> {
  const output: Buffer[] = [];
  for await (const chunk of gitOutput(args, options)) output.push(chunk);
  return Buffer.concat(output);
}

/** What one command writes, as it comes. The command is ended when the reader leaves. Throws as `git` does. */
export async function* gitOutput(args: readonly string[], options: GitInputOptions): AsyncGenerator<Buffer> {
  options.signal.throwIfAborted();
  const command = args[0] ?? "";
  const limits = limitsOf(options);
  const child = startGit(args, options);
  const stop = () => killGit(child);
  options.signal.addEventListener("abort", stop, { once: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, limits.time);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  const closed = once(child, "close").catch((error: unknown) => {
    throw notInstalled(error);
  });
  const fed = feed(child, options.input);
  // Both are waited for below, when all output is there.
  closed.catch(() => {});
  fed.catch(stop);
  try {
    let size = 0;
    for await (const chunk of untilClosed(child.stdout)) {
      size += chunk.length;
      if (size > limits.output) throw limitPassed(command, "output", limits.output);
      yield chunk;
    }
    await Promise.all([fed, closed]);
    options.signal.throwIfAborted();
    if (isLate) throw limitPassed(command, "time", limits.time);
    if (child.exitCode !== 0) throw failureOf(command, child.exitCode, errors, limits);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener("abort", stop);
    stop();
  }
}

async function* untilClosed(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    // It was never opened; how the program ended says why.
    if (!isCode(error, "ERR_STREAM_PREMATURE_CLOSE")) throw error;
  }
}

async function feed(
  child: ChildProcessWithoutNullStreams,
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> = [],
): Promise<void> {
  await pipeline(Readable.from(input), child.stdin).catch((error: unknown) => {
    // Git stopped listening; how it ended says why.
    if (!isCode(error, "EPIPE") && !isCode(error, "ERR_STREAM_PREMATURE_CLOSE")) throw error;
  });
}

const notInstalled = (error: unknown) => (isCode(error, "ENOENT") ? noGit() : error);

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;

/** A path that nothing is at and nothing can be put below. */
const nowhere = process.platform === "win32" ? "NUL" : "/dev/null";

/**
 * No settings, credentials, hooks or programs of this machine take part, no program but Git itself is started, nothing
 * is asked. Git's files and the variables that name others are switched off in `gitEnvironment`.
 */
const settings: Readonly<Record<string, string>> = {
  "core.hooksPath": nowhere,
  "core.attributesFile": nowhere,
  "core.fsmonitor": "false",
  "core.askPass": "",
  "credential.helper": "",
  "http.emptyAuth": "false",
  "http.delegation": "none",
  "http.proxyAuthMethod": "basic",
  "fetch.unpackLimit": "1",
  "fetch.recurseSubmodules": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "http.followRedirects": "false",
  "http.lowSpeedLimit": "500",
  "http.lowSpeedTime": "30",
  "http.sslVerify": "true",
  "core.bigFileThreshold": "16m",
  "core.packedGitWindowSize": "16m",
  "core.packedGitLimit": "64m",
  "core.deltaBaseCacheLimit": "32m",
  "pack.threads": "1",
  "pack.windowMemory": "64m",
};

/** Variables that a program needs to run at all. */
const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];

interface EnvironmentOptions {
  readonly folder: string;
  readonly protocols?: string | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** The environment of a Git process: all of it, for nothing is inherited that is not named here. */
function gitEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
  const given = Object.entries({ ...settings, ...options.settings });
  const numbered = given.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const inherited = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return Object.fromEntries([
    ...inherited,
    ["LC_ALL", "C"],
    // Without one, curl asks the system for the home of the user and reads the .netrc there.
    ["HOME", nowhere],
    ["XDG_CONFIG_HOME", nowhere],
    // Tickets and keys of Kerberos are found without a home.
    ["KRB5CCNAME", nowhere],
    ["KRB5_CLIENT_KTNAME", nowhere],
    ["GIT_DIR", options.folder],
    ["GIT_ALLOW_PROTOCOL", options.protocols ?? "none"],
    ["GIT_CONFIG_NOSYSTEM", "1"],
    ["GIT_CONFIG_GLOBAL", nowhere],
    ["GIT_ATTR_NOSYSTEM", "1"],
    ["GIT_TERMINAL_PROMPT", "0"],
    ["GIT_NO_REPLACE_OBJECTS", "1"],
    ["GIT_NO_LAZY_FETCH", "1"],
    ["GIT_ALLOC_LIMIT", String(largestAllocation)],
    ["GIT_CONFIG_COUNT", String(given.length)],
    ...numbered,
  ]) as NodeJS.ProcessEnv;
}

/** What one Git process may take. */
export interface GitLimits {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes of address space, where the system can limit it; elsewhere `largestAllocation` alone holds. */
  readonly memory: number;
  /** Bytes on stdout. */
  readonly output: number;
}

const MB = 1024 ** 2;

export const usualLimits: GitLimits = { time: 5 * 60_000, memory: 1024 * MB, output: 64 * MB };

/** Bytes that Git asks for at once, such as for one unpacked object. Git checks it by itself on every system. */
const largestAllocation = 256 * MB;

/** Bytes of one file that Git writes. */
const largestFile = 1024 * MB;

/** What the tree of one commit may have: characters of one path, and bytes of the list of all. */
export const treeLimits = { entries: 200_000, longestPath: 4096, paths: 64 * MB };

/** What is said of a repository that passes a limit. */
const passed = {
  time: (most: number) =>
    most < 60_000 ? `took longer than ${most / 1000} seconds` : `took longer than ${most / 60_000} minutes`,
  memory: (most: number) => `needs more than ${most / MB} MB of memory`,
  output: (most: number) => `answered with more than ${most / MB} MB`,
  entries: (most: number) => `holds more than ${most.toLocaleString("en")} files and folders`,
  longestPath: (most: number) => `has a path longer than ${most.toLocaleString("en")} characters`,
  paths: (most: number) => `has paths of more than ${most / MB} MB together`,
  size: (most: number) => `is larger than ${Math.floor(most / MB)} MB`,
};

type PassedLimit = keyof typeof passed;

export const saidOf = (limit: PassedLimit, most: number): string =>
  `it ${passed[limit](most)}. Keep the documentation in a repository of its own`;

/** What Git says went wrong, without anything a remote could make it say that acts on a terminal. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly reason: string;
  /** Whether Git answered that it cannot do it, or was ended before it could answer. */
  readonly kind: "refused" | "limit" | "crashed";

  constructor(command: string, reason: string, kind: GitFailure["kind"] = "refused") {
    super(`git ${command}: ${reason}`);
    this.reason = reason;
    this.kind = kind;
  }
}

export const limitPassed = (command: string, limit: PassedLimit, most: number): GitFailure =>
  new GitFailure(command, saidOf(limit, most), "limit");

/** What a shell ends with that does not find the program. */
const commandNotFound = 127;

/** A shell adds the number of the signal that ended the program. */
const endedBySignal = 128;

/** Why a command ended with another code than 0, from what it wrote to stderr. */
export function failureOf(command: string, code: number | null, errors: string, limits: GitLimits): Error {
  if (code === commandNotFound) return noGit();
  if (ownLines(errors).some((line) => outOfMemory.test(line))) return limitPassed(command, "memory", limits.memory);
  if (code === null || code > endedBySignal) {
    return new GitFailure(command, "Git crashed on what the repository holds", "crashed");
  }
  return new GitFailure(command, lastWords(errors));
}

const noGit = (): Problem =>
  new Problem("not_implemented", "The program git is not installed where this service runs. Install it there.");

const outOfMemory =
  /out of memory|cannot allocate memory|attempting to allocate \d+ over limit|unable to create .*thread/i;

/** Without what the other side says. */
const ownLines = (errors: string) =>
  errors.split("\n").filter((line) => /^(?:fatal|error):/.test(line) && !line.startsWith("fatal: remote error:"));

/** The line that says most, on one line, without credentials or anything long. What the other side says is quoted. */
function lastWords(errors: string): string {
  const lines = errors.split("\n");
  const own = lines.filter((line) => /^(?:fatal|error):/.test(line));
  const rejected = lines
    .map((line) => /^ ! \[((?:remote )?rejected)\].* (\([^()]+\))$/.exec(line))
    .find((found) => found);
  const theirs = lines.map((line) => /^(?:remote|fatal: remote error): ?(.*\S)/.exec(line)?.[1]).find((found) => found);
  const fatal = ownLines(errors).find((line) => line.startsWith("fatal:"));
  if (fatal !== undefined) return clean(withoutKind(fatal));
  const said = theirs === undefined ? undefined : `the repository says ${JSON.stringify(clean(theirs))}`;
  if (rejected) return [clean(`${rejected[1]} ${rejected[2]}`), ...(said === undefined ? [] : [said])].join(", ");
  return said ?? clean(withoutKind(own.at(-1) ?? "failed without a reason"));
}

const withoutKind = (line: string) => line.replace(/^\w+: /, "");

const clean = (words: string) =>
  words
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/\/\/[^/@\s]*@/g, "//")
    .trim()
    .slice(0, 300);
