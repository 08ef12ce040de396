import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ModelSettings } from "../../src/platform/kernel/language-model/settings.ts";

/** A question as it came over the wire. */
export interface AskedModel {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** The product's instructions to the model. */
  readonly system: string;
  /** What is in the fence. */
  readonly data: string;
}

/**
 * What the service does with a question: an object is the model's JSON answer, a string its text; undefined when the
 * connection was dealt with.
 */
export type ModelReply = (
  asked: AskedModel,
  response: ServerResponse,
) => object | string | undefined | Promise<object | string | undefined>;

export interface ModelEndpoint {
  /** For a platform, or for `openModel`. */
  readonly settings: ModelSettings;
  readonly asked: readonly AskedModel[];
  /** May be changed between questions. */
  reply: ModelReply;
}

export const modelKey = "sk-operators-own-key-0123456789";

/** The reported cost of each response. */
const tokensOfAnswer = 100;

/** A loopback service with the interface of OpenAI's chat completions. It ends with the test by default. */
export async function startModelEndpoint(
  reply: ModelReply,
  ending: (end: () => void) => void = onTestFinished,
): Promise<ModelEndpoint> {
  const asked: AskedModel[] = [];
  const endpoint = { asked, reply };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await readQuestion(request);
    asked.push(question);
    const said = await endpoint.reply(question, response);
    if (said !== undefined) sendCompletion(response, typeof said === "string" ? said : JSON.stringify(said));
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ending(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return Object.assign(endpoint, { settings: { url, key: modelKey, model: "small", tokens: 1_000_000 } });
}

export function sendCompletion(response: ServerResponse, content: string, tokens = tokensOfAnswer): void {
  const message = { role: "assistant", content };
  sendJson(response, 200, {
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: { total_tokens: tokens },
  });
}

export function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): undefined {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function readQuestion(request: IncomingMessage): Promise<AskedModel> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages?: { content: string }[] };
  const [system = "", user = ""] = (body.messages ?? []).map(({ content }) => content);
  return {
    path: request.url ?? "",
    headers: request.headers,
    body,
    system,
    data: user.replace(/^<data-\w+>\n|\n<\/data-\w+>$/g, ""),
  };
}

/** A service that runs but never returns anything usable, by what it does. */
export const misbehaviours = {
  "never answers": () => undefined,
  "refuses the key": (_asked, response) =>
    sendJson(response, 401, { error: { message: `Incorrect API key ${modelKey}`, code: "invalid_api_key" } }),
  "is busy for an hour": (_asked, response) =>
    sendJson(response, 429, { error: { code: "rate_limit_exceeded" } }, { "Retry-After": "3600" }),
  "has an inner failure": (_asked, response) => sendJson(response, 500, { error: { message: "oops" } }),
  "breaks off": (_asked, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
    response.write('{"choices":[');
    setTimeout(() => response.destroy(), 5);
    return undefined;
  },
  "answers without end": (_asked, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(`{"choices":"${"x".repeat(9 * 1024 * 1024)}"}`);
    return undefined;
  },
  "answers a page": (_asked, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end("<!doctype html><title>Sign in</title>");
    return undefined;
  },
  "answers something else": (_asked, response) => sendJson(response, 200, { choices: [] }),
  "answers prose": () => "I would rather not.",
  "answers another shape": () => ({ word: 7, extra: [{}] }),
  "sends elsewhere": (_asked, response) => {
    response.writeHead(307, { Location: "http://127.0.0.1:9/v1/chat/completions" });
    response.end();
    return undefined;
  },
} as const satisfies Readonly<Record<string, ModelReply>>;
