import { findExcess } from "../../../contract/json-bounds.ts";

/** One request to a service that the operator configured, which may therefore be at any address. */
interface ServiceRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; without a body the request is a GET. */
  readonly body?: unknown;
  /** Milliseconds. */
  readonly time: number;
  readonly signal: AbortSignal;
}

export type ServiceReply =
  | {
      readonly status: number;
      /** Undefined if it exceeds `maxResponseBytes`. */
      readonly text: string | undefined;
      /** Milliseconds to wait before the next request, if the service says so. */
      readonly wait: number | undefined;
    }
  | { readonly failed: "late" | "redirected" }
  | {
      readonly failed: "unreachable";
      /** Such as `ECONNREFUSED`, or empty. Error messages may contain the operator's host names or the request. */
      readonly code: string;
    };

/** Limit for a response. */
export const maxResponseBytes = 8 * 1024 * 1024;

const maxRedirects = 3;

/** Sends one request. Follows redirects only within the service, because keys and texts must not go anywhere else. */
export async function requestService(request: ServiceRequest): Promise<ServiceReply> {
  const inTime = AbortSignal.timeout(Math.max(1, Math.ceil(request.time)));
  try {
    const response = await send(request, AbortSignal.any([request.signal, inTime]));
    if (response === undefined) return { failed: "redirected" };
    const { status, headers } = response;
    return { status, text: await readText(response), wait: readRetryAfter(headers.get("retry-after")) };
  } catch (error) {
    request.signal.throwIfAborted();
    return inTime.aborted ? { failed: "late" } : { failed: "unreachable", code: getErrorCode(error) };
  }
}

async function send({ url, headers, body }: ServiceRequest, signal: AbortSignal): Promise<Response | undefined> {
  const sent: RequestInit =
    body === undefined
      ? { headers: { Accept: "application/json", ...headers } }
      : {
          method: "POST",
          headers: { Accept: "application/json", "Content-Type": "application/json", ...headers },
          body: JSON.stringify(body),
        };
  let target = new URL(url);
  const { origin } = target;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(target, { ...sent, redirect: "manual", signal });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const location = response.headers.get("location") ?? "";
    const next = URL.canParse(location, target.href) ? new URL(location, target) : undefined;
    // A user name is sent only if the operator configured it. The other redirect statuses turn a POST into a GET.
    if (
      next?.origin !== origin ||
      next.username !== "" ||
      next.password !== "" ||
      (response.status !== 307 && response.status !== 308)
    )
      return undefined;
    target = next;
  }
  return undefined;
}

async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    // Leaving the loop closes the connection.
    if (size > maxResponseBytes) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}

/** A number of seconds or a date, as milliseconds from now. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const time = /^\d+(\.\d+)?$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}

function getErrorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^[A-Z_]{2,40}$/.test(code) ? code : "";
}

/**
 * The JSON, or undefined. Also undefined if it is larger than any intended response, because parsing it would take
 * seconds and much memory.
 */
export function parseJson(text: string): unknown {
  try {
    return findExcess(Buffer.from(text)) === undefined ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
