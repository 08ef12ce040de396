import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { effects } from "../../src/contract/operation.ts";
import { catalog } from "../../src/tools/catalog.ts";

const source = join(import.meta.dirname, "../../src");
const files = ["tools", "prompts", "resources"].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("generated"))
    .map((file) => join(folder, file)),
);

it("no hint sends an agent to an operation that a hand-made tool carries out", async () => {
  const tools = await Promise.all(Object.values(catalog).map((load) => load()));
  const byHand = tools.flatMap(({ name, uses }) =>
    uses.filter(({ effect }) => !effects[effect].readOnly).map(({ id }) => ({ id, name })),
  );
  const hints = files.flatMap((file) => {
    const text = readFileSync(join(source, file), "utf8");
    return byHand
      .filter(({ id }) => new RegExp(`"${id}"|_operation ${id}\\b`).test(text))
      .map(({ id, name }) => `${file} names ${id}, which ${name} does`);
  });
  expect(files).toContain(join("tools", "editing/editable.ts"));
  expect(byHand).toContainEqual({ id: "mergeChangeRequest", name: "merge_change_request" });
  expect(hints).toEqual([]);
});
