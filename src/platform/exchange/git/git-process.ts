import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "../../kernel/problem.ts";

export interface GitOptions extends EnvironmentOptions {
  /** The bare repository to work on. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Allowed transports; none by default. */
  readonly protocols?: string | undefined;
  /** Settings that must not show among the arguments, such as credentials. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<GitLimits> | undefined;
}

interface GitInputOptions extends GitOptions {
  readonly input?: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;
}

const isWindows = process.platform === "win32";

/**
 * System limits apply to Git and everything it starts; a shell that does not support one skips it.
 *
 * Git would keep running if this process were killed: fetching for hours, or pushing while another process starts the
 * same push. A guard waits for the end of this process on a pipe that only this process holds, and then kills Git and
 * its helpers.
 */
const guarded = ({ memory }: GitLimits) =>
  `{ ulimit -c 0; ulimit -v ${Math.ceil(memory / 1024)}; ulimit -f ${maxFileBytes / blockBytes}; } >/dev/null 2>&1; { read -r _ <&3; kill -9 -$$; } </dev/null >/dev/null 2>&1 & guard=$!; git "$@" 3<&-; code=$?; kill -9 $guard; wait $guard; exit $code`;

/** The unit of `ulimit -f`. */
const blockBytes = 512;

const resolveLimits = (options: GitOptions): GitLimits => ({ ...defaultLimits, ...options.limits });

export function startGit(args: readonly string[], options: GitOptions): ChildProcessWithoutNullStreams {
  const [command, ...rest] = isWindows
    ? ["git", ...args]
    : ["sh", "-c", guarded(resolveLimits(options)), "git", ...args];
  const child = spawn(command ?? "", rest, {
    cwd: options.folder,
    stdio: isWindows ? "pipe" : ["pipe", "pipe", "pipe", "pipe"],
    // A remote's response may keep Git and its helpers busy; a process group lets us kill all of them.
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
    // It has already ended.
  }
}

/** Runs one command and returns its output. Throws `GitFailure` when it fails or exceeds a limit. */
export async function git(args: readonly string[], options: GitInputOptions): Promise<Buffer> {
  const output: Buffer[] = [];
  for await (const chunk of gitOutput(args, options)) output.push(chunk);
  return Buffer.concat(output);
}

/** Streams the output of one command. The command is killed when the reader stops. Throws as `git` does. */
export async function* gitOutput(args: readonly string[], options: GitInputOptions): AsyncGenerator<Buffer> {
  options.signal.throwIfAborted();
  const command = args[0] ?? "";
  const limits = resolveLimits(options);
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
  // Both are awaited below, after all output has arrived.
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
    if (child.exitCode !== 0) throw toGitError(command, child.exitCode, errors, limits);
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
    // It was never opened; the program's exit says why.
    if (!isCode(error, "ERR_STREAM_PREMATURE_CLOSE")) throw error;
  }
}

async function feed(
  child: ChildProcessWithoutNullStreams,
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> = [],
): Promise<void> {
  await pipeline(Readable.from(input), child.stdin).catch((error: unknown) => {
    // Git stopped reading; its exit says why.
    if (!isCode(error, "EPIPE") && !isCode(error, "ERR_STREAM_PREMATURE_CLOSE")) throw error;
  });
}

const notInstalled = (error: unknown) => (isCode(error, "ENOENT") ? noGit() : error);

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;

/** A path that does not exist and cannot be created. */
const nowhere = process.platform === "win32" ? "NUL" : "/dev/null";

/**
 * Git uses no settings, credentials, hooks or programs of this machine, starts no other program and never prompts.
 * Git's own files and the variables that name others are disabled in `gitEnvironment`.
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

/** Variables that a program needs in order to run. */
const inheritedVariables = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];

interface EnvironmentOptions {
  readonly folder: string;
  readonly protocols?: string | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** The complete environment of a Git process: only variables named here are inherited. */
function gitEnvironment(options: EnvironmentOptions): NodeJS.ProcessEnv {
  const allSettings = Object.entries({ ...settings, ...options.settings });
  const numbered = allSettings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const inherited = inheritedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return Object.fromEntries([
    ...inherited,
    ["LC_ALL", "C"],
    // Without HOME, curl asks the system for the user's home and reads the .netrc there.
    ["HOME", nowhere],
    ["XDG_CONFIG_HOME", nowhere],
    // Kerberos tickets and keys are found even without a home.
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
    ["GIT_ALLOC_LIMIT", String(maxAllocation)],
    ["GIT_CONFIG_COUNT", String(allSettings.length)],
    ...numbered,
  ]) as NodeJS.ProcessEnv;
}

/** The limits of one Git process. */
export interface GitLimits {
  /** Milliseconds. */
  readonly time: number;
  /** Bytes of address space, if the system can limit it; otherwise only `maxAllocation` applies. */
  readonly memory: number;
  /** Bytes on stdout. */
  readonly output: number;
}

const MB = 1024 ** 2;

export const defaultLimits: GitLimits = { time: 5 * 60_000, memory: 1024 * MB, output: 64 * MB };

/** Maximum size of a single allocation, for example for one unpacked object. Git checks it itself on every system. */
const maxAllocation = 256 * MB;

/** Maximum size of one file that Git writes. */
const maxFileBytes = 1024 * MB;

/** Limits for the tree of one commit: characters in a path, and bytes of the list of all paths. */
export const treeLimits = { entries: 200_000, maxPathLength: 4096, paths: 64 * MB };

/** What to say about a repository that exceeds a limit. */
const passed = {
  time: (max: number) =>
    max < 60_000 ? `took longer than ${max / 1000} seconds` : `took longer than ${max / 60_000} minutes`,
  memory: (max: number) => `needs more than ${max / MB} MB of memory`,
  output: (max: number) => `sent more than ${max / MB} MB`,
  entries: (max: number) => `holds more than ${max.toLocaleString("en")} files and folders`,
  maxPathLength: (max: number) => `has a path longer than ${max.toLocaleString("en")} characters`,
  paths: (max: number) => `has paths of more than ${max / MB} MB together`,
  size: (max: number) => `is larger than ${Math.floor(max / MB)} MB`,
};

type PassedLimit = keyof typeof passed;

export const describeLimit = (limit: PassedLimit, max: number): string =>
  `it ${passed[limit](max)}. Keep the documentation in a separate repository`;

/** Git's own error, without any remote output that could affect a terminal. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly reason: string;
  /** Whether Git refused, or was ended before it could respond. */
  readonly kind: "refused" | "limit" | "crashed";

  constructor(command: string, reason: string, kind: GitFailure["kind"] = "refused") {
    super(`git ${command}: ${reason}`);
    this.reason = reason;
    this.kind = kind;
  }
}

export const limitPassed = (command: string, limit: PassedLimit, max: number): GitFailure =>
  new GitFailure(command, describeLimit(limit, max), "limit");

/** A shell's exit code when it does not find the program. */
const commandNotFound = 127;

/** A shell adds the number of the signal that ended the program. */
const endedBySignal = 128;

/** The error for a command that failed, from its exit code and stderr. */
export function toGitError(command: string, code: number | null, errors: string, limits: GitLimits): Error {
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

/** Lines from Git itself, without those from the remote. */
const ownLines = (errors: string) =>
  errors.split("\n").filter((line) => /^(?:fatal|error):/.test(line) && !line.startsWith("fatal: remote error:"));

/** The most informative line, shortened and without credentials. Text from the remote is quoted. */
function lastWords(errors: string): string {
  const lines = errors.split("\n");
  const own = lines.filter((line) => /^(?:fatal|error):/.test(line));
  const rejected = lines
    .map((line) => /^ ! \[((?:remote )?rejected)\].* (\([^()]+\))$/.exec(line))
    .find((found) => found);
  const theirs = lines.map((line) => /^(?:remote|fatal: remote error): ?(.*\S)/.exec(line)?.[1]).find((found) => found);
  const fatal = ownLines(errors).find((line) => line.startsWith("fatal:"));
  if (fatal !== undefined) return clean(withoutKind(fatal));
  const remoteMessage = theirs === undefined ? undefined : `the repository says ${JSON.stringify(clean(theirs))}`;
  if (rejected)
    return [clean(`${rejected[1]} ${rejected[2]}`), ...(remoteMessage === undefined ? [] : [remoteMessage])].join(", ");
  return remoteMessage ?? clean(withoutKind(own.at(-1) ?? "failed without giving a reason"));
}

const withoutKind = (line: string) => line.replace(/^\w+: /, "");

const clean = (words: string) =>
  words
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/\/\/[^/@\s]*@/g, "//")
    .trim()
    .slice(0, 300);
