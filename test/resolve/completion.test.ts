import { describe, expect, it } from "vitest";
import { languages } from "../../src/prompts/lookups.ts";
import { complete, type Named, titleOrId } from "../../src/resolve/completion.ts";
import { expectLinearCost } from "../support/cost.ts";

const named = (title: string, id = title.toLowerCase()): Named => ({ id, title });

const titles = (typed: string, ...all: string[]) =>
  complete(
    typed,
    all.map((title) => named(title)),
    ({ title }) => title,
  ).values;

describe("a completion", () => {
  it("puts a full match first, then beginnings, then beginnings of words, then the rest", () => {
    expect(titles("api", "Rapid", "The API", "API docs", "API", "Guides")).toEqual([
      "API",
      "API docs",
      "The API",
      "Rapid",
    ]);
  });

  it("offers everything in its original order if nothing is typed", () => {
    expect(titles("", "Guides", "API")).toEqual(["Guides", "API"]);
  });

  it("ignores case, white space and the encoding of accents", () => {
    expect(titles("cafe\u0301  me", "Caf\u00e9 menu")).toEqual(["Caf\u00e9 menu"]);
  });

  it("also finds by id and by further words", () => {
    const candidates = [{ id: "x7Yz", title: "Fees", also: ["12", "#12"] }];
    const values = (typed: string) => complete(typed, candidates, ({ title }) => title).values;
    expect([values("x7"), values("#1"), values("12"), values("13")]).toEqual([["Fees"], ["Fees"], ["Fees"], []]);
  });

  it("finds nothing by letters within an id", () => {
    expect(complete("gui", [named("API docs", "x7guiYz"), named("Guides", "k2")], ({ title }) => title).values).toEqual(
      ["Guides"],
    );
  });

  it("returns a hundred values, their total number, and each value once", () => {
    const many = Array.from({ length: 250 }, (_, index) => named(`Space ${index}`));
    const found = complete("space", [...many, ...many], ({ title }) => title);
    expect([found.values.length, found.values[0], found.total, found.hasMore]).toEqual([100, "Space 0", 250, true]);
  });

  it("takes a long text in linear time", { tags: ["long"] }, async () => {
    await expectLinearCost((length) => {
      const many = Array.from({ length: 100 }, (_, index) => named("a".repeat(length) + index, `id${index}`));
      expect(complete(`${"a".repeat(10 * length)}b`, many, ({ id }) => id).total).toBe(100);
    }, 2_000);
  });
});

describe("the value of a candidate", () => {
  it("is its title if that is unique and can be shown, or else its id", () => {
    const all = [
      named("Guides", "g1"),
      named("API", "a1"),
      named("api", "a2"),
      named("g3", "x1"),
      named("Third", "g3"),
      named("", "e1"),
      named("Two\nlines", "t1"),
      named("Turned \u202e round", "t2"),
      named("long ".repeat(40), "l1"),
    ];
    expect(all.map(titleOrId(all))).toEqual(["Guides", "a1", "a2", "x1", "Third", "e1", "t1", "t2", "l1"]);
  });
});

describe("the languages", () => {
  it("have a code and an English name", () => {
    const all = languages();
    expect(all.length).toBe(39);
    expect(all.find(({ id }) => id === "pt-br")).toEqual({ id: "pt-br", title: "Brazilian Portuguese" });
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  });
});
