import { type Client, createClient } from "../../src/client/client.ts";

interface SentRequest {
  /** Method and address, as in `GET /v1/orgs?limit=100`. */
  readonly line: string;
  /** The JSON sent; undefined without a body. */
  readonly body: unknown;
}

/** A status other than 200 with the service's message. */
export class Refusal {
  readonly status: number;
  readonly message: string;

  constructor(status: number, message: string) {
    this.status = status;
    this.message = message;
  }
}

type Answer = unknown | Refusal | ((request: SentRequest) => unknown);

export interface ScriptedService {
  readonly client: Client;
  /** What was sent, in order. */
  readonly requests: readonly SentRequest[];
  /** The requests that make changes, one line each with its body as JSON. */
  writes(): string[];
}

/**
 * A service that returns literal JSON, for what the embedded platform does not implement. Responses are found by method
 * and address, first with the query, then without; null is an empty response.
 */
export function scriptedService(answers: Readonly<Record<string, Answer>>): ScriptedService {
  const requests: SentRequest[] = [];
  const client = createClient({
    baseUrl: "https://docs.example.com",
    token: "token",
    fetch: async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      const sent = { line: `${request.method} ${pathname}${search}`, body: text === "" ? undefined : JSON.parse(text) };
      requests.push(sent);
      const answer = answers[sent.line] ?? answers[`${request.method} ${pathname}`];
      return respond(typeof answer === "function" ? (answer as (request: SentRequest) => unknown)(sent) : answer, sent);
    },
  });
  return {
    client,
    requests,
    writes: () =>
      requests
        .filter(({ line }) => !line.startsWith("GET "))
        .map(({ line, body }) => (body === undefined ? line : `${line} ${JSON.stringify(body)}`)),
  };
}

function respond(answer: unknown, { line }: SentRequest): Response {
  if (answer === null) return new Response(null, { status: 204 });
  const refusal = answer === undefined ? new Refusal(404, `Nothing is scripted for ${line}`) : answer;
  if (!(refusal instanceof Refusal)) return Response.json(refusal);
  const { status, message } = refusal;
  return Response.json({ error: { code: status, message } }, { status });
}
