export type RequestId = string | number;

/** A message that can be answered without the protocol's schemas. */
export type OpeningMessage =
  | { readonly kind: "initialize"; readonly id: RequestId; readonly protocolVersion: string }
  | { readonly kind: "initialized" }
  | { readonly kind: "ping"; readonly id: RequestId }
  | { readonly kind: "list"; readonly id: RequestId };

/**
 * Reads one line of a connection of the 2025 era. Undefined for everything that is not beyond doubt one of the messages
 * above: it takes less than the protocol's schemas do, and never more.
 */
export function readOpeningMessage(line: string): OpeningMessage | undefined {
  const message = parse(line);
  if (!isObject(message) || message.jsonrpc !== "2.0" || !hasOnly(message, members)) return undefined;
  const { id, method, params = {} } = message;
  if (!isObject(params)) return undefined;
  if (!("id" in message)) {
    return method === "notifications/initialized" && hasOnly(params, []) ? { kind: "initialized" } : undefined;
  }
  if (!isRequestId(id)) return undefined;
  if (method === "initialize") {
    const { protocolVersion } = params;
    const usual = isText(protocolVersion) && isCapabilities(params.capabilities) && isClientInfo(params.clientInfo);
    return usual && hasOnly(params, initializeMembers) ? { kind: "initialize", id, protocolVersion } : undefined;
  }
  if (!hasOnly(params, ["_meta"]) || !absentOr(isMeta)(params._meta)) return undefined;
  if (method === "ping") return { kind: "ping", id };
  return method === "tools/list" ? { kind: "list", id } : undefined;
}

const members = ["jsonrpc", "id", "method", "params"];
const initializeMembers = ["protocolVersion", "capabilities", "clientInfo"];

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isSwitch = (value: unknown): value is boolean => typeof value === "boolean";
const isRequestId = (value: unknown): value is RequestId => isText(value) || Number.isSafeInteger(value);
const absentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const hasOnly = (fields: Fields, names: readonly string[]) => Object.keys(fields).every((name) => names.includes(name));

/** An object whose named members are absent or as said; others may be anything. */
const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => absentOr(check)(value[name]));

const isMeta: Check = (value) =>
  isObject(value) && hasOnly(value, ["progressToken"]) && isRequestId(value.progressToken);

const isIcon: Check = (value) =>
  isObject(value) &&
  isText(value.src) &&
  has({ mimeType: isText, sizes: listOf(isText) })(value) &&
  !("theme" in value);
const hasUsualMetadata = has({ title: isText, websiteUrl: isText, description: isText, icons: listOf(isIcon) });
const isClientInfo: Check = (value) =>
  isObject(value) && isText(value.name) && isText(value.version) && hasUsualMetadata(value);

const isShallowObject: Check = (value) => isObject(value) && isShallow(value, 8);
const isNamedObjects: Check = (value) => isObject(value) && Object.values(value).every(isShallowObject);

/** The capabilities hosts declare. A host that declares others waits for the protocol's schemas. */
const capabilityChecks: Readonly<Record<string, Check>> = {
  experimental: isNamedObjects,
  extensions: isNamedObjects,
  roots: has({ listChanged: isSwitch }),
  sampling: has({ context: isShallowObject, tools: isShallowObject }),
  elicitation: (value) =>
    isShallowObject(value) && has({ form: has({ applyDefaults: isSwitch }), url: isObject })(value),
};
const isCapabilities: Check = (value) =>
  isObject(value) && hasOnly(value, Object.keys(capabilityChecks)) && has(capabilityChecks)(value);

/** Deeper values overflow the stack of the schemas that the server reads them with. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
