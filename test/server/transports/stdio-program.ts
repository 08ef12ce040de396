import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { endpoint } from "../endpoint.ts";

const { factory, toolCalls, handler } = endpoint();
await handler.close();
const served = serveStdioTransport(factory, { calls: toolCalls });
console.log("another stray line");
await served;
process.stderr.write("ended in order\n");
