import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** The built command line, as it is installed. */
export const program = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Where a program stores data if no test specifies a place. */
const home = join(tmpdir(), `copydesk-cli-home-${process.pid}`);

const { PATH = "", TEST_POSTGRES_URL = "", TEST_POSTGRES_OWNER = "", TEST_POSTGRES_PRELOAD } = process.env;

/** What a program sees of the environment: no setting of the person who runs the tests. */
export const environment: Readonly<Record<string, string>> = {
  PATH,
  HOME: home,
  // Only in the project "postgres": a database instead of the data folder's.
  ...(TEST_POSTGRES_PRELOAD === undefined
    ? {}
    : { TEST_POSTGRES_URL, TEST_POSTGRES_OWNER, NODE_OPTIONS: `--import=${TEST_POSTGRES_PRELOAD}` }),
};

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  /** Rejects if a token was written to stderr. */
  readonly ended: Promise<Ended>;
  /** The first matching line of the stream, now or later. Rejects if the stream ends without one. */
  line(stream: "stdout" | "stderr", pattern: RegExp): Promise<string>;
}

const running = new Set<ChildProcessWithoutNullStreams>();
/** Ends what the tests of a file left running, and deletes what it stored at home. */
export function endPrograms(): void {
  for (const child of running) child.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true });
}

/** Starts the program, or that of another build, and leaves its standard input open. */
export function start(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  build: string = program,
): Running {
  const child = spawn(process.execPath, [build, ...args], { env: { ...environment, ...variables } });
  running.add(child);
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      written[name] += chunk;
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      if (/cpd_\w{20}/.test(written.stderr)) reject(new Error(`A token on stderr:\n${written.stderr}`));
      else resolve({ code, ...written });
    });
  });
  ended.catch(() => undefined);
  return {
    child,
    ended,
    line: (stream, pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const complete = written[stream].split("\n").slice(0, -1);
          const found = complete.find((line) => pattern.test(line));
          if (found === undefined) return;
          child[stream].off("data", look);
          resolve(found);
        };
        child[stream].on("data", look);
        child.once("close", () =>
          reject(new Error(`The program ended without ${pattern}:\n${written.stdout}${written.stderr}`)),
        );
        look();
      }),
  };
}

/** Runs the program to its end, with nothing on its standard input. */
export function copydesk(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { child, ended } = start(args, variables);
  child.stdin.end();
  return ended;
}

export interface Served extends Running {
  /** What the server reports in its first line. */
  readonly ready: Readonly<Record<string, string>>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<Ended>;
}

/** Starts `copydesk serve` on a free port and waits until it listens. */
export async function serve(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  build: string = program,
): Promise<Served> {
  const server = start(["serve", "--port", "0", ...args], variables, build);
  const ready = JSON.parse(await server.line("stdout", /^\{/)) as Record<string, string>;
  return {
    ...server,
    ready,
    stop() {
      server.child.kill("SIGTERM");
      return server.ended;
    },
  };
}
