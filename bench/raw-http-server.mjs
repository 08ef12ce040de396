// The least a Node process can do to answer a call over HTTP: it reads the request's JSON and answers a constant.
import { createServer } from "node:http";

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { id } = JSON.parse(Buffer.concat(chunks).toString());
  const body = JSON.stringify({ result: { content: [{ type: "text", text: "three" }] }, jsonrpc: "2.0", id });
  response.writeHead(200, { "content-type": "application/json" }).end(body);
});
server.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ mcp: `http://127.0.0.1:${server.address().port}/mcp` })),
);
