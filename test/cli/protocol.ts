/** The first message of a host, as one line. */
export const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
});

export const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

export const listTools = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list" });

/** A call of a tool, as one line. */
export const callTool = (id: number, name: string, input: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } });
