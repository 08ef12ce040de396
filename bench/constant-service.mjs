// The least a service can do: it answers every request with the JSON of the file in its argument.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const json = readFileSync(process.argv[2]);
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "application/json", "content-length": json.length }).end(json);
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ api: `http://127.0.0.1:${server.address().port}` })));
