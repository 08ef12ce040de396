import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { startAsHost } from "../hosts/host-client.ts";
import { type HostSetting, hostSettings } from "./host-settings.ts";
import { project, readText } from "./project-files.ts";

const settings = ["README.md", "docs/getting-started/connect-a-host.md"].flatMap((page) =>
  hostSettings(page, readText(page)),
);
const started = settings.filter(({ command }) => command !== undefined);
const reached = settings.filter(({ url }) => url !== undefined);

const folder = temporaryFolder();
const data = join(folder, "data");
let server: Served;
let token: string;
beforeAll(async () => {
  token = (await copydesk(["token", "create", "--name", "host", "--data", data])).stdout.trim();
  server = await serve(["--data", data]);
});
afterAll(() => server.stop());

/** The values with which a reader replaces the placeholders of the documents. */
function onThisMachine(text: string): string {
  return text
    .replace("/path/to/copydesk/", `${project}/`)
    .replace("/path/to/handbook-data", join(folder, "handbook"))
    .replace(/^https?:\/\/[\w.:]+\/mcp/, server.ready.mcp ?? "")
    .replace(/^Bearer (cpd_)?…$/, `Bearer ${token}`);
}

const onThisMachineAll = (values: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, onThisMachine(value)]));

async function toolsOf(client: Client): Promise<{ name: string; reads: boolean | undefined }[]> {
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name, annotations }) => ({ name, reads: annotations?.readOnlyHint }));
}

const nameOf = ({ page, under }: HostSetting) => `${page}, ${under}`;

describe("a command that the documents give a host", () => {
  it("exists for each host", () => {
    const headings = new Set(settings.filter(({ page }) => page !== "README.md").map(({ under }) => under));
    for (const host of ["Claude Desktop", "Claude Code", "Cursor", "VS Code", "Codex", "An agent in CI"]) {
      expect(headings).toContain(host);
    }
    expect(started.length).toBeGreaterThan(10);
    expect(reached.length).toBeGreaterThan(5);
  });

  it.each(started.map((setting) => [nameOf(setting), setting] as const))("lists tools: %s", async (_name, setting) => {
    const { command = "", args = [], env } = setting;
    mkdirSync(join(folder, "elsewhere"), { recursive: true });
    const host = { command, args: args.map(onThisMachine), env: onThisMachineAll(env) };
    const tools = await toolsOf(await startAsHost(host, join(folder, "elsewhere")));
    const names = tools.map(({ name }) => name);
    expect(names).toContain("search_docs");
    expect(tools.every(({ reads }) => reads)).toBe(args.includes("--read-only"));
    const excluded = args.includes("--exclude-tools")
      ? (args[args.indexOf("--exclude-tools") + 1]?.split(",") ?? [])
      : [];
    expect(names.filter((name) => excluded.includes(name))).toEqual([]);
    const limited = args.includes("--read-only") || args.includes("--propose-only");
    expect(names.includes("merge_change_request")).toBe(excluded.length === 0 && !limited);
  });
});

describe("a server that the documents give a host", () => {
  it.each(reached.map((setting) => [nameOf(setting), setting] as const))("lists tools: %s", async (_name, setting) => {
    const client = new Client({ name: "host", version: "1.0.0" });
    const requestInit = { headers: onThisMachineAll(setting.headers) };
    const url = new URL(onThisMachine(setting.url ?? ""));
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    expect((await toolsOf(client)).map(({ name }) => name)).toContain("search_docs");
  });
});
