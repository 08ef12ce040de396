import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";

/** What a person reads when the server is ready: where it is and what to paste into a host. */
export function welcome(url: string, config: Config): string {
  const entry = fileURLToPath(new URL("./cli.js", import.meta.url));
  const data = config.data.source === "default" ? [] : ["--data", config.data.value];
  const stdio = { mcpServers: { copydesk: { command: "node", args: [entry, ...data] } } };
  const http = { mcpServers: { copydesk: { type: "http", url: `${url}/mcp` } } };
  const where =
    config.baseUrl.value === undefined
      ? [`  API        ${url}/v1`, `  Data       ${config.data.value}`]
      : [`  Service    ${config.baseUrl.value}`];
  return [
    "",
    "Copydesk is ready.",
    `  MCP        ${url}/mcp`,
    ...where,
    "",
    "Paste one of these into your host's MCP configuration.",
    "The host starts Copydesk itself (stdio):",
    JSON.stringify(stdio, null, 2),
    "The host uses this server (HTTP):",
    JSON.stringify(http, null, 2),
    "",
    "Ctrl-C stops it.",
    "",
  ].join("\n");
}
