/** The span of a caller that this one belongs under. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the caller records its trace, in which case it is recorded here too. */
  readonly sampled: boolean;
}

/** The same as a header. */
export const writeTraceParent = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`;

/** Reads a `traceparent` of W3C Trace Context; undefined for what is none. https://www.w3.org/TR/trace-context/ */
export function readTraceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== "string" || text.length > 200) return undefined;
  const found = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(text);
  const [, traceId, spanId, flags] = found ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
