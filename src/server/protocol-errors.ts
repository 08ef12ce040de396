import type { JSONRPCErrorResponse, JSONRPCMessage, Server } from "@modelcontextprotocol/server";

const invalidParams = -32602;

const internalError = -32603;

const missingUntil2025 = -32002;

/**
 * Makes a server send the protocol's error codes where the SDK sends others: a missing resource has its own code
 * in the 2025 era, and malformed parameters are not an internal error in either era and are explained in a sentence.
 */
export function withProtocolErrorCodes(server: Server, era: "legacy" | "modern"): Server {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(isError(message) ? corrected(message, era) : message, options);
    return connect(transport);
  };
  return server;
}

const isError = (message: JSONRPCMessage): message is JSONRPCErrorResponse => "error" in message;

function corrected(message: JSONRPCErrorResponse, era: "legacy" | "modern"): JSONRPCErrorResponse {
  const { error } = message;
  if (error.code === invalidParams && era === "legacy" && isMissingResource(error.data)) {
    return { ...message, error: { ...error, code: missingUntil2025 } };
  }
  if (error.code !== internalError && error.code !== invalidParams) return message;
  const problem = paramsProblem(error.message);
  return problem === undefined ? message : { ...message, error: { code: invalidParams, message: problem } };
}

/** A missing resource differs from other invalid parameters by its data, which is only a URI. */
function isMissingResource(data: unknown): boolean {
  return typeof data === "object" && data !== null && Object.keys(data).join() === "uri";
}

/** An issue that a protocol schema found in a message. */
interface Issue {
  readonly path: readonly unknown[];
  readonly message: string;
}

const maxIssues = 3;

/** A member name that is safe to repeat; a host may send anything. */
const nameable = /^[\w.$/-]{1,80}$/;

/** What was wrong with a request's parameters, in a sentence; undefined if the text is not a list of such issues. */
function paramsProblem(text: string): string | undefined {
  const issues = issuesIn(text);
  if (issues === undefined || !issues.every(({ path }) => path[0] === "params")) return undefined;
  const described = issues.slice(0, maxIssues).map(({ path, message }) => {
    const member = path.slice(1).map(String).join(".");
    return `${nameable.test(member) ? member : "something"} ${problemIn(message)}`;
  });
  const left = issues.length - described.length;
  return `Invalid params: ${[...described, ...(left > 0 ? [`and ${left} more`] : [])].join("; ")}.`;
}

/** An error of the SDK on one line; a list of issues is replaced by a summary. */
export function transportProblem(message: string): string {
  if (issuesIn(message) === undefined) return message.split("\n", 1)[0] ?? "";
  return "a message was ignored that is not part of the protocol";
}

/** The SDK writes the issues as JSON, alone or after the method. */
function issuesIn(text: string): readonly Issue[] | undefined {
  const json = /^(?:Invalid [\w/]+ request: )?(\[[\s\S]*)$/.exec(text)?.[1];
  if (json === undefined) return undefined;
  try {
    const issues: unknown = JSON.parse(json);
    return Array.isArray(issues) && issues.length > 0 && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(value: unknown): value is Issue {
  if (typeof value !== "object" || value === null || !("path" in value) || !("message" in value)) return false;
  return Array.isArray(value.path) && typeof value.message === "string";
}

function problemIn(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined || received === undefined) return "does not match the protocol";
  const wanted = expected === "record" ? "object" : expected;
  return received === "undefined" ? `is missing (${wanted})` : `must be ${article(wanted)}, not ${article(received)}`;
}

const article = (kind: string) => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`);

/** The start of the SDK's answer to a call if the host failed to ask the person. */
const beginning = "Fulfilling input required by 'tools/call' failed:";

const failedQuestionMessage =
  "The host could not ask the person. Nothing was changed. Call again: the result is a preview instead, which you show to the person.";

/**
 * Says what to do next if a host that claims it can ask a person fails or takes too long, and calls `failed`, so
 * that the connection's next call does not end the same way.
 */
export function onFailedQuestion(server: Server, failed: () => void): void {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!isFailedQuestion(message)) return send(message, options);
      failed();
      const result = { content: [{ type: "text", text: failedQuestionMessage }], isError: true };
      return send({ ...message, result }, options);
    };
    return connect(transport);
  };
}

function isFailedQuestion(message: JSONRPCMessage): message is Extract<JSONRPCMessage, { result: unknown }> {
  if (!("result" in message) || message.result.isError !== true) return false;
  const { content } = message.result as { readonly content?: readonly { readonly text?: unknown }[] };
  const text = content?.[0]?.text;
  return typeof text === "string" && text.startsWith(beginning);
}
