import { execFile, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../cli/program.ts";
import { startAsHost } from "./host-client.ts";

const project = resolve(import.meta.dirname, "../..");
const scratch = temporaryFolder();
const cache = join(scratch, "cache");
const prefix = join(scratch, "prefix");
const isWindows = process.platform === "win32";
const binaries = isWindows ? prefix : join(prefix, "bin");
const installed = join(prefix, isWindows ? "" : "lib", "node_modules/copydesk");
const program = join(installed, "dist/cli.js");

/** How this machine reaches the registry. */
const network = ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "NODE_EXTRA_CA_CERTS", "npm_config_registry"];

/** What npm and its programs see: nothing that was installed, cached or stored on this machine before. */
const clean: Readonly<Record<string, string>> = {
  ...Object.fromEntries(network.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  npm_config_userconfig: process.env.npm_config_userconfig ?? join(homedir(), ".npmrc"),
  PATH: `${binaries}:${process.env.PATH ?? ""}`,
  HOME: join(scratch, "home"),
  npm_config_cache: cache,
  npm_config_prefix: prefix,
  npm_config_update_notifier: "false",
};

/** Releases that need no native module: the oldest, and the one of the container. */
const recentNodes = ["22.23.3", "24.21.0"] as const;
const system = `${isWindows ? "win" : process.platform}-${process.arch}`;

const nodeOf = (release: string) =>
  join(scratch, release, `node_modules/node-${system}/bin`, isWindows ? "node.exe" : "node");

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in a folder that contains nothing of the project. */
function run(command: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  return new Promise<Ended>((resolve, reject) => {
    const options = { cwd: scratch, env: { ...clean, ...variables } };
    const child = execFile(command, [...args], options, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") reject(error);
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
    child.stdin?.end();
  });
}

let tarball: string;

/** Without the scripts of packages, as on a machine that cannot compile. */
beforeAll(async () => {
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", scratch];
  const [packed] = JSON.parse(execFileSync("npm", packing, { cwd: project, encoding: "utf8", stdio: "pipe" })) as [
    { filename: string },
  ];
  tarball = join(scratch, packed.filename);
  mkdirSync(clean.HOME ?? "");
  const done = await run("npm", ["install", "--global", "--ignore-scripts", tarball]);
  expect(done.code, done.stderr).toBe(0);
  for (const release of recentNodes) {
    const args = ["install", "--ignore-scripts", "--prefix", join(scratch, release), `node-${system}@${release}`];
    const fetched = await run("npm", args);
    expect(fetched.code, fetched.stderr).toBe(0);
  }
}, 300_000);

/** Whether the installed packages contain anything compiled. */
const hasNative = () =>
  readdirSync(installed, { recursive: true, encoding: "utf8" }).some((name) => name.endsWith(".node"));

describe("the installed package", () => {
  it("has a download of less than 7 MB and no dependency that is in its own files", () => {
    expect(statSync(tarball).size).toBeLessThan(7_000_000);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(installed, "package.json"), "utf8"),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    expect(Object.keys(dependencies)).toEqual(["undici"]);
    expect(Object.keys(optionalDependencies)).toEqual(["better-sqlite3"]);
    expect(existsSync(join(installed, "dist/copydesk.mcpb"))).toBe(false);
    const notices = ["LICENSE", "dist/THIRD_PARTY_NOTICES", "dist/copydesk.cdx.json"];
    expect(notices.filter((name) => !existsSync(join(installed, name)))).toEqual([]);
  });

  it("is a command after npm install --global", async () => {
    expect(await run("copydesk", ["--version"])).toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
    const shown = await run("copydesk", ["setup", "--json"]);
    expect([shown.code, shown.stderr]).toEqual([0, ""]);
    expect(shown.stdout).toContain(join(clean.HOME ?? "", ".cursor", "mcp.json"));
  });

  it("can be run by npx from the file, and configures a host to fetch it from there", async () => {
    const npx = (...args: string[]) =>
      run("npx", ["--yes", "--ignore-scripts", `--package=${tarball}`, "copydesk", ...args]);
    expect((await npx("--version")).stdout).toBe("0.1.0\n");
    expect((await npx("setup", "cursor", "--yes")).code).toBe(0);
    const { mcpServers } = JSON.parse(readFileSync(join(clean.HOME ?? "", ".cursor/mcp.json"), "utf8")) as {
      mcpServers: { copydesk: { command: string; args: string[] } };
    };
    const { command, args } = mcpServers.copydesk;
    expect([command, ...args].join(" ")).toContain(`npx -y --package=${tarball} copydesk`);
    const again = await run(command, [...args, "--version"], { npm_config_ignore_scripts: "true" });
    expect(again.stdout).toBe("0.1.0\n");
  });

  describe.each(recentNodes)("without anything compiled, on Node %s,", (release) => {
    const data = join(scratch, `data-${release}`);
    const node = (...args: string[]) => run(nodeOf(release), [program, ...args, "--data", data]);

    it("imports, searches and finds no problem, without warnings of Node", async () => {
      expect(hasNative()).toBe(false);
      const imported = await node("import", join(installed, "docs"));
      expect(imported.stderr).toContain('into the space "Copydesk"');
      expect(imported.stderr).not.toMatch(/warn/i);
      const found = await node("search", "data folder");
      expect(found.stdout).toContain("getting-started/install");
      expect(found.stderr).toBe("");
      const checked = await node("doctor");
      expect(checked.stdout).toMatch(new RegExp(`^Copydesk 0\\.1\\.0 on Node v${release}: all is well\n`));
      expect(checked.stderr).toBe("");
    });

    it("serves a host as in the snippet for stdio", async () => {
      const client = await startAsHost({ command: nodeOf(release), args: [program, "--data", data] }, scratch);
      const answer = await client.callTool({ name: "search_docs", arguments: { query: "data folder" } });
      expect(JSON.stringify(answer.content)).toContain("getting-started/install");
      await client.close();
    });
  });

  describe.runIf(process.versions.node.startsWith("20."))("on Node 20 without a build of better-sqlite3,", () => {
    const unbuilt = join(installed, "node_modules/better-sqlite3");
    const failures = async () => [await run("copydesk", ["serve", "--port", "0"]), await run("copydesk", ["doctor"])];

    it("reports in one line which Node requires no build, and how to build it", async () => {
      for (const { code, stdout, stderr } of await failures()) {
        expect(code).toBe(1);
        const told = stdout + stderr;
        expect(told).toContain("Use Node 22.23 or newer, which needs no native package");
        expect(told).toContain(`npm rebuild --prefix "${installed}" better-sqlite3`);
        expect(told).not.toContain("    at ");
      }
    });

    it("reports how to install it if npm omitted it, as after a failed build", async () => {
      rmSync(unbuilt, { recursive: true, force: true });
      for (const { stdout, stderr } of await failures()) {
        expect(stdout + stderr).toContain(`npm install --no-save --omit=dev --prefix "${installed}"`);
      }
    });

    it("still serves another service, which requires no database", async () => {
      const { stdout } = await run("copydesk", ["tools", "--base-url", "https://docs.example.com"]);
      expect(stdout).toContain("search_docs");
    });
  });

  it("ends quietly when the reader of its output leaves", async () => {
    const child = spawn(process.execPath, [program, "help"], { cwd: scratch, env: clean });
    child.stdout.destroy();
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      told += chunk;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, told]).toEqual([0, ""]);
  });
});
