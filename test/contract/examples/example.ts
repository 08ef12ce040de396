/** A realistic call with every query and body member of its operation, and the request it sends. */
export interface Example {
  readonly input: Readonly<Record<string, unknown>>;
  /** Method, path and query, as in `GET /v1/spaces/s1/content?metadata=false`. */
  readonly sends: string;
  /** The JSON that is sent; omitted if a request has no body. */
  readonly body?: unknown;
}

/** By operation id. */
export type Examples = Readonly<Record<string, Example>>;
