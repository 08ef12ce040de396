import { type GitOptions, gitOutput } from "./git-process.ts";

/** What is kept of a message, in characters, and read of it, in bytes. */
const most = { characters: 10_000, bytes: 64 * 1024 };

/** The message of a commit, in UTF-8 whatever it was written in. A long one is cut short. Its tree is not read. */
export async function commitMessage(commit: string, repository: GitOptions): Promise<string> {
  const args = ["log", "--no-walk", "--no-patch", "--no-mailmap", "--format=%B", "--encoding=UTF-8", commit];
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of gitOutput(args, { ...repository, limits: { time: 60_000 } })) {
    parts.push(part);
    size += part.length;
    if (size > most.bytes) break;
  }
  return Buffer.concat(parts).toString().trim().slice(0, most.characters);
}
