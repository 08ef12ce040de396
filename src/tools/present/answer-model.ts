import { z } from "zod";
import { isRecord } from "../../client/json.ts";
import { RichDocument } from "../../contract/models/document.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

/** The model behind what wraps it: optional, nullable, lazy and the like. */
export function unwrapped(model: z.ZodType | undefined): z.ZodType | undefined {
  let inner = model;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodLazy
  ) {
    inner = inner.unwrap() as z.ZodType;
  }
  return inner;
}

export const shapeOf = (model: z.ZodType | undefined): Shape | undefined =>
  model instanceof z.ZodObject ? (model.shape as Shape) : undefined;

/** Whether two are one model but for their descriptions, each of which makes a copy. */
export function isSameModel(one: z.ZodType | undefined, other: z.ZodType | undefined): boolean {
  const [left, right] = [shapeOf(one), shapeOf(other)];
  if (left === undefined || right === undefined) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

export const isDocument = (model: z.ZodType | undefined): boolean => isSameModel(model, RichDocument);

/** The model of a value: of several that it may have, the one that fits. */
export function modelOf(model: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  const found = unwrapped(model);
  if (!(found instanceof z.ZodUnion)) return found;
  const options = (found.options as readonly z.ZodType[]).map((option) => modelOf(option, value));
  if (!isRecord(value)) return options.find((option) => shapeOf(option) === undefined);
  const scored = options.map((option) => ({ option, score: likeness(shapeOf(option), value) }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one), {
    option: undefined,
    score: 0,
  } as {
    option: z.ZodType | undefined;
    score: number;
  });
  return best.option;
}

/** How much an object looks like a model: none where a member has a value that the model does not take for it. */
function likeness(shape: Shape | undefined, value: Readonly<Record<string, unknown>>): number {
  if (shape === undefined) return 0;
  let score = 0;
  for (const [name, member] of Object.entries(shape)) {
    const given = value[name];
    if (given === undefined) continue;
    if (member instanceof z.ZodEnum && !member.options.includes(given as string)) return 0;
    score += 1;
  }
  return score;
}

/** The model of a list's items; undefined for what is no list of the API. */
export function itemModel(model: z.ZodType | null | undefined): z.ZodType | undefined {
  const shape = shapeOf(unwrapped(model ?? undefined));
  const items = shape?.next === undefined ? undefined : unwrapped(shape.items);
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}

/** Names of all members that values of a model may have. */
export function membersOf(model: z.ZodType | undefined): string[] {
  const found = unwrapped(model);
  if (found instanceof z.ZodUnion) return [...new Set((found.options as z.ZodType[]).flatMap(membersOf))];
  return Object.keys(shapeOf(found) ?? {});
}
