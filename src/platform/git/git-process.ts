import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Problem } from "../problem.ts";

/** What Git says went wrong, without anything a remote could make it say that acts on a terminal. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly reason: string;

  constructor(command: string, reason: string) {
    super(`git ${command}: ${reason}`);
    this.reason = reason;
  }
}

export interface GitOptions {
  /** The bare repository to work on. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Which transports may be used; none when left out. */
  readonly protocols?: string | undefined;
  /** Settings that do not show among the arguments, as credentials. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** Nothing of this machine's own settings takes part, no program but Git itself is started, nothing is asked. */
const settings: Readonly<Record<string, string>> = {
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.askPass": "",
  "credential.helper": "",
  "fetch.unpackLimit": "1",
  "fetch.recurseSubmodules": "false",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "http.followRedirects": "false",
  "http.lowSpeedLimit": "500",
  "http.lowSpeedTime": "30",
  "http.sslVerify": "true",
  "core.bigFileThreshold": "16m",
  "pack.threads": "1",
};

const isWindows = process.platform === "win32";

/**
 * Git would go on when this process is killed: fetching for hours, or pushing while another process begins the same
 * again. Somebody waits for the end of this process, at a pipe that only it holds, and ends Git and its helpers then.
 */
const guarded =
  '{ read -r _ <&3; kill -9 -$$; } </dev/null >/dev/null 2>&1 & guard=$!; git "$@" 3<&-; code=$?; kill -9 $guard; wait $guard; exit $code';

export function startGit(args: readonly string[], options: GitOptions): ChildProcessWithoutNullStreams {
  const given = Object.entries({ ...settings, ...options.settings });
  const numbered = given.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  const [command, ...rest] = isWindows ? ["git", ...args] : ["sh", "-c", guarded, "git", ...args];
  const child = spawn(command ?? "", rest, {
    cwd: options.folder,
    stdio: isWindows ? "pipe" : ["pipe", "pipe", "pipe", "pipe"],
    // A remote's answer may keep Git and its helpers busy; all of them end together.
    detached: !isWindows,
    env: Object.fromEntries([
      ...kept,
      ["LC_ALL", "C"],
      ["GIT_DIR", options.folder],
      ["GIT_ALLOW_PROTOCOL", options.protocols ?? "none"],
      ["GIT_CONFIG_NOSYSTEM", "1"],
      ["GIT_CONFIG_GLOBAL", process.platform === "win32" ? "NUL" : "/dev/null"],
      ["GIT_TERMINAL_PROMPT", "0"],
      ["GIT_NO_REPLACE_OBJECTS", "1"],
      ["GIT_NO_LAZY_FETCH", "1"],
      ["GIT_CONFIG_COUNT", String(given.length)],
      ...numbered,
    ]) as NodeJS.ProcessEnv,
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

/** What a shell ends with that does not find the program. */
const commandNotFound = 127;
const mostOutput = 64 * 1024 * 1024;

/** Runs one command to its end and answers what it wrote. Throws `GitFailure` when it fails. */
export async function git(
  args: readonly string[],
  options: GitOptions & { readonly input?: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> },
): Promise<Buffer> {
  options.signal.throwIfAborted();
  const child = startGit(args, options);
  const stop = () => killGit(child);
  options.signal.addEventListener("abort", stop, { once: true });
  const output: Buffer[] = [];
  let size = 0;
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostOutput) stop();
    else output.push(chunk);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-4000);
  });
  try {
    const closed = once(child, "close").catch((error: unknown) => {
      throw notInstalled(error);
    });
    await Promise.all([feed(child, options.input), closed]);
    options.signal.throwIfAborted();
    if (size > mostOutput) throw new GitFailure(args[0] ?? "", "answered too much");
    if (child.exitCode === commandNotFound) throw noGit();
    if (child.exitCode !== 0) throw new GitFailure(args[0] ?? "", lastWords(errors));
    return Buffer.concat(output);
  } finally {
    options.signal.removeEventListener("abort", stop);
    stop();
  }
}

async function feed(
  child: ChildProcessWithoutNullStreams,
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string> = [],
): Promise<void> {
  await pipeline(Readable.from(input), child.stdin).catch((error: unknown) => {
    // Git stopped listening; how it ended says why.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "EPIPE" && code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}

function notInstalled(error: unknown): unknown {
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  return isMissing ? noGit() : error;
}

const noGit = () =>
  new Problem("not_implemented", "The program git is not installed where this service runs. Install it there.");

/** The line that says most, on one line, without credentials or anything long. What the other side says is quoted. */
function lastWords(errors: string): string {
  const lines = errors.split("\n");
  const own = lines.filter((line) => /^(?:fatal|error):/.test(line));
  const rejected = lines
    .map((line) => /^ ! \[((?:remote )?rejected)\].* (\([^()]+\))$/.exec(line))
    .find((found) => found);
  const theirs = lines.map((line) => /^(?:remote|fatal: remote error): ?(.*\S)/.exec(line)?.[1]).find((found) => found);
  const fatal = own.find((line) => line.startsWith("fatal:") && !line.startsWith("fatal: remote error:"));
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
