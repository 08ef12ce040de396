/** A realistic call that uses every query and body member of its operation, and what it puts on the wire. */
export interface Example {
  readonly input: Readonly<Record<string, unknown>>;
  /** Method, path and query, as in `GET /v1/spaces/s1/content?metadata=false`. */
  readonly sends: string;
  /** The JSON sent; left out where a request has no body. */
  readonly body?: unknown;
}

/** By operation id. */
export type Examples = Readonly<Record<string, Example>>;
