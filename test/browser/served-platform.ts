import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll } from "vitest";
import type { PlatformOptions } from "../../src/platform/index.ts";
import { type Service, startService } from "../pins/service.ts";

interface ServedPlatform {
  readonly service: Service;
  /** Of a path, on the port for readers. */
  url(path: string): string;
}

/** A platform whose published sites are served on a separate port, for the tests of a file. */
export function servedPlatform(options: () => Promise<Pick<PlatformOptions, "model">>): () => ServedPlatform {
  let service: Service | undefined;
  const server = createAdaptorServer({
    fetch: async (request: Request) =>
      (await service?.platform.serveReader(request, true)) ?? new Response("Not Found\n", { status: 404 }),
  });
  beforeAll(async () => {
    service = await startService(undefined, await options());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(async () => {
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await service?.close();
  });
  return () => {
    if (service === undefined) throw new Error("the platform is served inside tests and hooks only");
    return { service, url: (path) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` };
  };
}
