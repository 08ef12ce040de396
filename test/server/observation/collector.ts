import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Span } from "../../../src/server/observation/finished-call.ts";

interface Delivery {
  readonly path: string | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: {
    readonly resourceSpans: readonly {
      readonly resource: { readonly attributes: readonly unknown[] };
      readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
    }[];
  };
}

/** Receives traces on loopback like an OpenTelemetry collector, and responds with a status. */
export async function startCollector(status = 200) {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Delivery["body"];
    deliveries.push({ path: request.url, headers: request.headers, body });
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deliveries,
    spans: () =>
      deliveries.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

/** A span's attributes by name. */
export const attributesOf = (span: Span | undefined): Record<string, string> =>
  Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0] as string]));
