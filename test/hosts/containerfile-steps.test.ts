import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");
const containerfile = readFileSync(join(project, "Containerfile"), "utf8");
const scratch = mkdtempSync(join(tmpdir(), "copydesk-container-"));
// All packages of the build are in it.
afterAll(() => rm(scratch, { recursive: true, force: true }), 400_000);
const roots = ["build", "image"].map((name) => join(scratch, name));
const node = join(scratch, "node_modules", `node-${process.platform}-${process.arch}`, "bin");

const variables = { ...process.env, PATH: `${node}:${process.env.PATH}`, npm_config_update_notifier: "false" };

/**
 * Runs the steps of both stages, each in a folder that represents its file system. Steps as another user or outside of
 * the working folder are left to the engine.
 */
async function carryOut(): Promise<void> {
  let stage = -1;
  let place = "";
  for (const line of containerfile.replace(/\\\n\s*/g, " ").split("\n")) {
    const [instruction, ...words] = line.split(" ");
    const root = roots[stage] ?? "";
    if (instruction === "FROM") stage++;
    if (instruction === "WORKDIR") place = words.join(" ");
    if (instruction === "WORKDIR") mkdirSync(join(root, place), { recursive: true });
    if (instruction === "COPY") {
      const isStage = words[0]?.startsWith("--from=");
      const paths = isStage ? words.slice(1) : words;
      const to = join(root, place, paths.at(-1) ?? "");
      for (const path of paths.slice(0, -1)) {
        const from = join(isStage ? (roots[0] ?? "") : project, path);
        cpSync(from, paths.at(-1) === "./" ? join(to, basename(path)) : to, { recursive: true });
      }
    }
    if (instruction === "RUN" && words[0] === "npm") {
      await run("npm", words.slice(1), { cwd: join(root, place), env: variables });
    }
  }
}

beforeAll(async () => {
  const release = /^FROM \S+\/node:([\d.]+)-/m.exec(containerfile)?.[1];
  const named = `node-${process.platform}-${process.arch}@${release}`;
  await run("npm", ["install", "--prefix", scratch, "--ignore-scripts", named], { cwd: scratch, env: variables });
  await carryOut();
}, 400_000);

describe("the Containerfile", () => {
  it("passes a linter", () => {
    expect(validate(containerfile).map(({ message }) => message)).toEqual([]);
    expect(validate("FORM node\n").length).toBeGreaterThan(0);
  });

  it("results in the program, its license and the manual, and no packages", () => {
    const app = join(roots[1] ?? "", "app");
    expect(readdirSync(app).sort()).toEqual(["LICENSE", "dist", "docs", "package.json"]);
    const built = ["dist/site.cjs", "dist/THIRD_PARTY_NOTICES", "dist/copydesk.cdx.json"];
    expect(built.filter((name) => !existsSync(join(app, name)))).toEqual([]);
  });

  it("starts on the image's Node, imports the manual and is healthy", async () => {
    const app = join(roots[1] ?? "", "app");
    const program = async (...args: string[]) =>
      run(join(node, "node"), [join(app, "dist/cli.js"), ...args, "--data", join(scratch, "data")], { cwd: scratch });
    await program("import", join(app, "docs"));
    expect((await program("search", "data folder")).stdout).toContain("getting-started/install");
    expect((await program("doctor")).stdout).toContain("all is well");
  });
});
