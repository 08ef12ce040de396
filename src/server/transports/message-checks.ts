/** A part of a protocol message, parsed as JSON. */
export type Fields = Readonly<Record<string, unknown>>;
/** Whether a value certainly satisfies the protocol's schemas; stricter than they are, never more lenient. */
export type Check = (value: unknown) => boolean;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === "string";
const isSwitch = (value: unknown): value is boolean => typeof value === "boolean";
export type RequestId = string | number;
export const isRequestId = (value: unknown): value is RequestId => isText(value) || Number.isSafeInteger(value);
export const absentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const hasOnly = (fields: Fields, names: readonly string[]) =>
  Object.keys(fields).every((name) => names.includes(name));

/** An object whose named members are absent or pass their check; others may be anything. */
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => absentOr(check)(value[name]));

/** A request to call a tool, whose parts have the protocol's types. */
export interface ToolCallMessage {
  readonly id: RequestId;
  readonly params: { readonly name: string; readonly arguments?: Record<string, unknown> };
  readonly meta: unknown;
}

/** Undefined for anything that is not certainly a `tools/call` of a tool by name. */
export function readToolCall(message: unknown): ToolCallMessage | undefined {
  if (!isObject(message) || message.jsonrpc !== "2.0" || !hasOnly(message, messageMembers)) return undefined;
  const { id, method, params } = message;
  if (method !== "tools/call" || !isRequestId(id) || !isObject(params)) return undefined;
  const { name, arguments: given, _meta: meta } = params;
  if (!hasOnly(params, callMembers) || !isText(name) || !absentOr(isObject)(given)) return undefined;
  return { id, params: params as ToolCallMessage["params"], meta };
}

const messageMembers = ["jsonrpc", "id", "method", "params"];
const callMembers = ["name", "arguments", "_meta"];

const isIcon: Check = (value) =>
  isObject(value) &&
  isText(value.src) &&
  has({ mimeType: isText, sizes: listOf(isText) })(value) &&
  !("theme" in value);
const hasUsualMetadata = has({ title: isText, websiteUrl: isText, description: isText, icons: listOf(isIcon) });
export const isClientInfo: Check = (value) =>
  isObject(value) && isText(value.name) && isText(value.version) && hasUsualMetadata(value);

const isShallowObject: Check = (value) => isObject(value) && isShallow(value, 8);
const isNamedObjects: Check = (value) => isObject(value) && Object.values(value).every(isShallowObject);

/** The usual capabilities of hosts. A host that declares others has to wait for the protocol's schemas. */
const capabilityChecks: Readonly<Record<string, Check>> = {
  experimental: isNamedObjects,
  extensions: isNamedObjects,
  roots: has({ listChanged: isSwitch }),
  sampling: has({ context: isShallowObject, tools: isShallowObject }),
  elicitation: (value) =>
    isShallowObject(value) && has({ form: has({ applyDefaults: isSwitch }), url: isObject })(value),
};
export const isCapabilities: Check = (value) =>
  isObject(value) && hasOnly(value, Object.keys(capabilityChecks)) && has(capabilityChecks)(value);

/** Deeper values overflow the stack of the server's schemas. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}
