import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Program } from "./stdio-server.ts";

export interface ServiceUrls {
  readonly api: string;
  readonly mcp: string;
  readonly pid: number;
}

/** Starts `copydesk serve`, hands `work` its URLs, and ends it. */
export async function withService<Result>(
  program: Program,
  work: (urls: ServiceUrls) => Promise<Result>,
): Promise<Result> {
  const child = spawn(process.execPath, program.argv, { stdio: ["ignore", "pipe", "ignore"] });
  const ended = once(child, "exit");
  try {
    const ready = once(createInterface({ input: child.stdout }), "line");
    const [line] = (await Promise.race([ready, ended.then(() => ["{}"])])) as string[];
    const { api, mcp } = JSON.parse(line ?? "{}") as Partial<ServiceUrls>;
    const { pid } = child;
    if (api === undefined || mcp === undefined || pid === undefined)
      throw new Error("copydesk serve did not say where it is");
    return await work({ api, mcp, pid });
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
