/** Deeper than any value of the API. What is nested deeper cannot be copied, and a cycle is nested without end. */
const deepest = 1_000;

/**
 * A copy of a value as it would come out of JSON: plain objects, arrays, strings, numbers, booleans and null. Members
 * that are undefined or functions are left out. Throws TypeError for a BigInt, and RangeError for a cycle.
 */
export function plainCopy(value: unknown): unknown {
  return copied(value, "", 0, false);
}

/** The same, which nobody can change any more: it may be handed to everyone who asks. */
export function frozenCopy(value: unknown): unknown {
  return copied(value, "", 0, true);
}

/** Undefined where JSON has nothing to say of a value. */
function copied(given: unknown, key: string, depth: number, freeze: boolean): unknown {
  const value = hasToJSON(given) ? given.toJSON(key) : given;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : null;
    case "bigint":
      throw new TypeError("A BigInt cannot be written as JSON");
    case "object":
      break;
    default:
      return undefined;
  }
  if (value === null) return null;
  if (depth > deepest) throw new RangeError("The value is nested too deeply");
  if (value instanceof String || value instanceof Boolean || value instanceof Number) {
    return copied(value.valueOf(), key, depth, freeze);
  }
  const copy = Array.isArray(value) ? copyOfArray(value, depth, freeze) : copyOfObject(value, depth, freeze);
  return freeze ? Object.freeze(copy) : copy;
}

function copyOfArray(array: readonly unknown[], depth: number, freeze: boolean): unknown[] {
  const copy: unknown[] = [];
  for (let index = 0; index < array.length; index += 1) {
    copy.push(copied(array[index], String(index), depth + 1, freeze) ?? null);
  }
  return copy;
}

function copyOfObject(object: object, depth: number, freeze: boolean): object {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    const member = copied((object as Record<string, unknown>)[name], name, depth + 1, freeze);
    if (member === undefined) continue;
    // Assigning this name would set what the object inherits from.
    if (name === "__proto__") Object.defineProperty(copy, name, { value: member, ...ordinary });
    else copy[name] = member;
  }
  return copy;
}

const ordinary = { enumerable: true, configurable: true, writable: true } as const;

function hasToJSON(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
}
