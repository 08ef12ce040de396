import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { OpenAPISpec } from "../../../../src/contract/models/openapi-spec.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { describing } from "./spec-desk.ts";

/** The server delays its response to a request for a specification until the test sends it. */
const held: ServerResponse[] = [];

const server = createServer((_request, response) => {
  held.push(response);
  server.emit("held");
});

const outbound = createOutbound((address) => address === "127.0.0.1");

let service: Service;

let url: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  service = await startService(undefined, { outbound });
});

afterEach(() => service.close());

const send = (line: string, body?: unknown, to = service) => {
  const [method, slug = ""] = line.split(" ");
  const address = `/v1/orgs/${to.organization}/openapi${slug === "" ? "" : `/${slug}`}`;
  return to.send(`${method} ${address}`, body === undefined ? {} : { body: JSON.stringify(body) });
};

it("a specification whose source is replaced while it is fetched becomes the last one at once", async () => {
  const asked = once(server, "held");
  await send("PUT tides", { source: { url } });
  await asked;
  const hungUp = once(held.at(-1) as ServerResponse, "close");
  await send("PUT tides", { source: { text: describing({ "/last": {} }) } });
  await service.platform.jobsSettled();
  // The earlier source is not waited for.
  await hungUp;
  const spec = (await send("GET tides")).json as OpenAPISpec;
  expect(spec).toMatchObject({ processingState: "complete", lastProcessedErrors: [] });
  expect(spec).not.toHaveProperty("sourceURL");
  expect((await send("GET tides/versions")).json).toMatchObject({ count: 1 });
  const content = (await send("GET tides/versions/latest/content")).json;
  expect(content).toMatchObject({
    filesystem: [{ filename: "openapi.json", specification: { paths: { "/last": {} } } }],
  });
});

it("a specification that is deleted while it is fetched leaves nothing behind", async () => {
  const asked = once(server, "held");
  await send("PUT tides", { source: { url } });
  await asked;
  const hungUp = once(held.at(-1) as ServerResponse, "close");
  expect((await send("DELETE tides")).status).toBe(205);
  await hungUp;
  await service.platform.jobsSettled();
  expect((await send("GET tides")).status).toBe(404);
  expect((await send("DELETE tides")).status).toBe(204);
  const left = await service.platform.database.read(async (queries) => [
    ...(await queries.selectFrom("openapi_spec").select("id").execute()),
    ...(await queries.selectFrom("openapi_version").select("id").execute()),
    ...(await queries.selectFrom("openapi_file").select("path").execute()),
    ...(await queries.selectFrom("openapi_given").select("spec").execute()),
    ...(await queries.selectFrom("job").select("id").where("state", "in", ["waiting", "running"]).execute()),
  ]);
  expect(left).toEqual([]);
  expect((await send("POST", { slug: "tides", source: { text: describing({}) } })).status).toBe(201);
});

it("a specification that two processes are given at once is created by one and read once", async () => {
  const other = await startService(service.folder, { outbound });
  held.length = 0;
  const asked = once(server, "held");
  const source = { slug: "tides", source: { url } };
  const answers = await Promise.all([send("POST", source), send("POST", source, other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  await asked;
  held[0]?.end(describing({}));
  await Promise.all([service.platform.jobsSettled(), other.platform.jobsSettled()]);
  for (const one of [service, other]) {
    expect((await send("GET tides", undefined, one)).json).toMatchObject({ processingState: "complete" });
    expect((await send("GET tides/versions", undefined, one)).json).toMatchObject({ count: 1 });
  }
  expect(held).toHaveLength(1);
  await other.platform.close();
});
