/** Deeper than any value of the API. Deeper values cannot be copied; a cycle is infinitely deep. */
const maxDepth = 1_000;

/**
 * Returns a copy of a value as it would come out of JSON: plain objects, arrays, strings, numbers, booleans and null.
 * Undefined members and functions are left out. Throws TypeError for a BigInt, and RangeError for a cycle.
 */
export function plainCopy(value: unknown): unknown {
  return copied(value, "", 0, false);
}

/** The same, deeply frozen so that it can be shared. */
export function frozenCopy(value: unknown): unknown {
  return copied(value, "", 0, true);
}

/** Undefined for values that JSON cannot represent. */
function copied(input: unknown, key: string, depth: number, freeze: boolean): unknown {
  const value = hasToJSON(input) ? input.toJSON(key) : input;
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
  if (depth > maxDepth) throw new RangeError("The value is nested too deeply");
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
    // Assigning to this name would set the prototype.
    if (name === "__proto__") Object.defineProperty(copy, name, { value: member, ...ordinary });
    else copy[name] = member;
  }
  return copy;
}

const ordinary = { enumerable: true, configurable: true, writable: true } as const;

function hasToJSON(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function";
}
