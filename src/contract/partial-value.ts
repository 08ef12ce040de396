import { z } from "zod";

/** Settings given in part: what is left out stays as it is. */
type Members = Readonly<Record<string, unknown>>;

interface UnknownMember {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The members of a value that its schema does not declare, each with those it declares there. Models pass on members they
 * do not know; what a person or an agent writes by hand is probably misspelled.
 */
export function unknownMembers(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): UnknownMember[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unknownMembers(schema.unwrap(), value, path);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((one: unknown, index) => unknownMembers(schema.element, one, [...path, index]));
  }
  if (schema instanceof z.ZodUnion) {
    const object = schema.options.length === 2 && schema.options.find((option) => option instanceof z.ZodObject);
    return object ? unknownMembers(object, value, path) : [];
  }
  if (!(schema instanceof z.ZodObject) || !isMembers(value)) return [];
  const { shape } = schema;
  return Object.entries(value).flatMap(([name, one]) => {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (member !== undefined) return unknownMembers(member, one, [...path, name]);
    return [{ path: [...path, name], message: `is unknown. Use one of ${Object.keys(shape).join(", ")}` }];
  });
}

/**
 * A whole value with a part of it changed: objects that the schema declares are changed member by member, at any depth;
 * everything else, such as a list or a value that may have several forms, is replaced. Null removes an optional member
 * that may not be null itself.
 */
export function withPart(schema: z.core.$ZodType, whole: unknown, part: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return withPart(schema.unwrap(), whole, part);
  if (!(schema instanceof z.ZodObject) || !isMembers(part)) return part;
  const known = isMembers(whole) ? whole : {};
  const { shape } = schema;
  const changed = new Map(Object.entries(known));
  for (const [name, value] of Object.entries(part)) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (value === null && member instanceof z.ZodOptional && !member.safeParse(null).success) changed.delete(name);
    else changed.set(name, member === undefined ? value : withPart(member, known[name], value));
  }
  return Object.fromEntries(changed);
}
