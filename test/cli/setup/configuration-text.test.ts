import { describe, expect, it } from "vitest";
import { serverIn, withServer } from "../../../src/cli/setup/configuration-text.ts";

const json = { format: "json", under: "mcpServers", name: "copydesk" } as const;
const toml = { format: "toml", under: "mcp_servers", name: "copydesk" } as const;
const entry = { command: "node", args: ["/desk/cli.js", "--read-only"] };

describe("a configuration in JSON", () => {
  it("is created if there is none", () => {
    expect(withServer("", json, entry)).toBe(
      '{\n  "mcpServers": {\n    "copydesk": {\n      "command": "node",\n      "args": [\n        "/desk/cli.js",\n        "--read-only"\n      ]\n    }\n  }\n}\n',
    );
  });

  it("keeps comments, order, indentation and trailing commas of everything else", () => {
    const before = [
      "{",
      "\t// Mine.",
      '\t"theme": "dark",   /* since May */',
      '\t"mcpServers": {',
      '\t\t"other": { "command": "x", },',
      "\t},",
      '\t"last": [1,2, 3],',
      "}",
      "",
    ].join("\n");
    const after = withServer(before, json, entry);
    for (const line of before.split("\n")) expect(after).toContain(line);
    expect(after).toContain('\n\t\t"copydesk": {\n\t\t\t"command": "node"');
    expect(serverIn(after, json)).toEqual(entry);
  });

  it("is the same text again after the server is removed", () => {
    const before = '{\n    "a": 1, // one\n    "mcpServers": {\n        "other": { "command": "x" }\n    }\n}';
    expect(withServer(withServer(before, json, entry), json, undefined)).toBe(before);
  });

  it("keeps a byte order mark and Windows line ends", () => {
    const after = withServer('\uFEFF{\r\n  "a": 1\r\n}\r\n', json, entry);
    expect(after.startsWith('\uFEFF{\r\n  "a": 1,\r\n')).toBe(true);
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("replaces a server of the same name and leaves its neighbours", () => {
    const before = '{ "mcpServers": { "copydesk": { "url": "http://old" }, "other": {} } }';
    const after = withServer(before, json, entry);
    expect(JSON.parse(after)).toEqual({ mcpServers: { copydesk: entry, other: {} } });
  });

  it.each([
    ['{ "mcpServers": ', "not valid JSON"],
    ['{\n"a": 1\n"b": 2 }', "in line 3"],
    ["[]", "does not contain an object"],
    ['{ "mcpServers": [] }', "mcpServers is not an object"],
  ])("is refused if it reads %j, so that nothing is lost", (text, message) => {
    expect(() => withServer(text, json, entry)).toThrow(message);
  });

  it("accepts names that every object inherits", () => {
    const place = { ...json, name: "constructor" };
    expect(serverIn("{}", place)).toBeUndefined();
    expect(serverIn(withServer("{}", place, entry), place)).toEqual(entry);
  });
});

describe("a configuration in TOML", () => {
  const before = [
    "# My settings",
    'model = "best" # for now',
    "",
    "[mcp_servers.other]",
    'command = "x"',
    "args = [",
    '  "a", # one',
    "]",
    "",
    '[projects."/home/ann/[mcp_servers.copydesk]"]',
    'trust_level = "trusted"',
    "",
  ].join("\n");

  it("gets a table at its end and keeps every byte before", () => {
    const after = withServer(before, toml, entry);
    expect(after).toBe(
      `${before}\n[mcp_servers.copydesk]\ncommand = "node"\nargs = [ "/desk/cli.js", "--read-only" ]\n`,
    );
  });

  it("is the same text again after the server is removed", () => {
    const withEnvironment = { ...entry, env: { COPYDESK_TOKEN: "t" } };
    expect(withServer(withServer(before, toml, withEnvironment), toml, undefined)).toBe(before);
  });

  it("loses only the server's tables, wherever they are", () => {
    const text = [
      '[mcp_servers."copydesk"]',
      'command = "old"',
      "[mcp_servers.copydesk.env]",
      'A = "b"',
      "# Of the next table",
      "[mcp_servers.copydesk2]",
      'command = "y"',
      "",
    ].join("\n");
    const after = withServer(text, toml, undefined);
    expect(after).toBe('# Of the next table\n[mcp_servers.copydesk2]\ncommand = "y"\n');
  });

  it("is refused with advice if its servers are inline", () => {
    const inline = 'mcp_servers = { copydesk = { command = "old" } }\n';
    expect(() => withServer(inline, toml, entry)).toThrow(/by hand|not valid TOML/);
  });

  it("keeps a string that contains a header", () => {
    const text = 'note = """\n[mcp_servers.copydesk]\ncommand = 1\n"""\n';
    expect(() => withServer(text, toml, entry)).toThrow(/by hand|not valid TOML/);
    expect(withServer(text, toml, undefined)).toBe(text);
  });

  it("is refused with the line if it is not TOML", () => {
    expect(() => withServer("a = 1\nb = = 2\n", toml, entry)).toThrow("line 2");
  });
});
