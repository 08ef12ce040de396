import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentPaths, project, readText } from "./project-files.ts";

const index = readText("decisions/README.md");

const decisions = readdirSync(join(project, "decisions"))
  .filter((name) => name !== "README.md")
  .sort();

/** Index entries of one area, as the number in the link's text, the title and the file. */
const entriesOf = (area: string) =>
  [...area.matchAll(/^- \[(\d{3}): (.+)\]\((.+)\)$/gm)].map(([, number = "", title = "", file = ""]) => ({
    number,
    title,
    file,
  }));

describe("decisions", () => {
  it("are all listed in their index, once", () => {
    expect(decisions.length).toBeGreaterThan(40);
    expect(
      entriesOf(index)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(decisions);
  });

  it("are listed with their numbers and titles, in order within each area", () => {
    for (const area of index.split(/^## /m).slice(1)) {
      const entries = entriesOf(area);
      expect(entries.length, area).toBe(area.split("\n").filter((line) => line.startsWith("- ")).length);
      expect(entries.map(({ number }) => number)).toEqual(entries.map(({ number }) => number).sort());
      for (const { number, title, file } of entries) {
        expect(file.slice(0, 4)).toBe(`${number}-`);
        expect(readText(`decisions/${file}`).split("\n")[0]).toBe(`# ${number}. ${title}`);
      }
    }
  });

  it("are reached from CONTRIBUTING through the index", () => {
    expect(readText("CONTRIBUTING.md")).toContain("](decisions/README.md)");
  });

  it("exist wherever one is referred to by its number", () => {
    const sources = ["src", "test", "bench", "scripts"].flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
        .map((path) => `${folder}/${path}`),
    );
    const texts = decisions.map((name) => `decisions/${name}`);
    const numbers = new Set(decisions.map((name) => name.slice(0, 3)));
    const references = [...documentPaths(), ...texts, ...sources].flatMap((path) =>
      [...readText(path).matchAll(/\bdecisions? (\d{3})(?:(?:,| and) (\d{3}))*/g)].flatMap(([text]) =>
        [...text.matchAll(/\d{3}/g)].map(([number]) => ({ path, number })),
      ),
    );
    expect(references.length).toBeGreaterThan(15);
    expect(references.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });

  it("name every package that src imports", () => {
    const [explained = ""] = readText("decisions/065-dependencies.md").split("\nNot taken");
    const sources = readdirSync(join(project, "src"), { recursive: true, encoding: "utf8" });
    const imported = sources
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => [
        ...readText(join("src", path)).matchAll(
          /^(?:import|export)\s[^;"']*?\bfrom "([^".][^"]*)"|\bimport\("([^".][^"]*)"\)/gm,
        ),
      ])
      .map(([, specifier = "", late = specifier]) => /^(@[^/]+\/)?[^/]+/.exec(late)?.[0] ?? late)
      // `tsx` loads threads when the program runs from its source.
      .filter((name) => !name.startsWith("node:") && name !== "tsx");
    const packages = [...new Set(imported)].sort();
    expect(packages.length).toBeGreaterThan(25);
    expect(
      packages.filter((name) => !explained.includes(`| \`${name}\``) && !explained.includes(`, \`${name}\``)),
    ).toEqual([]);
  });
});
