/** A call of a fixture tool that differs from the usual one. */
export interface CallVariation {
  readonly params?: Record<string, unknown>;
  readonly message?: Record<string, unknown>;
  /** Sent first. */
  readonly before?: Record<string, unknown>;
}

/** Calls of the 2025 era, valid and not, that every way of answering must treat like the SDK. */
export const callVariations: Readonly<Record<string, CallVariation>> = {
  "a call that succeeds": {},
  "an id that is a text": { message: { id: "x" } },
  "an id that is no number of JSON-RPC": { message: { id: 1.5 } },
  "a member that JSON-RPC does not know": { message: { extra: 1 } },
  "another version of JSON-RPC": { message: { jsonrpc: "1.0" } },
  "an answer with links": { params: { name: "who_am_i", arguments: {} } },
  "no arguments": { params: { name: "who_am_i", arguments: undefined } },
  "arguments that are no object": { params: { arguments: [1] } },
  "arguments the tool refuses": { params: { arguments: { words: 1 } } },
  "a failure of the service": { params: { name: "read_missing_space", arguments: {} } },
  "an unforeseen failure": { params: { name: "break_down", arguments: {} } },
  "a tool that changes something": { params: { name: "open_draft", arguments: {} } },
  "a tool nobody knows": { params: { name: "no_such_tool" } },
  "a name that is no text": { params: { name: 7 } },
  "a parameter besides": { params: { extra: {} } },
  "progress asked for": { params: { name: "count_up", arguments: {}, _meta: { progressToken: "p" } } },
  "progress not asked for": { params: { name: "count_up", arguments: {} } },
  "metadata of a host's own": { params: { _meta: { "example.com/own": 1 } } },
  "metadata that is no object": { params: { _meta: 1 } },
  "log messages asked for": { before: { id: 6, method: "logging/setLevel", params: { level: "debug" } } },
};
