import { describe, expect, it } from "vitest";
import { readQuery } from "../../../../src/platform/content/search/query.ts";

const wholes = (text: string) => readQuery(text).map(({ whole }) => whole.stem);

describe("readQuery", () => {
  it("marks the last word as unfinished unless a space follows", () => {
    const unfinished = (text: string) => readQuery(text).map(({ whole }) => whole.unfinished);
    expect(unfinished("rotate api ke")).toEqual([false, false, true]);
    expect(unfinished("rotate api key ")).toEqual([false, false, false]);
    expect(unfinished("rotate (key)")).toEqual([false, false]);
  });

  it("keeps an identifier whole and finds its parts", () => {
    const [word] = readQuery("getUserById ");
    expect(word?.compound).toBe(true);
    expect(word?.whole.folded).toBe("getuserbyid");
    expect(word?.terms.map(({ stem }) => stem)).toEqual(["get", "user", "by", "id"]);
  });

  it("does not require function words among others", () => {
    const optional = (text: string) => readQuery(text).map(({ optional }) => optional);
    expect(optional("how to rotate the keys")).toEqual([true, true, false, true, false]);
    expect(optional("about us")).toEqual([false, false]);
  });

  it("takes at most 16 terms of at most 512 characters", () => {
    const many = Array.from({ length: 100 }, (_, index) => `word${index}`).join(" ");
    expect(readQuery(many)).toHaveLength(16);
    expect(wholes(`${" ".repeat(512)}late`)).toEqual([]);
    expect(readQuery("aB".repeat(250)).flatMap(({ terms }) => terms).length).toBeLessThanOrEqual(16);
  });

  it("reads a repeated word once", () => {
    expect(wholes("proxy proxies Proxy ")).toEqual(["proxi", "proxi"]);
    expect(wholes("proxy PROXY proxy ")).toEqual(["proxi"]);
  });

  it("finds no words in punctuation and symbols", () => {
    expect(readQuery("\"*():^+-{}'…🎉")).toEqual([]);
  });

  it("guesses the stem of an unfinished word", () => {
    expect(readQuery("configurati")[0]?.possibleStems).toContain("configur");
    expect(readQuery("organiza")[0]?.possibleStems).toContain("organ");
    expect(readQuery("configurati ")[0]?.possibleStems).toEqual([]);
  });
});
