import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { type Served, serve, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const data = join(temporaryFolder(), "data");
const publicUrl = "https://docs.example.com";

let server: Served;
/** The address of the site with its secret. */
let shared: URL;

interface Sent {
  /** The client's address, as the trusted proxy reports it. */
  readonly from: string;
  readonly method?: string;
  readonly body?: object;
  readonly token?: string;
}

async function send(path: string, { from, method = "GET", body, token }: Sent) {
  const { hostname, port } = new URL(server.ready.mcp ?? "");
  const headers = {
    host: "docs.example.com",
    "x-forwarded-for": from,
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ host: hostname, port, agent: false, path, method, headers }, resolve).once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return { status: response.statusCode, text, retryAfter: response.headers["retry-after"] };
}

beforeAll(async () => {
  const made = await answered([
    "import",
    join(import.meta.dirname, "../../docs/concepts"),
    "--title",
    "H",
    "--data",
    data,
  ]);
  expect(made.code, made.stderr).toBe(0);
  server = await serve(["--data", data, "--public-url", publicUrl, "--trusted-proxy", "127.0.0.1"]);
  const token = tokenOf(data);
  const call = async (line: string, body?: object) => {
    const [method = "", path = ""] = line.split(" ");
    const { status, text } = await send(`/v1${path}`, { from: "203.0.113.1", method, token, ...(body && { body }) });
    expect(status, `${line}: ${text}`).toBeLessThan(300);
    return JSON.parse(text === "" ? "{}" : text) as {
      id: string;
      items: { id: string }[];
      urls: { published: string };
    };
  };
  const organization = (await call("GET /orgs")).items[0]?.id;
  const spaces = (await call(`GET /orgs/${organization}/spaces`)).items.map(({ id }) => id);
  const site = `/orgs/${organization}/sites/${(await call(`POST /orgs/${organization}/sites`, { title: "Handbook", visibility: "share-link", spaces })).id}`;
  await call(`POST ${site}/publish`);
  shared = new URL((await call(`POST ${site}/share-links`, { name: "Partners" })).urls.published);
});
afterAll(() => server?.stop());

/** The same address with another secret. */
const guessed = (at: number) => shared.href.replace(/[^/]+\/?$/, `guess${at}/`);

const ways: Readonly<Record<string, (url: string, from: string) => ReturnType<typeof send>>> = {
  "a request to resolve it": (url, from) =>
    send("/v1/urls/published", { from, method: "POST", body: { url, visitor: { type: "human" } } }),
  "the older request to resolve it": (url, from) => send(`/v1/urls/published?url=${encodeURIComponent(url)}`, { from }),
  "opening the page": (url, from) => send(new URL(url).pathname, { from }),
  "opening the site's MCP endpoint": (url, from) =>
    send(`${new URL(url).pathname}~gitbook/mcp`, { from, method: "POST", body: {} }),
};

describe.each(Object.entries(ways))("guessing the secret of a share link by %s", (way, open) => {
  const at = Object.keys(ways).indexOf(way);
  const [guesser, other] = [`203.0.113.${10 + at}`, `203.0.113.${20 + at}`];

  it("is delayed after 30 guesses of one address, while the right one works from there", async () => {
    const statuses: (number | undefined)[] = [];
    for (let guess = 0; guess < 35; guess += 1) statuses.push((await open(guessed(guess), guesser)).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([404]));
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
    expect((await open(guessed(99), guesser)).retryAfter).toMatch(/^\d+$/);
    expect((await open(guessed(99), other)).status).toBe(404);
    expect((await open(shared.href, guesser)).status).toBeLessThan(404);
  });
});
