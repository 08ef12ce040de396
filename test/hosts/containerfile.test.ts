import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve, temporaryFolder } from "../cli/program.ts";

const project = resolve(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(project, name), "utf8");

/** Instructions with their words, one per line, with continued lines joined. */
const instructions = read("Containerfile")
  .replace(/\\\n\s*/g, " ")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({ name: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1).trim() }));
const last = (name: string) => instructions.findLast((instruction) => instruction.name === name)?.rest ?? "";
const variables = Object.fromEntries(
  last("ENV")
    .split(/ +/)
    .map((pair) => pair.split("=") as [string, string]),
);

const data = join(temporaryFolder(), "data");
let server: Served;
beforeAll(async () => {
  const { COPYDESK_DATA: _own, COPYDESK_PORT: _fixed, ...kept } = variables;
  server = await serve(["--data", data], kept);
});
afterAll(() => server.stop());

describe("the container", () => {
  it("runs as a user without privileges, with its data in a volume", () => {
    expect(last("USER")).toBe("node");
    expect(JSON.parse(last("VOLUME"))).toEqual([variables.COPYDESK_DATA]);
    expect(last("EXPOSE")).toBe(variables.COPYDESK_PORT);
    expect(JSON.parse(last("ENTRYPOINT"))).toEqual(["node", "/app/dist/cli.js"]);
    expect(JSON.parse(last("CMD"))).toEqual(["serve"]);
  });

  it("is built from exact versions, of files that exist and that the build may read", () => {
    const images = instructions.filter(({ name }) => name === "FROM").map(({ rest }) => rest.split(" ")[0]);
    expect(images).toHaveLength(2);
    expect(images.filter((image) => !/:\d+\.\d+\.\d+-alpine$/.test(image ?? ""))).toEqual([]);
    const copied = instructions
      .filter(({ name, rest }) => name === "COPY" && !rest.startsWith("--from"))
      .flatMap(({ rest }) => rest.split(" ").slice(0, -1));
    expect(copied.filter((path) => !existsSync(join(project, path)))).toEqual([]);
    const seen = read(".dockerignore").split("\n");
    expect(copied.filter((path) => !seen.includes(`!${path.replace("./", "")}`))).toEqual([]);
  });

  it("listens on every address, where callers require a token", async () => {
    expect(server.ready.mcp).toMatch(/^http:\/\/0\.0\.0\.0:/);
    const port = new URL(server.ready.mcp ?? "").port;
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
  });

  it("is healthy exactly while the server responds", () => {
    const [, command = "[]"] = /CMD (\[.*\])$/.exec(last("HEALTHCHECK")) ?? [];
    const [program, ...args] = JSON.parse(command) as string[];
    expect(program).toBe("node");
    const check = (port: string) =>
      spawnSync(process.execPath, args, { env: { ...variables, COPYDESK_PORT: port }, timeout: 120_000 }).status;
    expect(check(new URL(server.ready.mcp ?? "").port)).toBe(0);
    expect(check("1")).toBe(1);
  });
});
