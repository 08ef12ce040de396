import { describe, expect, it } from "vitest";
import { z } from "zod";
import { unknownMembers, withPart } from "../../src/contract/partial-value.ts";

const Color = z.looseObject({ light: z.string(), dark: z.string() });
const Settings = z.looseObject({
  title: z.string().optional(),
  colors: z.looseObject({ primary: Color, tint: Color.optional() }),
  links: z.array(z.looseObject({ to: z.string() })),
  font: z.union([z.string(), z.looseObject({ family: z.string() })]),
});
const whole = {
  title: "Docs",
  colors: { primary: { light: "#fff", dark: "#000" } },
  links: [{ to: "/a" }, { to: "/b" }],
  font: { family: "Inter" },
  kept: { by: "others" },
};

describe("a part of a value", () => {
  it.each([
    [{ title: "Help" }, { ...whole, title: "Help" }],
    [{ colors: { primary: { light: "#eee" } } }, { ...whole, colors: { primary: { light: "#eee", dark: "#000" } } }],
    [{ colors: { tint: { light: "#eee" } } }, { ...whole, colors: { ...whole.colors, tint: { light: "#eee" } } }],
    [{ links: [{ to: "/c" }] }, { ...whole, links: [{ to: "/c" }] }],
    [{ font: { custom: "x" } }, { ...whole, font: { custom: "x" } }],
    [{ kept: { else: 1 } }, { ...whole, kept: { else: 1 } }],
    [{ title: null }, { ...whole, title: undefined }],
    [{ colors: null }, { ...whole, colors: null }],
    [{}, whole],
  ])("%j changes that and nothing else", (part, changed) => {
    expect(withPart(Settings, whole, part)).toEqual(changed);
  });

  it("does not change the value it is applied to", () => {
    const before = structuredClone(whole);
    withPart(Settings, whole, { colors: { primary: { light: "#eee" } }, links: [] });
    expect(whole).toEqual(before);
  });

  it("named like a member of every object is a member of its own", () => {
    const part = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"light":"x"}}');
    const changed = withPart(Settings, whole, part) as object;
    expect(Object.hasOwn({}, "polluted")).toBe(false);
    expect(Object.hasOwn(changed, "constructor")).toBe(true);
    expect(unknownMembers(Settings, part).map(({ path }) => path)).toEqual([["__proto__"], ["constructor"]]);
  });
});

describe("members that the schema does not declare", () => {
  it("are named with their path and those it declares there", () => {
    expect(unknownMembers(Settings, { colors: { primry: {} }, links: [{ to: "/a", label: "A" }] })).toEqual([
      { path: ["colors", "primry"], message: "is unknown. Use one of primary, tint" },
      { path: ["links", 0, "label"], message: "is unknown. Use one of to" },
    ]);
  });

  it("are none if a value has another form", () => {
    expect(unknownMembers(Settings, { colors: "red", font: "Inter", links: null })).toEqual([]);
  });
});
