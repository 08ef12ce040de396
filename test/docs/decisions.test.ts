import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const project = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(project, path), "utf8");

describe("decisions", () => {
  it("are all listed in CONTRIBUTING, in order", () => {
    const listed = [...read("CONTRIBUTING.md").matchAll(/\]\(decisions\/([^)]+)\)/g)].map(([, name]) => name);
    expect(listed).toEqual(readdirSync(join(project, "decisions")).sort());
  });

  it("name every package that src imports", () => {
    const explained = ["065-dependencies.md", "132-further-bundled-packages.md"].map((name) =>
      read(`decisions/${name}`),
    );
    const sources = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" });
    const imported = sources
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => [
        ...read(join("src", path)).matchAll(
          /^(?:import|export)\s[^;"']*?\bfrom "([^".][^"]*)"|\bimport\("([^".][^"]*)"\)/gm,
        ),
      ])
      .map(([, specifier = "", late = specifier]) => /^(@[^/]+\/)?[^/]+/.exec(late)?.[0] ?? late)
      // `tsx` loads threads when the program runs from its source.
      .filter((name) => !name.startsWith("node:") && name !== "tsx");
    const packages = [...new Set(imported)].sort();
    expect(packages.length).toBeGreaterThan(25);
    expect(
      packages.filter(
        (name) => !explained.some((text) => text.includes(`| \`${name}\``) || text.includes(`, \`${name}\``)),
      ),
    ).toEqual([]);
  });
});
