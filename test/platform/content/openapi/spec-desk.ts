import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { OpenAPISpec } from "../../../../src/contract/models/openapi-spec.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { type Answer, type Service, startService } from "../../../pins/service.ts";

interface Served {
  readonly text: string;
  readonly etag?: string;
}

export interface SpecDesk {
  readonly service: Service;
  /** Where files are served. */
  readonly origin: string;
  /** The requests to the server since the test began. */
  readonly asked: { path: string; headers: IncomingHttpHeaders }[];
  readonly files: Map<string, Served>;
  send(line: string, body?: unknown): Promise<Answer>;
  /** Sets the source of a specification and reads it. */
  put(slug: string, source: { url: string } | { text: string }): Promise<OpenAPISpec>;
  read(slug: string): Promise<OpenAPISpec>;
}

/** A platform that may fetch only from a server of this test. */
export function openSpecDesk(): SpecDesk {
  let service: Service;
  let origin = "";
  const files = new Map<string, Served>();
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", headers: request.headers });
    const file = files.get(request.url ?? "");
    if (file === undefined) response.writeHead(404).end();
    else if (file.etag !== undefined && request.headers["if-none-match"] === file.etag) response.writeHead(304).end();
    else response.writeHead(200, file.etag === undefined ? {} : { ETag: file.etag }).end(file.text);
  });
  beforeAll(async () => {
    service = await startService(undefined, { outbound: createOutbound((address) => address === "127.0.0.1") });
    await once(server.listen(0, "127.0.0.1"), "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    files.clear();
    asked.length = 0;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await service.close();
  });

  const send = (line: string, body?: unknown) => {
    const [method = "", path = ""] = line.split(" ");
    const address = path.startsWith("/") ? path : `/v1/orgs/${service.organization}/openapi/${path}`;
    return service.send(`${method} ${address}`, body === undefined ? {} : { body: JSON.stringify(body) });
  };
  const read = async (slug: string) => (await send(`GET ${slug}`)).json as OpenAPISpec;
  return {
    get service() {
      return service;
    },
    get origin() {
      return origin;
    },
    asked,
    files,
    send,
    read,
    async put(slug, source) {
      await send(`PUT ${slug}`, { source });
      await service.platform.jobsSettled();
      return read(slug);
    },
  };
}

/** A description of an API with these paths. */
export const describing = (paths: unknown, more: object = {}): string =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths, ...more }, undefined, 2);
