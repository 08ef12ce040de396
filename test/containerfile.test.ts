import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { settings } from "../src/config/settings.ts";

/** What the container is made of, without an engine to make it: that all it names is there. */
const root = resolve(import.meta.dirname, "..");

const read = (file: string) => readFileSync(resolve(root, file), "utf8");

const lines = read("Containerfile")
  .replace(/\\\n/g, " ")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

const of = (instruction: string) =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1).trim());

const { scripts, engines } = JSON.parse(read("package.json")) as {
  scripts: Record<string, string>;
  engines: { node: string };
};

describe("the Containerfile", () => {
  it("copies files that exist and are part of the build context", () => {
    const sent = read(".dockerignore").split("\n");
    const sources = of("COPY")
      .filter((copy) => !copy.startsWith("--from="))
      .flatMap((copy) => copy.split(/\s+/).slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    expect(sources.filter((source) => !existsSync(resolve(root, source)))).toEqual([]);
    expect(sources.filter((source) => !sent.includes(`!${source}`))).toEqual([]);
  });

  it("runs scripts of the package, and starts what they build", () => {
    const run = of("RUN").flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(run).toEqual(["build"]);
    expect(run.every((name) => scripts[name] !== undefined)).toBe(true);
    expect(of("COPY")).toContain("--from=build /source/dist ./dist");
    expect(of("ENTRYPOINT")).toEqual(['["node", "/app/dist/cli.js"]']);
    expect(read("package.json")).toContain('"copydesk": "dist/cli.js"');
  });

  it("sets existing settings, and uses a supported Node", () => {
    const named = of("ENV").flatMap((variables) => [...variables.matchAll(/(COPYDESK_\w+)=/g)].map(([, name]) => name));
    const known = Object.values(settings).map(({ variable }) => variable);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !known.includes(name ?? ""))).toEqual([]);
    const [major = 0] = of("FROM").map((image) => Number(/node:(\d+)\./.exec(image)?.[1]));
    expect(major).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });
});
