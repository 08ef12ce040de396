import { describe, expect, it } from "vitest";
import { configurationPage, readme } from "../../scripts/products/settings-tables.ts";
import { commands } from "../../src/cli/commands.ts";
import { settings } from "../../src/config/settings.ts";
import { areas } from "../../src/contract/areas.ts";
import { errors } from "../../src/contract/errors.ts";
import { tablesWith, tableWith } from "./markdown-table.ts";
import { readText } from "./project-files.ts";

const code = (text: string) => `\`${text}\``;

describe("the settings in the manual", () => {
  it("are generated into the tables of docs/configuration.md and README.md", async () => {
    expect(readText("docs/configuration.md")).toBe(await configurationPage());
    expect(tableWith(readText("docs/configuration.md"), "Flag", "Variable", "Default", "Meaning")).toHaveLength(
      Object.keys(settings).length,
    );
    expect(readText("README.md")).toBe(await readme());
    expect(tableWith(readText("README.md"), "Flag", "Variable", "Default", "Meaning")).toHaveLength(10);
  });

  it("are each explained in the text of docs/configuration.md, too", () => {
    const prose = readText("docs/configuration.md").replace(/^\|.*$/gm, "");
    const missing = Object.values(settings).filter(({ flag }) => !new RegExp(`\`--${flag}[\` ]`).test(prose));
    expect(missing.map(({ flag }) => flag)).toEqual([]);
  });
});

describe("the table of toolsets of docs/configuration.md", () => {
  it("lists exactly the existing toolsets, with their contents", () => {
    const expected = [["default", "Every tool written by hand"], ...Object.entries(areas)];
    expect(tableWith(readText("docs/configuration.md"), "Toolset", "What is in it")).toEqual(
      expected.map(([name, meaning]) => ({ Toolset: code(name ?? ""), "What is in it": meaning })),
    );
  });
});

describe.each(["README.md", "docs/command-line.md"])("the command table of %s", (page) => {
  it("lists exactly the existing commands, like the help", () => {
    const listed = tablesWith(readText(page), "Command", "Does").find(
      ({ rows }) => rows[0]?.Command === code("copydesk"),
    );
    expect(listed?.rows).toEqual(
      Object.values(commands).map(({ usage, meaning }) => ({ Command: code(usage), Does: meaning })),
    );
  });
});

describe("docs/errors.md", () => {
  it("lists exactly the existing errors, with status, meaning and advice", () => {
    const listed = tableWith(readText("docs/errors.md"), "Code", "Status", "Retry", "Meaning", "Advice");
    const expected = Object.entries(errors).map(([name, { status, retryable, meaning, advice }]) => ({
      Code: code(name),
      Status: String(status),
      Retry: retryable ? "yes" : "no",
      Meaning: meaning,
      Advice: advice,
    }));
    expect(listed).toEqual(expected);
  });
});
