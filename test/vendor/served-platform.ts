import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { PlatformOptions } from "../../src/platform/index.ts";
import { type Service, startService } from "../pins/service.ts";

/** One response of the platform, as it was sent. */
export interface Exchanged {
  readonly method: string;
  /** Without `/v1`. */
  readonly path: string;
  readonly status: number;
  /** Undefined if the body is empty. */
  readonly body: unknown;
}

export interface ServedPlatform extends Service {
  readonly endpoint: string;
  readonly exchanged: readonly Exchanged[];
}

/** The embedded platform on the loopback address, as `serve` starts it, with a record of its responses. */
export async function servePlatform(
  given: Pick<PlatformOptions, "outbound" | "translation"> = {},
): Promise<ServedPlatform> {
  const service = await startService(undefined, given);
  const exchanged: Exchanged[] = [];
  const fetch = async (request: Request) => {
    const response = await service.platform.fetch(request);
    const body = await response.clone().text();
    const path = new URL(request.url).pathname.replace(/^\/v1/, "");
    const { status } = response;
    exchanged.push({ method: request.method, path, status, body: body === "" ? undefined : JSON.parse(body) });
    return response;
  };
  const server = createAdaptorServer({ fetch }) as Server;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    ...service,
    endpoint: `http://127.0.0.1:${port}`,
    exchanged,
    async close() {
      server.closeAllConnections();
      server.close();
      await service.close();
    },
  };
}
