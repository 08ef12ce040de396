import { describe, expect, it } from "vitest";
import { z } from "zod";
import { listOperations } from "../../src/contract/index.ts";
import type { AnyOperation } from "../../src/contract/operation.ts";
import { inProcess } from "../client/in-process.ts";
import type { Example } from "./examples/example.ts";
import { examples, examplesByArea } from "./examples/index.ts";

const entries = listOperations();

describe("the examples", () => {
  it("include one for each operation, in the file of its area", () => {
    const written = Object.entries(examplesByArea).flatMap(([area, ofArea]) =>
      Object.keys(ofArea).map((id) => `${area} ${id}`),
    );
    expect(written.sort()).toEqual(entries.map(({ area, operation }) => `${area} ${operation.id}`).sort());
  });
});

describe.each(entries.map((entry) => [entry.operation.id, entry] as const))("%s", (id, { group, name, operation }) => {
  it("has an example with every member, which the contract accepts completely", () => {
    const { input } = exampleOf(id);
    expect(Object.keys(input)).toEqual(expect.arrayContaining(membersOf(operation)));
    const { success, error, data } = inputSchema(operation).safeParse(input);
    expect(error === undefined ? "" : z.prettifyError(error)).toBe("");
    expect(success && data).toMatchObject(input);
  });

  it("sends what the example says", async () => {
    const { input, sends, body } = exampleOf(id);
    const { client, sent } = inProcess(() => new Response(null, { status: 418 }));
    const methods = client[group] as unknown as Record<string, (input: object) => Promise<unknown>>;
    await expect(methods[name]?.(input)).rejects.toMatchObject({ status: 418 });
    const request = sent.map(({ method, url, body: text }) => ({
      sends: `${method} ${url.replace("https://docs.example.com", "")}`,
      body: text === "" ? undefined : JSON.parse(text),
    }));
    expect(request).toEqual([{ sends, body }]);
  });
});

function exampleOf(id: string): Example {
  const example = examples[id];
  if (example === undefined) throw new Error(`${id} has no example`);
  return example;
}

function membersOf({ params, query, body }: AnyOperation): string[] {
  return [params, query, body].flatMap((fields) => Object.keys(fields));
}

function inputSchema({ params, query, body, openBody }: AnyOperation): z.ZodType<Record<string, unknown>> {
  const members = { ...params, ...query, ...body };
  return openBody ? z.looseObject(members) : z.strictObject(members);
}
