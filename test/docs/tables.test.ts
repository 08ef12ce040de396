import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { type Config, readCommandLine, settings } from "../../src/config/config.ts";
import { toVariableName } from "../../src/config/setting-sources.ts";
import { areas } from "../../src/contract/areas.ts";
import { errors } from "../../src/contract/errors.ts";
import { tablesWith, tableWith } from "./markdown-table.ts";
import { readText } from "./project-files.ts";

const code = (text: string) => `\`${text}\``;

const settingRows = () => {
  const { config } = readCommandLine([], {});
  return Object.entries(settings).map(([name, { flag, meaning }]) => ({
    Flag: code(`--${flag}`),
    Variable: code(toVariableName(flag)),
    Default: shownDefault(config[name as keyof Config].value),
    Meaning: meaning,
  }));
};

describe("the settings table of docs/configuration.md", () => {
  it("lists exactly the existing settings, with their variables, defaults and meanings", () => {
    expect(tableWith(readText("docs/configuration.md"), "Flag", "Variable", "Default", "Meaning")).toEqual(
      settingRows(),
    );
  });
});

describe("the settings table of README.md", () => {
  it("lists ten of the settings without differences", () => {
    const listed = tableWith(readText("README.md"), "Flag", "Variable", "Default", "Meaning");
    expect(listed).toHaveLength(10);
    expect(settingRows()).toEqual(expect.arrayContaining([...listed]));
  });
});

function shownDefault(value: Config[keyof Config]["value"]): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "not set";
  return code(String(value).replace(homedir(), "~"));
}

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
