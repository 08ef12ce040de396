import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";

const project = resolve(import.meta.dirname, "../..");
const scratch = temporaryFolder();
const installed = join(scratch, "node_modules/copydesk");
const packages = join(project, "node_modules");
let tarball: string;

/** The packed package, installed in a separate project. */
beforeAll(() => {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", scratch];
  const [packed] = JSON.parse(execFileSync("npm", args, { cwd: project, encoding: "utf8", stdio: "pipe" })) as [
    { filename: string },
  ];
  tarball = join(scratch, packed.filename);
  execFileSync("tar", ["-xzf", tarball, "-C", scratch]);
  mkdirSync(join(scratch, "node_modules/@types"), { recursive: true });
  renameSync(join(scratch, "package"), installed);
  for (const name of ["undici", "undici-types", "@types/node"]) {
    symlinkSync(join(packages, name), join(scratch, "node_modules", name));
  }
  writeFileSync(join(scratch, "package.json"), JSON.stringify({ name: "scratch", type: "module" }));
});

/** What the compiler reports about a program in the scratch project; empty if it is correct. */
function compile(text: string, module: "nodenext" | "preserve"): string {
  writeFileSync(join(scratch, "program.ts"), text);
  const compilerOptions = { module, target: "es2022", strict: true, types: ["node"], outDir: "out", rootDir: "." };
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  try {
    return execFileSync(process.execPath, [join(packages, "typescript/bin/tsc"), "-p", scratch], {
      cwd: scratch,
      encoding: "utf8",
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Size in bytes and text of a program bundled as a web server's would be. */
async function bundled(text: string): Promise<{ size: number; text: string }> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: scratch },
    bundle: true,
    format: "esm",
    platform: "node",
    minify: true,
    external: ["undici"],
    write: false,
  });
  const [file] = outputFiles;
  return { size: file?.contents.length ?? 0, text: file?.text ?? "" };
}

describe("the packed client", () => {
  it("meets the checks of publint and arethetypeswrong", async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false, level: "suggestion" });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
    const attw = join(packages, "@arethetypeswrong/cli/dist/index.js");
    const checked = execFileSync(process.execPath, [attw, tarball, "--profile", "esm-only", "--no-color"], {
      encoding: "utf8",
    });
    expect(checked).toMatch(/node16 \(from ESM\) +│ 🟢 \(ESM\)/);
    expect(checked.split("\n").filter((line) => /💀|⚠️|❌/u.test(line) && !line.includes("(ignored"))).toEqual([]);
  });

  it("contains nothing of the platform, the server or the schemas, and requires only undici", () => {
    const text = readFileSync(join(installed, "dist/client/index.js"), "utf8");
    const modules = [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, name = ""]) => name);
    expect(modules.filter((name) => !name.startsWith("node:"))).toEqual(["undici"]);
    const sources = [...text.matchAll(/^\/\/ (\S+\.\w+)$/gm)].map(([, path = ""]) => path);
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((path) => !/^((src|generated)\/(client|contract)\/|package\.json$)/.test(path))).toEqual([]);
    expect(text).not.toMatch(/zod|sqlite|modelcontextprotocol/i);
  });

  it("adds less than 80 kB to a bundle, and almost nothing without createClient", async () => {
    const one = await bundled('import { createClient } from "copydesk/client"; createClient({}).spaces.get({});');
    const none = await bundled('import { paginate } from "copydesk/client"; console.log(paginate);');
    expect(one.size).toBeLessThan(80_000);
    expect(one.size).toBeGreaterThan(20_000);
    expect(none.size).toBeLessThan(6_000);
    expect(none.text).not.toContain("spaceId");
  });
});

describe("the program in docs/guides/call-the-api.md", () => {
  const page = readFileSync(join(project, "docs/guides/call-the-api.md"), "utf8");
  const program = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = ""]) => text).join("\n");
  const data = join(scratch, "data");
  let service: Served;
  beforeAll(async () => {
    service = await serve(["--data", data]);
  });
  afterAll(() => service.stop());

  it("compiles with either module resolution, including the declarations of packages", () => {
    expect(compile(program, "preserve")).toBe("");
    expect(compile(program, "nodenext")).toBe("");
    expect(compile(program.replace("organizationId, title", "title"), "nodenext")).toContain("organizationId");
  });

  it("lists the spaces of an embedded platform and creates one", async () => {
    expect(compile(program, "nodenext")).toBe("");
    const token = (await copydesk(["token", "create", "--name", "script", "--data", data])).stdout.trim();
    const child = spawn(process.execPath, [join(scratch, "out/program.js")], {
      env: { PATH: process.env.PATH, COPYDESK_BASE_URL: service.ready.api, COPYDESK_TOKEN: token },
    });
    let written = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        written += chunk;
      });
    }
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(written).toMatch(/^\w+ Copydesk\nCreated \w+\n$/);
    expect(code).toBe(0);
  });

  it("reports what happened to the change when the service cannot be reached", () => {
    const unreachable = 'process.env.COPYDESK_BASE_URL = "http://127.0.0.1:1"; const organizationId = "o1";';
    const [first = "", , last = ""] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
    expect(compile(`${first.replace("\n\n", `\n${unreachable}\n`)}\n${last}`, "nodenext")).toBe("");
    const env = { PATH: process.env.PATH, COPYDESK_TOKEN: "t" };
    const run = () => execFileSync(process.execPath, [join(scratch, "out/program.js")], { env, stdio: "pipe" });
    expect(run).toThrow("Nothing was sent, so nothing was changed.");
  });
});
