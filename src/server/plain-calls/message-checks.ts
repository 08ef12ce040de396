/** A part of a protocol message, parsed as JSON. */
export type Fields = Readonly<Record<string, unknown>>;
/** Whether a value certainly satisfies the protocol's schemas; stricter than they are, never more lenient. */
export type Check = (value: unknown) => boolean;
/** By member. */
type Checks = Readonly<Record<string, Check>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === "string";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
export type RequestId = string | number;
export const isRequestId = (value: unknown): value is RequestId => isText(value) || Number.isSafeInteger(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** An object whose members all pass their check, and that has no others. */
export const hasExactly = (checks: Checks): Check => {
  const required = Object.entries(checks);
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(checks, name)) &&
    required.every(([name, check]) => check(value[name]));
};

/** An object whose named members are absent or pass their check; others may be anything. */
const has =
  (checks: Checks): Check =>
  (value) =>
    isObject(value) && Object.entries(checks).every(([name, check]) => optional(check)(value[name]));

const isIcon: Check = (value) =>
  isObject(value) &&
  isText(value.src) &&
  has({ mimeType: isText, sizes: listOf(isText) })(value) &&
  !("theme" in value);
const hasDisplayMembers = has({ title: isText, websiteUrl: isText, description: isText, icons: listOf(isIcon) });
export const isClientInfo: Check = (value) =>
  isObject(value) && isText(value.name) && isText(value.version) && hasDisplayMembers(value);

const isShallowObject: Check = (value) => isObject(value) && isShallow(value, 8);
const isNamedObjects: Check = (value) => isObject(value) && Object.values(value).every(isShallowObject);

/** The capabilities that hosts commonly declare. A host that declares others waits for the protocol's schemas. */
export const isCapabilities: Check = hasExactly({
  experimental: optional(isNamedObjects),
  extensions: optional(isNamedObjects),
  roots: optional(has({ listChanged: isBoolean })),
  sampling: optional(has({ context: isShallowObject, tools: isShallowObject })),
  elicitation: optional(
    (value) => isShallowObject(value) && has({ form: has({ applyDefaults: isBoolean }), url: isObject })(value),
  ),
});

/** Deeper values overflow the stack of the server's schemas. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1));
}
