import { expect, test } from "vitest";
import { computeAddress, gitHashAt } from "../../../src/platform/content/blob-address.ts";

const hashOf = (text: string) => gitHashAt(computeAddress(Buffer.from(text)));

// Computed with `git hash-object` from the same bytes.
test.each([
  ["", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"],
  ["hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"],
  ["# Moss\r\n\r\nÜber `/pages/abc`.\n", "85ca1dac0b2cddfe492b4c101392508772ee1b0c"],
])("the address of %j contains its Git hash", (text, hash) => {
  expect(hashOf(text)).toBe(hash);
});

test("a text with links by id has no hash, because its file has links by path", () => {
  expect(hashOf("See [moss](/pages/abc#care).\n")).toBeUndefined();
  expect(hashOf("![](/files/abc)\n")).toBeUndefined();
  expect(hashOf("See [moss](guides/pages/abc).\n")).toBeDefined();
});

test("an address has only letters, digits, hyphens and underscores, and depends on the bytes", () => {
  expect(computeAddress(Buffer.from("a"))).toMatch(/^[\w-]{70}$/);
  expect(computeAddress(Buffer.from("a"))).not.toBe(computeAddress(Buffer.from("b")));
  expect(computeAddress(Buffer.from([0, ...Buffer.from("[](/pages/x)")]))).toHaveLength(70);
});
