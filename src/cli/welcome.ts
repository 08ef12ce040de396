import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import { needsToken } from "./credentials.ts";

/** What a person reads when the server is ready: where it is and what to paste into a host. */
export function welcome(url: string, config: Config): string {
  const entry = fileURLToPath(new URL("./cli.js", import.meta.url));
  const data = config.data.source === "default" ? [] : ["--data", config.data.value];
  const stdio = { mcpServers: { copydesk: { command: "node", args: [entry, ...data] } } };
  const address = `${config.publicUrl.value ?? url}/mcp`;
  // With an authorization server, the host gets its token there.
  const sendsToken = needsToken(config) && config.oauthIssuer.value === undefined;
  const headers = sendsToken ? { headers: { Authorization: "Bearer <token>" } } : {};
  const http = { mcpServers: { copydesk: { type: "http", url: address, ...headers } } };
  const where =
    config.baseUrl.value === undefined
      ? [`  API        ${url}/v1`, `  Data       ${config.data.value}`]
      : [`  Service    ${config.baseUrl.value}`];
  return [
    "",
    "Copydesk is ready.",
    `  MCP        ${url}/mcp`,
    ...(config.publicUrl.value === undefined ? [] : [`  Public     ${address}`]),
    ...where,
    "",
    ...namesMissing(config),
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

/** An address that stands for all of the machine's is none that a client could name. */
function namesMissing({ host, publicUrl }: Config): string[] {
  if (publicUrl.value !== undefined || !["0.0.0.0", "::"].includes(host.value)) return [];
  return ["/mcp answers only to names of this machine. --public-url says how others reach it.", ""];
}
