// What the SDK's documentation shows: one server of one tool, made anew for each request, behind its own handler.
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "sdk", version: "1" });
  const count = { description: "Counts", inputSchema: z.object({ task: z.string() }) };
  server.registerTool("find_operations", count, () => ({ content: [{ type: "text", text: "three" }] }));
  return server;
});
const server = createServer(toNodeHandler(handler));
server.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ mcp: `http://127.0.0.1:${server.address().port}/mcp` })),
);
