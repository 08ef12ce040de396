/** `300` as a number of pixels, `50%` as a value with its unit, nothing when it is no length. */
export function readLength(written: string): unknown {
  const [, value, unit] = /^(\d{1,6}(?:\.\d{1,6})?)([a-z%]{0,10})$/.exec(written) ?? [];
  if (value === undefined) return undefined;
  return unit ? { value: Number(value), unit } : Number(value);
}

export function printLength(length: unknown): string {
  if (typeof length !== "object" || length === null) return String(length);
  const { value, unit }: { value?: unknown; unit?: unknown } = length;
  return `${String(value)}${String(unit)}`;
}
