import { describe, expect, it } from "vitest";
import { readFileFacts } from "../../../src/platform/content/file-facts.ts";
import { expectLinearCost } from "../../support/cost.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const text = (content: string) => new TextEncoder().encode(content);

const png = bytes("89504e47 0d0a1a0a 0000000d 49484452 00000280 000001e0 08020000 00baB34bb3");
const gif = bytes("474946383961 2c01 c800 f00000");
const jpeg = bytes("ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 0064 00c8 03 012200 021101 031101 ffd9");
const webp = bytes("52494646 1a000000 57454250 56503820 0e000000 300100 9d012a 4000 2000 0000000000");

describe("the type of a file", () => {
  it.each([
    ["an image with another type declared", png, "text/plain", "image/png"],
    ["a page declared as an image", text("<!doctype html><script>alert(1)</script>"), "image/png", "image/png"],
    [
      "a drawing named as a picture",
      text('<?xml version="1.0"?>\n<svg width="3" height="4"/>'),
      "image/png",
      "image/svg+xml",
    ],
    ["a PDF", text("%PDF-1.7"), "application/octet-stream", "application/pdf"],
    ["a compressed archive, declared so", bytes("1f8b0800"), "application/x-tgz", "application/x-tgz"],
    ["plain words", text("GIF is a format"), "text/plain", "text/plain"],
  ])("comes from the bytes of %s, or else is the declared one", async (_, content, declared, type) => {
    expect((await readFileFacts(content, "file.bin", declared)).contentType).toBe(type);
  });
});

describe("the dimensions of an image", () => {
  it.each([
    ["png", png, { width: 640, height: 480 }],
    ["gif", gif, { width: 300, height: 200 }],
    ["jpeg", jpeg, { width: 200, height: 100 }],
    ["webp", webp, { width: 64, height: 32 }],
    [
      "svg",
      text('<!-- written by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"/>'),
      { width: 24, height: 12 },
    ],
  ])("are read from a %s", async (_, content, dimensions) => {
    expect((await readFileFacts(content, "picture", "application/octet-stream")).dimensions).toEqual(dimensions);
  });

  it.each([
    ["that is truncated", png.subarray(0, 12)],
    ["without a size", bytes("474946383961 0000 0000 f00000")],
    ["that is not an image", text("words")],
  ])("are omitted for a file %s", async (_, content) => {
    expect((await readFileFacts(content, "file", "image/png")).dimensions).toBeUndefined();
  });

  it("are searched in linear time in an SVG that starts over and over", async () => {
    await expectLinearCost((count) => readFileFacts(text("<svg ".repeat(count)), "a.svg", "image/svg+xml"), 5_000);
  });
});
