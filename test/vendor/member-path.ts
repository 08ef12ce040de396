import { isRecord } from "../pins/placeholders.ts";

/** A value without the members at some paths: `a.b` in the object in `a`, `a[].b` in every item of `a`. */
export function without<Value>(value: Value, paths: readonly string[]): Value {
  return paths.reduce<Value>((left, path) => remove(left, path.split(".")) as Value, value);
}

function remove(value: unknown, [step = "", ...rest]: readonly string[]): unknown {
  const [name = "", each] = step.split("[]");
  if (!isRecord(value) || !(name in value)) return value;
  const { [name]: member, ...others } = value;
  if (rest.length === 0) return others;
  const inside = (inner: unknown) => remove(inner, rest);
  return { ...value, [name]: each !== undefined && Array.isArray(member) ? member.map(inside) : inside(member) };
}
