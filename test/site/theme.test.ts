import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colorText, contrast, type Rgb, readable, readColor } from "../../src/site/theme/colors.ts";

const color = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)) as fc.Arbitrary<Rgb>;

const drawn = (rgb: Rgb) => readColor(colorText(rgb));

describe("colors", () => {
  it("have the contrast that WCAG defines", () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast(readColor("#767676"), [255, 255, 255])).toBeCloseTo(4.54, 2);
  });

  it("are read from three and from six digits", () => {
    expect(readColor("#fa0")).toEqual([255, 170, 0]);
    expect(readColor("#346DDB")).toEqual([0x34, 0x6d, 0xdb]);
  });

  it("are made readable on any background, as they are drawn", () => {
    fc.assert(
      fc.property(color, color, (own, ground) => {
        expect(contrast(drawn(readable(own, [ground], 4.5)), ground)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it("stay unchanged if they are readable", () => {
    expect(readable([0, 0, 120], [[255, 255, 255]], 4.5)).toEqual([0, 0, 120]);
  });
});
