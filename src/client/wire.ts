import type { Method } from "../contract/operation.ts";

/** One request as it is sent. */
export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; undefined sends no body. */
  readonly body: string | undefined;
}

/** One answer, its body read to the end and decompressed. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
}

/**
 * Sends a request once and follows nothing; calls `onSend` before the first byte may leave. Rejects with
 * TransportFailure, UnreadableResponse or the signal's reason.
 */
export type Transport = (request: WireRequest, signal: AbortSignal, onSend: () => void) => Promise<WireResponse>;
