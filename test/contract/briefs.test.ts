import { expect, it } from "vitest";
import { z } from "zod";
import { briefs } from "../../src/contract/brief.ts";
import { listOperations } from "../../src/contract/index.ts";

const models = new Map<z.ZodType, string>();
for (const { operation } of listOperations()) collect(operation.returns ?? undefined, operation.id);

/** Every object in the results of the operations, once. */
function collect(model: z.ZodType | undefined, place: string): void {
  if (model === undefined || models.has(model)) return;
  models.set(model, place);
  const parts =
    model instanceof z.ZodOptional || model instanceof z.ZodNullable || model instanceof z.ZodLazy
      ? [model.unwrap()]
      : model instanceof z.ZodArray
        ? [model.element]
        : model instanceof z.ZodUnion
          ? model.options
          : model instanceof z.ZodObject
            ? Object.values(model.shape)
            : [];
  for (const part of parts) collect(part as z.ZodType, place);
}

const objects = [...models].flatMap(([model, place]) => (model instanceof z.ZodObject ? [{ model, place }] : []));

it("every model with its own id and a type declares its brief", () => {
  const silent = objects.filter(
    ({ model }) =>
      model.shape.object instanceof z.ZodEnum &&
      model.shape.id !== undefined &&
      Object.keys(model.shape).length > 3 &&
      briefs.get(model) === undefined,
  );
  const names = silent.map(({ model }) => (model.shape.object as z.ZodEnum).options.join());
  expect([...new Set(names)].filter((name) => !["invite", "organization-invite"].includes(name))).toEqual([]);
});

it("a brief names members that its model has", () => {
  const missing = objects.flatMap(({ model, place }) => {
    const { named = [], listed = [], seldom = [], defaults = {} } = briefs.get(model) ?? {};
    const names = [...named, ...listed, ...seldom, ...Object.keys(defaults)].map((path) => path.split(".")[0] ?? "");
    return names.filter((name) => model.shape[name] === undefined).map((name) => `${place}: ${name}`);
  });
  expect(missing).toEqual([]);
  expect(objects.filter(({ model }) => briefs.get(model) !== undefined).length).toBeGreaterThan(40);
});
