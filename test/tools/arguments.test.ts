import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseArguments } from "../../src/tools/arguments.ts";

const schema = z.strictObject({
  title: z.string().max(5).optional(),
  tags: z.array(z.string()).optional(),
  place: z.object({ page: z.string(), at: z.int() }).optional(),
  change: z.union([z.array(z.string()), z.object({ all: z.boolean() })]).optional(),
  moves: z.array(z.object({ from: z.string() })).default([]),
});

describe("arguments", () => {
  it("may be omitted altogether", () => {
    expect(parseArguments(schema, undefined)).toEqual({ ok: true, sent: {}, parsed: { moves: [] } });
  });

  it("are decoded if a JSON string replaces a list or an object, also within one", () => {
    const given = {
      tags: '["a","b"]',
      place: ' {"page":"p","at":2}',
      change: '{"all":true}',
      moves: '["{\\"from\\":\\"x\\"}"]',
    };
    const sent = { tags: ["a", "b"], place: { page: "p", at: 2 }, change: { all: true }, moves: [{ from: "x" }] };
    expect(parseArguments(schema, given)).toMatchObject({ ok: true, sent });
    expect(given.tags).toBe('["a","b"]');
  });

  it("are decoded as deep as they are declared, also within alternatives, however often they were encoded", () => {
    const edits = z.strictObject({
      pages: z.array(
        z.union([
          z.object({ from: z.string(), to: z.object({ at: z.array(z.int()) }) }),
          z.object({ remove: z.string() }),
        ]),
      ),
    });
    const to = JSON.stringify({ at: JSON.stringify([1, 2]) });
    const pages = JSON.stringify([JSON.stringify({ from: "{not decoded}", to })]);
    expect(parseArguments(edits, { pages })).toMatchObject({
      ok: true,
      sent: { pages: [{ from: "{not decoded}", to: { at: [1, 2] } }] },
    });
  });

  it("are converted from numbers to text if a text is meant, as in the number of a change request", () => {
    expect(parseArguments(schema, { title: 12, place: { page: 7, at: 2 } })).toMatchObject({
      ok: true,
      sent: { title: "12", place: { page: "7", at: 2 } },
    });
  });

  it("are not guessed in any other way", () => {
    expect(parseArguments(schema, { title: '["a"]' })).toMatchObject({ ok: true, sent: { title: '["a"]' } });
    expect(parseArguments(schema, { tags: "a,b" })).toMatchObject({ ok: false });
    expect(parseArguments(schema, { tags: '["a"' })).toMatchObject({ ok: false });
    expect(parseArguments(schema, { place: { page: "p", at: "2" } })).toMatchObject({ ok: false });
  });

  it("are reported with their place and what is accepted if they are wrong", () => {
    const checked = parseArguments(schema, { title: "too long", place: { page: true }, moves: [{}], change: 3 });
    expect(checked).toEqual({
      ok: false,
      problem: [
        "- `title`: must be at most 5 characters long",
        "- `place.page`: must be a string",
        "- `place.at`: is required (number)",
        "- `change`: must be an array, or must be an object",
        "- `moves[0].from`: is required (string)",
      ].join("\n"),
    });
  });

  it("are reported as required if they are missing and may be of several kinds", () => {
    const either = z.strictObject({ change: z.union([z.array(z.string()), z.object({ all: z.boolean() })]) });
    expect(parseArguments(either, {})).toEqual({ ok: false, problem: "- `change`: is required (array or object)" });
    expect(parseArguments(either, { change: {} })).toMatchObject({
      ok: false,
      problem: expect.stringContaining("`all`"),
    });
  });

  it("are reported with the closest and all known ones if they are unknown", () => {
    expect(parseArguments(schema, { titel: "x" })).toEqual({
      ok: false,
      problem: "- Unknown argument `titel`. Did you mean `title`? It takes: title, tags, place, change, moves.",
    });
  });

  it("are reported with the alternatives if they are unknown within others", () => {
    const nested = z.strictObject({
      edits: z.array(z.strictObject({ old_text: z.string(), new_text: z.string().optional() })).min(1),
      options: z.strictObject({ dry: z.boolean().default(false) }).optional(),
    });
    const given = { edits: [{ old_text: "a" }, { old_text: "a", newtext: "b" }], options: { wet: true } };
    expect(parseArguments(nested, given)).toEqual({
      ok: false,
      problem: [
        "- Unknown argument `newtext` in `edits[1]`. Did you mean `new_text`? It takes: old_text, new_text.",
        "- Unknown argument `wet` in `options`. It takes: dry.",
      ].join("\n"),
    });
  });

  it("are not reported with a complete list if they are unknown among alternatives", () => {
    const either = z.strictObject({
      change: z.discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("move"), to: z.string() }),
        z.strictObject({ kind: z.literal("remove") }),
      ]),
    });
    expect(parseArguments(either, { change: { kind: "move", to: "a", form: "b" } })).toEqual({
      ok: false,
      problem: "- Unknown argument `form` in `change`.",
    });
  });

  it.each([["null"], [[]], ["text"], [3]])("are refused if they are %j and not an object", (given) => {
    expect(parseArguments(schema, given)).toMatchObject({ ok: false });
  });

  it("cost little if they are hostile: many problems, deep nesting, odd keys", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect(parseArguments(schema, { tags: deep })).toMatchObject({ ok: false });
    const many = parseArguments(schema, { moves: Array.from({ length: 10_000 }, () => 1) });
    expect(many).toMatchObject({ ok: false, problem: expect.stringMatching(/and 9995 more$/) });
    const strings = Array.from({ length: 20_000 }, () => '{"from":"x"}');
    expect(parseArguments(schema, { moves: strings })).toMatchObject({ ok: true });
    const odd = parseArguments(schema, JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'));
    expect(odd).toMatchObject({ ok: false });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
