import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type EnvironmentOptions, gitEnvironment } from "./git-environment.ts";
import { failureOf, limitPassed, noGit } from "./git-failure.ts";
import { type GitLimits, largestFile, usualLimits } from "./git-limits.ts";

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

export interface GitInputOptions extends GitOptions {
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
