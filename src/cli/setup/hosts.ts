import { posix, win32 } from "node:path";
import type { Machine } from "../../config/default-folders.ts";

/** How a host reaches Copydesk. */
export type Server =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: "http"; readonly url: string };

export interface Host {
  readonly title: string;
  readonly format: "json" | "toml";
  /** The member of the configuration with the servers by name. */
  readonly under: string;
  /** What the user has to do before the host sees the change. */
  readonly afterwards: string;
  /** Its configuration file for all of the user's projects: the first that exists, otherwise the first. */
  files(machine: Machine): readonly string[];
  /** A file or folder that exists if the host was used on this machine. */
  traces(machine: Machine): readonly string[];
  /** The folder it loads skills from; undefined if it has none. */
  skills?(machine: Machine): string;
  /** The configuration entry for a server. Undefined if the host does not support this kind. */
  entry(server: Server): Readonly<Record<string, unknown>> | undefined;
}

const getPathModule = ({ platform }: Machine) => (platform === "win32" ? win32 : posix);

const atHome = (machine: Machine, ...parts: string[]) => getPathModule(machine).join(machine.home, ...parts);

/** Where desktop programs store settings: `Application Support`, `%APPDATA%` or `~/.config`. */
function settingsFolder(machine: Machine, ...parts: string[]): string {
  const { platform, environment } = machine;
  if (platform === "darwin") return atHome(machine, "Library", "Application Support", ...parts);
  if (platform === "win32") {
    return win32.join(environment.APPDATA || win32.join(machine.home, "AppData", "Roaming"), ...parts);
  }
  return configFolder(machine, ...parts);
}

/** Programs that follow the XDG convention do so on every system. */
const configFolder = (machine: Machine, ...parts: string[]) =>
  getPathModule(machine).join(machine.environment.XDG_CONFIG_HOME || atHome(machine, ".config"), ...parts);

/** A folder that a variable can override. */
const ownFolder = (machine: Machine, variable: string, defaultFolder: string, ...parts: string[]) =>
  getPathModule(machine).join(machine.environment[variable] || atHome(machine, defaultFolder), ...parts);

/** Used by all hosts that follow the open standard for skills. */
const sharedSkills = (machine: Machine) => atHome(machine, ".agents", "skills");

const toEnvironmentMember = (env: Readonly<Record<string, string>>, name = "env") =>
  Object.keys(env).length === 0 ? {} : { [name]: env };

const zedFolder = (machine: Machine) =>
  machine.platform === "win32" ? settingsFolder(machine, "Zed") : configFolder(machine, "zed");

const restart = (title: string) => `Restart ${title}.`;

/** A call can take longer than the minute that Codex waits by default. */
const codexToolTimeout = 300;

/** By the name used on the command line. Each format comes from the host's manual. */
export const hosts: Readonly<Record<string, Host>> = {
  "claude-code": {
    title: "Claude Code",
    format: "json",
    under: "mcpServers",
    afterwards: "Start a new session of Claude Code.",
    files: (machine) => [ownFolder(machine, "CLAUDE_CONFIG_DIR", "", ".claude.json")],
    traces: (machine) => [
      ownFolder(machine, "CLAUDE_CONFIG_DIR", ".claude"),
      ownFolder(machine, "CLAUDE_CONFIG_DIR", "", ".claude.json"),
    ],
    skills: (machine) => ownFolder(machine, "CLAUDE_CONFIG_DIR", ".claude", "skills"),
    entry: (server) =>
      server.kind === "http"
        ? { type: "http", url: server.url }
        : { type: "stdio", command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
  "claude-desktop": {
    title: "Claude Desktop",
    format: "json",
    under: "mcpServers",
    afterwards: restart("Claude Desktop"),
    files: (machine) => [settingsFolder(machine, "Claude", "claude_desktop_config.json")],
    traces: (machine) => [settingsFolder(machine, "Claude")],
    entry: (server) =>
      server.kind === "http"
        ? undefined
        : { command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
  codex: {
    title: "Codex",
    format: "toml",
    under: "mcp_servers",
    afterwards: "Start a new session of Codex.",
    files: (machine) => [ownFolder(machine, "CODEX_HOME", ".codex", "config.toml")],
    traces: (machine) => [ownFolder(machine, "CODEX_HOME", ".codex")],
    skills: sharedSkills,
    entry: (server) =>
      server.kind === "http"
        ? { url: server.url, tool_timeout_sec: codexToolTimeout }
        : {
            command: server.command,
            args: server.args,
            ...toEnvironmentMember(server.env),
            tool_timeout_sec: codexToolTimeout,
          },
  },
  copilot: {
    title: "Copilot CLI",
    format: "json",
    under: "mcpServers",
    afterwards: "Start a new session of Copilot.",
    files: (machine) => [ownFolder(machine, "COPILOT_HOME", ".copilot", "mcp-config.json")],
    traces: (machine) => [ownFolder(machine, "COPILOT_HOME", ".copilot")],
    skills: sharedSkills,
    entry: (server) =>
      server.kind === "http"
        ? { type: "http", url: server.url, tools: ["*"] }
        : {
            type: "local",
            command: server.command,
            args: server.args,
            ...toEnvironmentMember(server.env),
            tools: ["*"],
          },
  },
  cursor: {
    title: "Cursor",
    format: "json",
    under: "mcpServers",
    afterwards: restart("Cursor"),
    files: (machine) => [atHome(machine, ".cursor", "mcp.json")],
    traces: (machine) => [atHome(machine, ".cursor"), settingsFolder(machine, "Cursor")],
    skills: sharedSkills,
    entry: (server) =>
      server.kind === "http"
        ? { url: server.url }
        : { command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
  gemini: {
    title: "Gemini CLI",
    format: "json",
    under: "mcpServers",
    afterwards: "Start a new session of Gemini, in a folder that it trusts: in others it starts no servers.",
    files: (machine) => [atHome(machine, ".gemini", "settings.json")],
    traces: (machine) => [atHome(machine, ".gemini")],
    skills: sharedSkills,
    entry: (server) =>
      server.kind === "http"
        ? { httpUrl: server.url }
        : { command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
  opencode: {
    title: "opencode",
    format: "json",
    under: "mcp",
    afterwards: "Start a new session of opencode.",
    files: (machine) => [
      configFolder(machine, "opencode", "opencode.json"),
      configFolder(machine, "opencode", "opencode.jsonc"),
    ],
    traces: (machine) => [configFolder(machine, "opencode")],
    skills: sharedSkills,
    entry: (server) =>
      server.kind === "http"
        ? { type: "remote", url: server.url, enabled: true }
        : {
            type: "local",
            command: [server.command, ...server.args],
            ...toEnvironmentMember(server.env, "environment"),
            enabled: true,
          },
  },
  qwen: {
    title: "Qwen Code",
    format: "json",
    under: "mcpServers",
    afterwards: "Start a new session of Qwen Code.",
    files: (machine) => [atHome(machine, ".qwen", "settings.json")],
    traces: (machine) => [atHome(machine, ".qwen")],
    skills: (machine) => atHome(machine, ".qwen", "skills"),
    entry: (server) =>
      server.kind === "http"
        ? { httpUrl: server.url }
        : { command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
  vscode: {
    title: "VS Code",
    format: "json",
    under: "servers",
    afterwards: restart("VS Code"),
    files: (machine) => [settingsFolder(machine, "Code", "User", "mcp.json")],
    traces: (machine) => [settingsFolder(machine, "Code", "User")],
    skills: sharedSkills,
    entry: (server) =>
      server.kind === "http"
        ? { type: "http", url: server.url }
        : { type: "stdio", command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
  zed: {
    title: "Zed",
    format: "json",
    under: "context_servers",
    afterwards: restart("Zed"),
    files: (machine) => [getPathModule(machine).join(zedFolder(machine), "settings.json")],
    traces: (machine) => [zedFolder(machine)],
    entry: (server) =>
      server.kind === "http"
        ? { url: server.url }
        : { command: server.command, args: server.args, ...toEnvironmentMember(server.env) },
  },
};
