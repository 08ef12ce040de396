// Runs the hosts that the npm registry has against the built program: npm run hosts. Each is set up by `copydesk setup`
// in a separate home, over stdio and over HTTP, then asked for its servers; then set up by its own command
// as in the manual. No model is asked and no one signs in. Exits with 1 if a host does not find Copydesk, and with 2
// if the hosts cannot be installed.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

const folder = fileURLToPath(new URL("./programs/", import.meta.url));
const copydesk = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "copydesk-hosts-"));
const data = join(scratch, "data");

/** Milliseconds that one command of a host may take. */
const patience = 90_000;

interface HostProgram {
  /** Below `node_modules/.bin`. */
  readonly command: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** What it reports about its servers. */
  ask(home: Home): Promise<string>;
  /** Part of its output after it has called Copydesk, or only read its configuration if it reports no more. */
  readonly found: RegExp;
  readonly tells: "connected" | "configured";
  /** Its own command that adds a server, as the manual has it. */
  add?(way: Way, url: string): readonly string[];
}

type Way = "stdio" | "http";

type Home = (args: readonly string[]) => Promise<string>;

const started = ["node", copydesk];

const programs: Readonly<Record<string, HostProgram>> = {
  "claude-code": {
    command: "claude",
    ask: (run) => run(["mcp", "list"]),
    found: /^copydesk: .*Connected/m,
    tells: "connected",
    add: (way, url) =>
      way === "http"
        ? ["mcp", "add", "--scope", "user", "--transport", "http", "copydesk", url]
        : ["mcp", "add", "--scope", "user", "copydesk", "--", ...started],
  },
  codex: {
    command: "codex",
    ask: (run) => run(["app-server"]),
    found: /"name":"copydesk".*"search_docs"/,
    tells: "connected",
    add: (way, url) =>
      way === "http" ? ["mcp", "add", "copydesk", "--url", url] : ["mcp", "add", "copydesk", "--", ...started],
  },
  copilot: {
    command: "copilot",
    ask: (run) => run(["mcp", "get", "copydesk"]),
    found: /^copydesk\n\s+Status: Enabled/m,
    tells: "configured",
    add: (way, url) =>
      way === "http"
        ? ["mcp", "add", "--transport", "http", "copydesk", url]
        : ["mcp", "add", "copydesk", "--", ...started],
  },
  gemini: {
    command: "gemini",
    // It starts no servers in folders that are not trusted.
    variables: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    ask: (run) => run(["mcp", "list"]),
    found: /copydesk: .*Connected/,
    tells: "connected",
    add: (way, url) =>
      way === "http"
        ? ["mcp", "add", "--scope", "user", "--transport", "http", "copydesk", url]
        : ["mcp", "add", "--scope", "user", "copydesk", ...started],
  },
  opencode: {
    command: "opencode",
    ask: (run) => run(["mcp", "list"]),
    found: /copydesk.*connected/,
    tells: "connected",
  },
  qwen: {
    command: "qwen",
    ask: (run) => run(["mcp", "list"]),
    found: /copydesk: .*Connected/,
    tells: "connected",
    add: (way, url) =>
      way === "http"
        ? ["mcp", "add", "--scope", "user", "--transport", "http", "copydesk", url]
        : ["mcp", "add", "--scope", "user", "copydesk", ...started],
  },
};

let failed = 0;

await npmInstall().catch((error: unknown) => {
  console.error(`The hosts cannot be installed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
});
const server = await serve();
try {
  for (const [name, program] of Object.entries(programs)) await runHost(name, program, server.url);
} finally {
  server.child.kill();
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

async function runHost(name: string, program: HostProgram, url: string): Promise<void> {
  const version = /\d+\.\d+\.\d+/.exec(await homeOf(program)(["--version"]))?.[0];
  const results: string[] = [];
  for (const way of ["stdio", "http"] as const) {
    const from = way === "http" ? ["--url", url] : ["--data", data];
    const home = newHome();
    await run(process.execPath, [copydesk, "setup", name, "--yes", ...from], home);
    results.push(`setup ${way} ${await state(program, home)}`);
    await run(process.execPath, [copydesk, "setup", name, "--yes", "--remove"], home);
    if (program.found.test(await program.ask(homeOf(program, home)))) results.push(fail("still there after --remove"));
    if (program.add === undefined) continue;
    const own = newHome();
    const told = await homeOf(program, own)(program.add(way, url));
    results.push(`its own add ${way} ${await state(program, own, told)}`);
  }
  console.log(`${name} ${version}: ${results.join(", ")}`);
}

async function state(program: HostProgram, home: string, before = ""): Promise<string> {
  const said = await program.ask(homeOf(program, home));
  return program.found.test(said) ? program.tells : fail(`FAILED:\n${before}${said}`);
}

function fail(text: string): string {
  failed++;
  return text;
}

function newHome(): string {
  return mkdtempSync(join(scratch, "home-"));
}

/** Runs a host in a separate home, and returns its output. */
function homeOf({ command, variables }: HostProgram, home = newHome()): Home {
  const path = join(folder, "node_modules/.bin", command);
  return (args) =>
    args[0] === "app-server"
      ? codexServers(path, home)
      : run(path, args, home, variables).then(stripVTControlCharacters);
}

function environmentOf(home: string, variables: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH, HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy, NODE_EXTRA_CA_CERTS } = process.env;
  const network = { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy, NODE_EXTRA_CA_CERTS };
  return { PATH, ...network, HOME: home, USERPROFILE: home, ...variables };
}

/** What a command printed on either stream, however it ended. */
function run(command: string, args: readonly string[], home: string, variables = {}): Promise<string> {
  const place = join(home, "project");
  mkdirSync(place, { recursive: true });
  const options = { cwd: place, env: environmentOf(home, variables), timeout: patience };
  return new Promise((resolve) => {
    const child = execFile(command, [...args], options, (_error, stdout, stderr) => resolve(stdout + stderr));
    child.stdin?.end();
  });
}

/** `codex mcp list` only reads its configuration; its server for editors calls the servers and lists their tools. */
function codexServers(path: string, home: string): Promise<string> {
  const child = spawn(path, ["app-server"], { env: environmentOf(home), stdio: ["pipe", "pipe", "ignore"] });
  const late = setTimeout(() => child.kill(), patience);
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  return new Promise((resolve) => {
    let answer = "";
    createInterface(child.stdout).on("line", (line) => {
      const { id } = JSON.parse(line) as { id?: number };
      if (id === 1) {
        send({ method: "initialized" });
        send({ id: 2, method: "mcpServerStatus/list", params: {} });
      }
      if (id !== 2) return;
      answer = line;
      child.kill();
    });
    child.once("close", () => {
      clearTimeout(late);
      resolve(answer);
    });
    send({ id: 1, method: "initialize", params: { clientInfo: { name: "copydesk-hosts", version: "1.0.0" } } });
  });
}

async function serve(): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const args = [copydesk, "serve", "--port", "0", "--data", data];
  const child = spawn(process.execPath, args, { env: environmentOf(scratch), stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface(child.stdout)) {
    const { mcp } = JSON.parse(line) as { mcp: string };
    return { child, url: mcp };
  }
  throw new Error("copydesk serve did not start");
}

/** Their own scripts download nothing and only put their program in place. */
function npmInstall(): Promise<void> {
  const args = ["install", "--prefix", folder, "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
  return new Promise((resolve, reject) => {
    execFile("npm", args, { timeout: 600_000, cwd: folder }, (error) => (error === null ? resolve() : reject(error)));
  });
}
