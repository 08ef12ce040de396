import type { GitInfo } from "../../contract/models/git.ts";
import { lookUp } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

/** How a space stands to its repository; empty where it has none, which a service answers with 404. */
export async function readGitInfo(spaceId: string, { client, signal }: ToolContext): Promise<GitInfo> {
  return (await lookUp(client.git.getInfo({ spaceId }, { signal }))) ?? {};
}
