import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What is at a path: text, bytes, or an entry that is not a file. */
export type Entry =
  | string
  | Uint8Array
  | { readonly mode: "120000"; readonly text: string }
  | { readonly commit: string };

/** A bare repository behind `git http-backend` on loopback. */
export interface GitServer {
  /** Address of the repository. */
  readonly url: string;
  readonly folder: string;
  /** `Authorization` headers received. */
  readonly authorizations: (string | undefined)[];
  /** Replaces the given files, removes those given as null, and returns the commit. */
  commit(files: Readonly<Record<string, Entry | null>>, options?: { branch?: string; message?: string }): string;
  /** Files of a branch as text, by path. */
  files(branch?: string): Record<string, string>;
  /** Paths that the last commit of a branch changed. */
  changed(branch?: string): string[];
  count(branch?: string): number;
  git(...args: string[]): string;
  gitWith(input: Uint8Array | string, ...args: string[]): string;
}

export interface ServerOptions {
  /** Who is let in; everyone by default. */
  readonly credentials?: string;
  /** Responds instead of Git. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** What a request waits for. */
  readonly gate?: () => Promise<unknown>;
}

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

export async function startGitServer({ credentials, answer, gate }: ServerOptions = {}): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), "git-server-"));
  const folder = join(root, "team", "docs.git");
  const run = (args: string[], input?: Uint8Array | string) =>
    execFileSync("git", args, {
      cwd: folder,
      env: environment,
      maxBuffer: 1 << 28,
      ...(input === undefined ? {} : { input }),
    });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder], { env: environment });
  run(["config", "http.receivepack", "true"]);
  const authorizations: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    authorizations.push(request.headers.authorization);
    if (gate !== undefined) await gate();
    if (answer?.(request, response)) return;
    const wanted = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
    if (wanted !== undefined && request.headers.authorization !== wanted) {
      response.writeHead(401, { "WWW-Authenticate": "Basic" }).end();
    } else backend(root, request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/team/docs.git`,
    folder,
    authorizations,
    commit(files, { branch = "main", message = "Edit" } = {}) {
      const parts: (string | Uint8Array)[] = [`commit refs/heads/${branch}\n`];
      parts.push(
        `committer Ada <ada@example.com> ${Math.floor(Date.now() / 1000)} +0000\ndata ${message.length}\n${message}\n`,
      );
      const exists = run(["for-each-ref", `refs/heads/${branch}`]).length > 0;
      if (exists) parts.push(`from refs/heads/${branch}^0\n`);
      for (const [path, entry] of Object.entries(files)) {
        if (entry === null) parts.push(`D ${path}\n`);
        else if (typeof entry === "object" && "commit" in entry) parts.push(`M 160000 ${entry.commit} ${path}\n`);
        else {
          const isLink = typeof entry === "object" && "mode" in entry;
          const bytes = Buffer.from(isLink ? entry.text : entry);
          parts.push(`M ${isLink ? "120000" : "100644"} inline ${path}\ndata ${bytes.length}\n`, bytes, "\n");
        }
      }
      run(["fast-import", "--quiet"], Buffer.concat(parts.map((part) => Buffer.from(part))));
      return run(["rev-parse", `refs/heads/${branch}`])
        .toString()
        .trim();
    },
    files(branch = "main") {
      const paths = run(["ls-tree", "-r", "-z", "--name-only", branch])
        .toString()
        .split("\0")
        .filter((path) => path !== "");
      return Object.fromEntries(paths.map((path) => [path, run(["show", `${branch}:${path}`]).toString()]));
    },
    changed: (branch = "main") =>
      run(["diff-tree", "--root", "--no-commit-id", "--name-only", "-r", branch])
        .toString()
        .split("\n")
        .filter((path) => path !== ""),
    count: (branch = "main") => Number(run(["rev-list", "--count", branch]).toString()),
    git: (...args) => run(args).toString(),
    gitWith: (input, ...args) => run(args, input).toString(),
  };
}

/** Speaks CGI, the protocol with which web servers start programs. */
function backend(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const child = spawn("git", ["http-backend"], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "somebody",
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {});
  let head = Buffer.alloc(0);
  let begun = false;
  child.stdout.on("data", (chunk: Buffer) => {
    if (begun) return void response.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    begun = true;
    const headers = head
      .toString("latin1", 0, end)
      .split("\r\n")
      .map((line) => line.split(": ", 2) as [string, string]);
    const status = Number(headers.find(([name]) => name === "Status")?.[1].slice(0, 3) ?? 200);
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== "Status")));
    response.write(head.subarray(end + 4));
  });
  child.stdout.on("end", () => response.end());
}
