import { readFile } from "node:fs/promises";

/** Facts of `package.json` that other files repeat. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  /** The server's name in the MCP registry, which looks for it in the published package. */
  readonly mcpName: string;
  /** The versions of Node it runs on. */
  readonly node: string;
}

export async function packageFacts(): Promise<PackageFacts> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const { engines, ...facts } = JSON.parse(text) as Omit<PackageFacts, "node"> & { engines: { node: string } };
  return { ...facts, node: engines.node };
}
