import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type DescribedOperation, type Description, matchOperation } from "./description.ts";
import { sample } from "./sample.ts";
import { Validator } from "./validator.ts";

export interface DescribedService {
  /** Where it listens on the loopback address. */
  readonly baseUrl: string;
  readonly validator: Validator;
  close(): Promise<void>;
}

/** A request that violates the description: its problems are the message. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, problems: readonly string[]) {
    super(problems.join("; "));
    this.status = status;
  }
}

/**
 * Serves one published description: accepts only the requests it describes, and responds with the smallest body
 * that it describes, or with an error that lists everything wrong with the request.
 */
export async function serveDescription(description: Description): Promise<DescribedService> {
  const validator = new Validator(description);
  const server = createServer((request, response) => {
    void answer(description, validator, request, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, validator, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}

async function answer(
  description: Description,
  validator: Validator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const operation = await accept(description, validator, request);
    const [status, schema] = success(operation);
    const body = schema === undefined ? undefined : JSON.stringify(sample(schema, description.schemas));
    response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" }).end(body);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = error instanceof Refusal ? error.status : 500;
    response.writeHead(code, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { code, message: error.message } }));
  }
}

async function accept(
  description: Description,
  validator: Validator,
  request: IncomingMessage,
): Promise<DescribedOperation> {
  const { method = "", url = "", headers } = request;
  const { pathname, searchParams: query } = new URL(url, "http://127.0.0.1");
  const sent = await text(request);
  if (headers.authorization === undefined) throw new Refusal(401, ["no token"]);
  const match = pathname.startsWith("/v1/")
    ? matchOperation(description, method, pathname.slice("/v1".length))
    : undefined;
  if (match === undefined) throw new Refusal(404, [`${description.version} has no ${method} ${pathname}`]);
  if (sent !== "" && headers["content-type"] !== "application/json") throw new Refusal(415, ["the body is not JSON"]);
  const body: unknown = sent === "" ? undefined : JSON.parse(sent);
  const problems = validator.requestProblems(match.operation, { params: match.params, query, body });
  if (problems.length > 0) throw new Refusal(400, problems);
  return match.operation;
}

/** The first success status of an operation; deletions have two, of which 204 means that nothing was there. */
function success({ answers }: DescribedOperation) {
  const status = Object.keys(answers).find((code) => code.startsWith("2") && (code !== "204" || !("205" in answers)));
  if (status === undefined) throw new Error("the description has no success");
  return [Number(status), answers[status]] as const;
}
