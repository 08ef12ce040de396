// The least a Node process can do to answer `tools/list`: it sends what the file named by its argument holds.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const tools = readFileSync(process.argv[2], "utf8");
const initialized = JSON.stringify({
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "raw", version: "1" },
});
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${method === "initialize" ? initialized : tools}}\n`);
}
