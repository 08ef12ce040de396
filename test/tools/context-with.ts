import { type Client, createClient } from "../../src/client/client.ts";
import type { ToolContext } from "../../src/resolve/context.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly body: string;
}

/** A context with a function that responds to its client's requests, and what was sent. */
export function contextWith(
  answer: (request: Request) => Response,
  answerTokens = 2000,
): { context: ToolContext; sent: Sent[] } {
  const sent: Sent[] = [];
  const client: Client = createClient({
    baseUrl: "https://docs.example.com",
    token: "cd_secret_0123456789",
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      sent.push({
        method: request.method,
        path: pathname + search,
        ifMatch: request.headers.get("if-match"),
        body: await request.clone().text(),
      });
      return answer(request);
    },
  });
  return { sent, context: { client, answerTokens, signal: new AbortController().signal, progress() {} } };
}
