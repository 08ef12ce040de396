/** The path from the root of a file to a value in it. */
export type Steps = readonly string[];

export type Members = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns an own member: names such as `constructor` and `__proto__` are ordinary names. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Members)[name];
}

export const toRecord = (value: unknown): Members => (isRecord(value) ? value : {});
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

export const writePointer = (steps: Steps): string =>
  `#${steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

/** Returns the steps of a fragment such as `#/components/schemas/Pet`; undefined if it is not a pointer. */
export function readPointer(fragment: string): Steps | undefined {
  const pointer = decode(fragment.replace(/^#/, ""));
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export const valueAt = (root: unknown, steps: Steps): unknown =>
  steps.reduce<unknown>((value, step) => own(value, step), root);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
