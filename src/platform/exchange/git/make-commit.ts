import { posix } from "node:path";
import { type GitOptions, git, gitOutput } from "./git-process.ts";
import type { RenderedFile } from "./render-content.ts";

/** The author of a commit. */
export interface GitAuthor {
  readonly name: string;
  readonly email: string;
}

interface NewCommit {
  /** The parent commit; undefined for the first of a branch. */
  readonly parent: string | undefined;
  /** Folder of the project; paths are relative to it. */
  readonly directory: string;
  readonly written: ReadonlyMap<string, RenderedFile>;
  readonly removed: readonly string[];
  /** The mode of an existing file. */
  findMode(path: string): string | undefined;
  readonly message: string;
  /** Also its committer. */
  readonly author: GitAuthor;
  /** ISO 8601. */
  readonly at: string;
  onWritten?(done: number): void;
}

const commitRef = "refs/copydesk/made";

/** Makes a commit in a bare repository, without a checkout. Returns its hash. */
export async function makeCommit(commit: NewCommit, repository: GitOptions): Promise<string> {
  await git(["fast-import", "--quiet", "--force", "--done"], { ...repository, input: stream(commit) });
  return (await git(["rev-parse", "--verify", `${commitRef}^{commit}`], repository)).toString().trim();
}

/**
 * The parent of a commit that an earlier attempt at the same export made: null if it has none, undefined if someone
 * else made the commit.
 */
export async function parentOfOwn(
  oid: string,
  commit: Pick<NewCommit, "message" | "author" | "at">,
  repository: GitOptions,
): Promise<string | null | undefined> {
  const written = (await git(["cat-file", "commit", oid], repository)).toString();
  const [, parent, rest] = /^tree \w+\n(?:parent (\w+)\n)?(author [\s\S]*)$/.exec(written) ?? [];
  return rest === `${formatPeople(commit)}\n${formatMessage(commit)}` ? (parent ?? null) : undefined;
}

function formatPeople({ author, at }: Pick<NewCommit, "author" | "at">): string {
  const seconds = Math.floor(Date.parse(at) / 1000);
  const person = (name: string, email: string) => `${plain(name)} <${plain(email)}> ${seconds} +0000`;
  const who = person(author.name, author.email);
  return `author ${who}\ncommitter ${who}\n`;
}

const formatMessage = ({ message }: Pick<NewCommit, "message">) => (message.endsWith("\n") ? message : `${message}\n`);

async function* stream(commit: NewCommit): AsyncGenerator<Uint8Array | string> {
  const { parent, directory, written, removed } = commit;
  yield `reset ${commitRef}\n`;
  yield `commit ${commitRef}\n`;
  yield formatPeople(commit);
  yield* data(Buffer.from(formatMessage(commit)));
  if (parent !== undefined) yield `from ${parent}\n`;
  // A file may become a folder or vice versa, so remove files first.
  for (const path of removed) yield `D ${quoted(posix.join(directory, path))}\n`;
  let done = 0;
  for (const [path, file] of written) {
    yield `M ${commit.findMode(path) ?? "100644"} inline ${quoted(posix.join(directory, path))}\n`;
    yield* data(await file.read());
    done += 1;
    commit.onWritten?.(done);
  }
  yield "\ndone\n";
}

function* data(bytes: Uint8Array): Generator<Uint8Array | string> {
  yield `data ${bytes.length}\n`;
  yield bytes;
  yield "\n";
}

const plain = (text: string) => text.replace(/[<>\p{Cc}]/gu, " ").trim() || "Somebody";

const quoted = (path: string) => `"${path.replace(/["\\]/g, "\\$&")}"`;

declare module "../../kernel/context.ts" {
  interface Setup {
    /** The author of commits; by default the person who exports. */
    readonly gitAuthor: GitAuthor | undefined;
  }
}

/** Characters kept of a message, and bytes read of it. */
const maxMessage = { characters: 10_000, bytes: 64 * 1024 };

/** The message of a commit in UTF-8, whatever its encoding. Long messages are truncated. Does not read the tree. */
export async function commitMessage(commit: string, repository: GitOptions): Promise<string> {
  const args = ["log", "--no-walk", "--no-patch", "--no-mailmap", "--format=%B", "--encoding=UTF-8", commit];
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of gitOutput(args, { ...repository, limits: { time: 60_000 } })) {
    parts.push(part);
    size += part.length;
    if (size > maxMessage.bytes) break;
  }
  return Buffer.concat(parts).toString().trim().slice(0, maxMessage.characters);
}
