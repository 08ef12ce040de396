import { describe, expect, it } from "vitest";
import { hosts } from "../../../src/cli/setup/hosts.ts";
import type { Machine } from "../../../src/config/default-folders.ts";

const linux: Machine = { platform: "linux", home: "/home/ann", environment: {} };
const mac: Machine = { platform: "darwin", home: "/Users/ann", environment: {} };
const windows: Machine = {
  platform: "win32",
  home: "C:\\Users\\ann",
  environment: { APPDATA: "C:\\Users\\ann\\AppData\\Roaming" },
};

const filesOn = (machine: Machine) =>
  Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, host.files(machine)[0]]));

describe("configuration files of hosts", () => {
  it("are below the home folder on Linux", () => {
    expect(filesOn(linux)).toEqual({
      "claude-code": "/home/ann/.claude.json",
      "claude-desktop": "/home/ann/.config/Claude/claude_desktop_config.json",
      codex: "/home/ann/.codex/config.toml",
      copilot: "/home/ann/.copilot/mcp-config.json",
      cursor: "/home/ann/.cursor/mcp.json",
      gemini: "/home/ann/.gemini/settings.json",
      opencode: "/home/ann/.config/opencode/opencode.json",
      qwen: "/home/ann/.qwen/settings.json",
      vscode: "/home/ann/.config/Code/User/mcp.json",
      zed: "/home/ann/.config/zed/settings.json",
    });
  });

  it("are in Application Support for desktop programs on macOS", () => {
    expect(filesOn(mac)).toMatchObject({
      "claude-desktop": "/Users/ann/Library/Application Support/Claude/claude_desktop_config.json",
      vscode: "/Users/ann/Library/Application Support/Code/User/mcp.json",
      zed: "/Users/ann/.config/zed/settings.json",
      codex: "/Users/ann/.codex/config.toml",
    });
  });

  it("are in %APPDATA% or below the profile on Windows", () => {
    expect(filesOn(windows)).toMatchObject({
      "claude-desktop": "C:\\Users\\ann\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
      vscode: "C:\\Users\\ann\\AppData\\Roaming\\Code\\User\\mcp.json",
      zed: "C:\\Users\\ann\\AppData\\Roaming\\Zed\\settings.json",
      cursor: "C:\\Users\\ann\\.cursor\\mcp.json",
    });
  });

  it("are where the hosts' own variables say", () => {
    const environment = { CODEX_HOME: "/c", CLAUDE_CONFIG_DIR: "/d", COPILOT_HOME: "/e", XDG_CONFIG_HOME: "/x" };
    expect(filesOn({ ...linux, environment })).toMatchObject({
      codex: "/c/config.toml",
      "claude-code": "/d/.claude.json",
      copilot: "/e/mcp-config.json",
      opencode: "/x/opencode/opencode.json",
    });
  });
});

describe("an entry", () => {
  const stdio = { kind: "stdio", command: "node", args: ["cli.js"], env: { COPYDESK_TOKEN: "t" } } as const;
  const http = { kind: "http", url: "http://127.0.0.1:7337/mcp" } as const;
  const written = (name: string, server: typeof stdio | typeof http) => hosts[name]?.entry(server);
  const plain = { command: "node", args: ["cli.js"], env: { COPYDESK_TOKEN: "t" } };

  it("has each host's form if it starts Copydesk", () => {
    expect(Object.keys(hosts).map((name) => [name, written(name, stdio)])).toEqual([
      ["claude-code", { type: "stdio", ...plain }],
      ["claude-desktop", plain],
      ["codex", { ...plain, tool_timeout_sec: 300 }],
      ["copilot", { type: "local", ...plain, tools: ["*"] }],
      ["cursor", plain],
      ["gemini", plain],
      ["opencode", { type: "local", command: ["node", "cli.js"], environment: plain.env, enabled: true }],
      ["qwen", plain],
      ["vscode", { type: "stdio", ...plain }],
      ["zed", plain],
    ]);
  });

  it("has each host's form if it points at a server", () => {
    const { url } = http;
    expect(Object.keys(hosts).map((name) => [name, written(name, http)])).toEqual([
      ["claude-code", { type: "http", url }],
      ["claude-desktop", undefined],
      ["codex", { url, tool_timeout_sec: 300 }],
      ["copilot", { type: "http", url, tools: ["*"] }],
      ["cursor", { url }],
      ["gemini", { httpUrl: url }],
      ["opencode", { type: "remote", url, enabled: true }],
      ["qwen", { httpUrl: url }],
      ["vscode", { type: "http", url }],
      ["zed", { url }],
    ]);
  });
});
