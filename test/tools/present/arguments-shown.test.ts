import { expect, it } from "vitest";
import { argumentsShown } from "../../../src/tools/present/arguments-shown.ts";

it("shows arguments whole, or says how much of them it leaves out, and cuts no character in half", () => {
  expect(argumentsShown({ title: "x" }, 20)).toBe('{"title":"x"}');
  expect(argumentsShown({ title: "😀😀😀" }, 11)).toBe('{"title":"… (and 8 more characters)');
  expect(argumentsShown({ title: "😀😀😀" }, 12)).toBe('{"title":"😀… (and 6 more characters)');
});
