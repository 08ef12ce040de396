import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { withResolvers } from "../server/fixture-tools.ts";

export interface SlowService {
  readonly url: string;
  /** Resolves at the first request. */
  readonly asked: Promise<void>;
  /** Releases the response. */
  release(): void;
}

/** A service that returns the user when the test says so, with a name of this many characters. */
export async function slowService(length: number, atEnd: (end: () => void) => void): Promise<SlowService> {
  const asked = withResolvers();
  const released = withResolvers();
  const service = createServer(async (request, response) => {
    if (request.url !== "/v1/user") return void response.writeHead(404).end();
    asked.resolve();
    await released.promise;
    const user = { object: "user", id: "u1", displayName: "x".repeat(length) };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(user));
  });
  atEnd(() => service.close().closeAllConnections());
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: asked.promise, release: released.resolve };
}
