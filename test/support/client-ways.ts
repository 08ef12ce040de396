import { type Client, createClient } from "../../src/client/client.ts";
import type { ServiceOptions } from "../../src/client/service.ts";
import type { Platform } from "../../src/platform/index.ts";

/** How a client in this process calls a platform: by requests, as over HTTP, or by values. */
export type Way = "requests" | "values";

export const ways: readonly Way[] = ["requests", "values"];

/** The default for tests. PLATFORM_WAY=requests switches the whole suite to the other. */
const defaultWay: Way = process.env.PLATFORM_WAY === "requests" ? "requests" : "values";

const baseUrl = "http://localhost";

export function clientOf(
  platform: Pick<Platform, "fetch" | "call">,
  token: string,
  { way = defaultWay, ...options }: { readonly way?: Way } & Pick<ServiceOptions, "timeouts"> = {},
): Client {
  if (way === "requests") {
    const { fetch } = platform;
    const trial = { fetch: (request: Request) => fetch(request, { dryRun: true }) };
    return createClient({ ...options, baseUrl, token, fetch: (request) => fetch(request), trial });
  }
  const caller = (signal: () => AbortSignal) => ({ origin: baseUrl, signal });
  return createClient({
    ...options,
    ...{ baseUrl, token },
    values: (call, signal) => platform.call(call, caller(signal)),
    trial: { values: (call, signal) => platform.call(call, { ...caller(signal), dryRun: true }) },
  });
}
