import { type Client, createClient } from "../../src/client/client.ts";
import type { ServiceOptions } from "../../src/client/service.ts";
import { quickTiming } from "./quick-timing.ts";

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client with a function that responds in process, and what was sent and waited. */
export function inProcess(
  answer: (request: Request, number: number) => Response | Promise<Response>,
  options: Partial<ServiceOptions> = {},
): { client: Client; sent: readonly SentRequest[]; waits: readonly number[] } {
  const sent: SentRequest[] = [];
  const { timing, waits } = quickTiming();
  const client = createClient({
    baseUrl: "https://docs.example.com",
    token: "cd_secret_0123456789",
    timing,
    fetch: async (request) => {
      const { method, url, headers } = request;
      sent.push({ method, url, headers: Object.fromEntries(headers), body: await request.clone().text() });
      return answer(request, sent.length);
    },
    ...options,
  });
  return { client, sent, waits };
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

/** What a call rejected with. */
export async function rejection(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("the call did not reject");
}
