// What the SDK's documentation shows: one server over stdio, of one tool that sends the same text for every call.
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const text = "x".repeat(Number(process.argv[2]));
const server = new McpServer({ name: "sdk", version: "1" });
const inputSchema = z.object({ space: z.string(), page: z.string() });
server.registerTool("read_page", { description: "Reads a page", inputSchema }, () => ({
  content: [{ type: "text", text }],
}));
await server.connect(new StdioServerTransport());
