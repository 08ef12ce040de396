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
  it("may be left out altogether", () => {
    expect(parseArguments(schema, undefined)).toEqual({ ok: true, sent: {}, parsed: { moves: [] } });
  });

  it("are decoded where a JSON string stands for a list or an object, also within one", () => {
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

  it("are decoded as deep as they are declared, within alternatives too, however often they were written as strings", () => {
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

  it("that are numbers are written out where a text is meant, as people number change requests", () => {
    expect(parseArguments(schema, { title: 12, place: { page: 7, at: 2 } })).toMatchObject({
      ok: true,
      sent: { title: "12", place: { page: "7", at: 2 } },
    });
  });

  it("are not guessed at in any other way", () => {
    expect(parseArguments(schema, { title: '["a"]' })).toMatchObject({ ok: true, sent: { title: '["a"]' } });
    expect(parseArguments(schema, { tags: "a,b" })).toMatchObject({ ok: false });
    expect(parseArguments(schema, { tags: '["a"' })).toMatchObject({ ok: false });
    expect(parseArguments(schema, { place: { page: "p", at: "2" } })).toMatchObject({ ok: false });
  });

  it("that are wrong are named with their place and what they take", () => {
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

  it("that are missing and may be of several kinds are told to be required", () => {
    const either = z.strictObject({ change: z.union([z.array(z.string()), z.object({ all: z.boolean() })]) });
    expect(parseArguments(either, {})).toEqual({ ok: false, problem: "- `change`: is required (array or object)" });
    expect(parseArguments(either, { change: {} })).toMatchObject({
      ok: false,
      problem: expect.stringContaining("`all`"),
    });
  });

  it("that are unknown are named with the closest and all that there are", () => {
    expect(parseArguments(schema, { titel: "x" })).toEqual({
      ok: false,
      problem: "- Unknown argument `titel`. Did you mean `title`? It takes: title, tags, place, change, moves.",
    });
  });

  it("that are unknown within others are told what stands there instead", () => {
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

  it("that are unknown among alternatives are not said to be all that there is", () => {
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

  it.each([["null"], [[]], ["text"], [3]])("that are %j and no object are refused", (given) => {
    expect(parseArguments(schema, given)).toMatchObject({ ok: false });
  });

  it("of hostile shape cost little: many problems, deep nesting, odd keys", () => {
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
