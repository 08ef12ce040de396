import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Balancer {
  readonly url: string;
  /** Requests sent to each process. */
  readonly counts: readonly number[];
  close(): Promise<void>;
}

/** Sends each request to the next of several servers, as a load balancer without affinity does. */
export async function startBalancer(origins: readonly string[]): Promise<Balancer> {
  const counts = origins.map(() => 0);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const at = turn++ % origins.length;
    counts[at] = (counts[at] ?? 0) + 1;
    const headers = { ...incoming.headers };
    const onward = request(new URL(incoming.url ?? "", origins[at]), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
