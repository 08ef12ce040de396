import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { copydesk, type Program, withServer } from "./stdio-server.ts";

const folder = fileURLToPath(new URL("./peers/", import.meta.url));
const constantService = fileURLToPath(new URL("./constant-service.mjs", import.meta.url));
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
  const { versions, failure } = await installPeers(folder);
  const [there, missing] = [true, false].map((isThere) =>
    published.filter(({ name }) => versions.has(name) === isThere),
  ) as [typeof published, typeof published];
  return {
    programs: there.map(({ name, file, environment }) => ({
      name: `${name.split("/")[1]} ${versions.get(name)}`,
      argv: [join(folder, "node_modules", name, file)],
      environment,
    })),
    notes: missing.map(({ name }) => `Left out: ${name} could not be installed. ${failure}`),
  };
}

interface InstalledPeers {
  /** Of the packages that are there. */
  readonly versions: ReadonlyMap<string, string>;
  /** Why others are not. */
  readonly failure: string;
}

/** Calls of a published peer's tool that reads a page from a service over HTTP. */
export interface PeerTool {
  readonly program: Program;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Runs `work` with Notion's server before a service that always sends this page; without it if it is not there. */
export async function withPeerTool<Result>(
  folder: string,
  text: string,
  work: (peer: PeerTool | undefined, notes: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { programs, notes } = await publishedPeers();
  const program = programs.find(({ name }) => name.startsWith("notion"));
  if (program === undefined) return work(undefined, notes);
  const file = join(folder, "page.json");
  writeFileSync(file, JSON.stringify({ object: "page", text }));
  const service = spawn(process.execPath, [constantService, file], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = (await once(createInterface({ input: service.stdout }), "line")) as [string];
    const { api } = JSON.parse(line) as { readonly api: string };
    const environment = { ...program.environment, BASE_URL: api };
    const peer = { program: { ...program, environment }, name: "API-retrieve-a-page", input: { page_id: "page" } };
    return await work(peer, []);
  } finally {
    service.kill("SIGKILL");
  }
}

/** Installs the dependencies of a folder's package.json from the registry, unless they are there. */
export async function installPeers(folder: string): Promise<InstalledPeers> {
  const { dependencies } = readPackage(folder) as { dependencies: Record<string, string> };
  const wanted = Object.entries(dependencies);
  const installed = () => wanted.filter(([name, version]) => versionOf(folder, name) === version);
  let failure = "";
  if (installed().length < wanted.length) {
    const options = ["--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await promisify(execFile)("npm", ["install", "--prefix", folder, ...options], { timeout: 600_000 }).catch(
      (error: unknown) => {
        failure = /npm error .*/.exec(String(error))?.[0] ?? String(error).split("\n", 1)[0] ?? "";
      },
    );
  }
  return { versions: new Map(installed()), failure };
}

/** A program that only sends the tool list of another server, by default Copydesk's. */
export async function rawPeer(folder: string, same: Program = copydesk(folder)): Promise<Program> {
  const file = join(folder, `${same.name}.json`);
  writeFileSync(file, JSON.stringify(await withServer(same, (server) => server.listTools())));
  return { name: "raw Node", argv: [rawServer, file] };
}

function versionOf(folder: string, name: string): unknown {
  try {
    return (readPackage(join(folder, "node_modules", name)) as { version: unknown }).version;
  } catch {
    return undefined;
  }
}

function readPackage(path: string): unknown {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}
