import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createOutbound, type Outbound } from "../../../src/platform/kernel/outbound/outbound.ts";
import { publishOpenapiSpec } from "../../../src/tools/catalog/publish-openapi-spec.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";
import { callTool, fenced } from "./call-tool.ts";

const fine = JSON.stringify({ openapi: "3.1.0", info: { title: "Tides", version: "1" }, paths: {} });

/** How the server of a source responds, by path. */
const sources: Readonly<Record<string, RequestListener>> = {
  "/fine.json": (_request, response) => response.end(fine),
  "/silent": () => {},
  "/headers-only": (_request, response) => response.writeHead(200).flushHeaders(),
  "/drips": (_request, response) => {
    const drip = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(drip));
  },
  "/waits": (_request, response) => response.end(fine.replace('"paths":{}', '"paths":{"/a":{"$ref":"silent"}}')),
  "/missing": (_request, response) => response.writeHead(404).end(),
  "/wants-missing": (_request, response) =>
    response.end(fine.replace('"paths":{}', '"paths":{"/a":{"$ref":"missing"}}')),
  "/failing": (_request, response) => response.writeHead(500).end(),
  "/circle": (_request, response) => response.writeHead(302, { Location: "/circle" }).end(),
  "/nowhere": (_request, response) => response.writeHead(302, { Location: "http://" }).end(),
  "/inward": (_request, response) => response.writeHead(302, { Location: "http://10.0.0.1/api.json" }).end(),
  "/announces-much": (_request, response) => response.writeHead(200, { "Content-Length": 27_000_000 }).flushHeaders(),
  "/sends-much": (_request, response) => {
    const megabyte = Buffer.alloc(1_000_000, " ");
    const more = () => {
      while (response.write(megabyte));
    };
    response.on("drain", more);
    more();
  },
  "/breaks-off": (_request, response) => {
    response.writeHead(200, { "Content-Length": 100 });
    response.write("half", () => response.destroy());
  },
  "/sign-in": (_request, response) => response.end("<!doctype html>\n<title>Sign in</title>\n"),
  "/old/api.json": (_request, response) => response.writeHead(301, { Location: "/new/place/api.json" }).end(),
  "/new/place/api.json": (_request, response) =>
    response.end(fine.replace('"paths":{}', '"paths":{"/a":{"$ref":"a.yaml"}}')),
  "/new/place/a.yaml": (_request, response) => response.end("get: {responses: {200: {description: Well}}}"),
};

const server = createServer((request, response) => sources[request.url?.split("?")[0] ?? ""]?.(request, response));

let origin: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** In less time than anyone would wait. */
const hurried = (outbound: Outbound): Outbound => ({
  ...outbound,
  fetch: (url, limits) => outbound.fetch(url, { ...limits, time: 250 }),
});

const onLoopback = createOutbound((address) => address === "127.0.0.1");

async function publish(given: readonly string[], outbound = onLoopback): Promise<string> {
  const { client } = await openWorkspace({ outbound });
  let answer = "";
  for (const url of given) answer = await callTool(publishOpenapiSpec, client, { slug: "tides", url });
  return answer.replaceAll(origin, "https://source");
}

const late = "did not respond within 0.25 seconds.";

const tooMuch =
  "It has more than 25 MB, with the files it refers to. Make it smaller, or split it into several specifications.";

describe("a faulty source", () => {
  it.each([
    ["never answers", "/silent", `The URL https://source/silent ${late}`],
    ["answers nothing but headers", "/headers-only", `The URL https://source/headers-only ${late}`],
    ["drips", "/drips", `The URL https://source/drips ${late}`],
    ["refers to what never answers", "/waits", `The URL https://source/silent ${late} waits refers to it.`],
  ])("is timed out if it %s, and the agent learns how to try again", async (_, path, problem) => {
    const answer = await publish([`${origin}${path}`], hurried(onLoopback));
    expect(answer).toContain("failed: FETCH_TIMEOUT, ");
    expect(fenced(answer)).toEqual([`- fetch: ${problem}\n`]);
    expect(answer).toContain(
      'publish_openapi_spec with a "url" fetches it again, the same one or another; with "text" nothing is fetched.',
    );
  });

  it.each([
    ["is not there", "/missing?token=secret", "The URL https://source/missing answers 404."],
    ["refers to nothing", "/wants-missing", "The URL https://source/missing answers 404. wants-missing refers to it."],
    ["fails", "/failing", "The URL https://source/failing answers 500."],
    ["goes in circles", "/circle", "The URL https://source/circle redirects more than 5 times."],
    ["leads nowhere", "/nowhere", "The URL https://source/nowhere redirects to something that is not a URL."],
    ["leads inward", "/inward", "The URL http://10.0.0.1/api.json is not at a public address."],
    ["announces too much", "/announces-much", tooMuch],
    ["sends too much", "/sends-much", tooMuch],
    ["breaks off", "/breaks-off", "The URL https://source/breaks-off broke off (other side closed)."],
  ])("is reported if it %s", async (_, path, problem) => {
    const answer = await publish([`${origin}${path}`]);
    expect(answer).toContain("failed: FETCH_ERROR, ");
    expect(fenced(answer)).toEqual([`- fetch: ${problem}\n`]);
  });

  it("is reported with the reason if it refuses the connection", async () => {
    const closed = createServer();
    await once(closed.listen(0, "127.0.0.1"), "listening");
    const host = `127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await once(closed.close(), "close");
    expect(fenced(await publish([`http://${host}/api.json`]))).toEqual([
      `- fetch: The URL http://${host}/api.json could not be read (connect ECONNREFUSED ${host}).\n`,
    ]);
  });

  it("is reported as such if it returns a sign-in page", async () => {
    const answer = await publish([`${origin}/sign-in`]);
    expect(answer).toContain("failed: PARSE_ERROR, ");
    expect(fenced(answer)).toEqual([
      "- syntax: sign-in: a web page or XML. Give the address of the JSON or YAML file itself, readable without signing in\n",
    ]);
    expect(answer).toContain("publish_openapi_spec with a corrected text processes it again.");
  });

  it("is read at its new address, with the files beside it, if it has moved", async () => {
    const answer = await publish([`${origin}/old/api.json`]);
    expect(answer).toContain(", complete, ");
    expect(fenced(answer)).toEqual([]);
  });

  it("keeps the existing version if it fails later", async () => {
    const answer = await publish([`${origin}/fine.json`, `${origin}/failing`]);
    expect(answer).toMatch(/Version (\w{20}) stays the newest\. publish_openapi_spec with a "url" fetches it again/);
  });
});
