import { serveStdioTransport } from "../../../src/server/transports/stdio.ts";
import { endpoint } from "../endpoint.ts";

const { factory, handler } = endpoint();
await handler.close();
const served = serveStdioTransport(factory);
console.log("another stray line");
await served;
process.stderr.write("ended in order\n");
