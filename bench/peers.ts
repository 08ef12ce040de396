import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { copydesk, type Program, withServer } from "./stdio-server.ts";

const folder = fileURLToPath(new URL("./peers/", import.meta.url));
const rawServer = fileURLToPath(new URL("./raw-server.mjs", import.meta.url));

const published = [
  { name: "@modelcontextprotocol/server-everything", file: "dist/index.js", environment: {} },
  {
    name: "@notionhq/notion-mcp-server",
    file: "bin/cli.mjs",
    // Listing its tools calls no service; it only requires some token.
    environment: { NOTION_TOKEN: "ntn_none" },
  },
];

export interface Peers {
  readonly programs: readonly Program[];
  /** Which are missing and why. */
  readonly notes: readonly string[];
}

/** Installs the servers from the registry, at the versions of peers/package.json, unless they are there. */
export async function publishedPeers(): Promise<Peers> {
  const { dependencies } = readPackage(folder) as { dependencies: Record<string, string> };
  const installed = () => published.filter(({ name }) => versionOf(name) === dependencies[name]);
  let failure = "";
  if (installed().length < published.length) {
    const options = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await promisify(execFile)("npm", ["install", "--prefix", folder, ...options], { timeout: 180_000 }).catch(
      (error: unknown) => {
        failure = /npm error .*/.exec(String(error))?.[0] ?? String(error).split("\n", 1)[0] ?? "";
      },
    );
  }
  const there = installed();
  const missing = published.filter((peer) => !there.includes(peer));
  return {
    programs: there.map(({ name, file, environment }) => ({
      name: `${name.split("/")[1]} ${dependencies[name]}`,
      argv: [join(folder, "node_modules", name, file)],
      environment,
    })),
    notes: missing.map(({ name }) => `Left out: ${name} could not be installed. ${failure}`),
  };
}

/** A program that only sends the tool list of another server, by default Copydesk's. */
export async function rawPeer(folder: string, same: Program = copydesk(folder)): Promise<Program> {
  const file = join(folder, `${same.name}.json`);
  writeFileSync(file, JSON.stringify(await withServer(same, (server) => server.listTools())));
  return { name: "raw Node", argv: [rawServer, file] };
}

function versionOf(name: string): unknown {
  try {
    return (readPackage(join(folder, "node_modules", name)) as { version: unknown }).version;
  } catch {
    return undefined;
  }
}

function readPackage(path: string): unknown {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}
