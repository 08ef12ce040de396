/** Red, green and blue, each from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** `#rgb` or `#rrggbb`; black for anything else. */
export function readColor(text: string): Rgb {
  const hex =
    /^#([0-9a-f]{6})/i.exec(text)?.[1] ?? /^#([0-9a-f]{3})$/i.exec(text)?.[1]?.replace(/./g, "$&$&") ?? "000000";
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

export function colorText(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Mixes `share` of the other color into the first, from 0 to 1. */
export function mix(color: Rgb, other: Rgb, share: number): Rgb {
  return color.map((part, index) => part + ((other[index] ?? 0) - part) * share) as unknown as Rgb;
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const black: Rgb = [0, 0, 0];

export const white: Rgb = [255, 255, 255];

/**
 * The color, moved as little as needed towards black or white to reach a contrast with all grounds. If no color reaches
 * it on all of them, the result is the nearest, black or white.
 */
export function readable(color: Rgb, grounds: readonly Rgb[], minContrast: number): Rgb {
  const worst = (candidate: Rgb) => Math.min(...grounds.map((ground) => contrast(candidate, ground)));
  if (worst(color) >= minContrast) return color;
  const goal = worst(black) > worst(white) ? black : white;
  let [low, high] = [0, 1];
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    // Compares the color as it will be written, because rounding must not lose the last hundredth.
    if (worst(readColor(colorText(mix(color, goal, middle)))) >= minContrast) high = middle;
    else low = middle;
  }
  return mix(color, goal, high);
}

/** Black or white, whichever is more readable on a ground. */
export function textOn(ground: Rgb): Rgb {
  return contrast(white, ground) >= contrast(black, ground) ? white : black;
}
