import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A loopback service like DeepL that returns every text unchanged, immediately. */
export async function startInstantTranslator() {
  let requests = 0;
  let characters = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: string[] };
    requests += 1;
    for (const each of text) characters += each.length;
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ translations: text.map((each) => ({ text: each })) }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => ({ requests, characters }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
