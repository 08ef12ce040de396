import { expect, it } from "vitest";
import { argumentsShown } from "../../src/tools/confirmation.ts";

it("shows arguments whole, or says how much of them it leaves out, and cuts no character in half", () => {
  expect(argumentsShown({ title: "x" }, 20)).toBe('{"title":"x"}');
  expect(argumentsShown({ title: "😀😀😀" }, 11)).toBe('{"title":"… (and 8 more characters)');
  expect(argumentsShown({ title: "😀😀😀" }, 12)).toBe('{"title":"😀… (and 6 more characters)');
});

it("shows addresses without user and password", () => {
  const url = "https://me:ghp_secret@git.example.com/docs.git?by=a@b";
  expect(argumentsShown({ url, note: "mail a@b, see https://x.example/@me" }, 200)).toBe(
    '{"url":"https://git.example.com/docs.git?by=a@b","note":"mail a@b, see https://x.example/@me"}',
  );
});
