import type { PngFile } from "./png-file.ts";

/** One byte for each sample of each pixel, row by row: of 16 bits the upper half, of less than 8 the number itself. */
export function readSamples(file: PngFile): Uint8Array {
  const { width, height, depth, samples, passes } = file;
  const bytes = withoutFilters(file);
  const found = new Uint8Array(width * height * samples);
  let at = 0;
  for (const { x, y, across, down, columns, rows, length } of passes) {
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      for (let column = 0; column < columns; column += 1) {
        const to = ((y + row * down) * width + x + column * across) * samples;
        for (let sample = 0; sample < samples; sample += 1) {
          found[to + sample] = sampleAt(bytes, at + 1, column * samples + sample, depth);
        }
      }
    }
  }
  return found;
}

function sampleAt(bytes: Uint8Array, start: number, index: number, depth: number): number {
  if (depth >= 8) return bytes[start + (index * depth) / 8] ?? 0;
  const bit = index * depth;
  return ((bytes[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** Undoes what each row was filtered by, from those to its left and above it. */
function withoutFilters({ unpacked, passes, depth, samples }: PngFile): Uint8Array {
  const bytes = Uint8Array.from(unpacked);
  const apart = Math.max(1, (depth * samples) / 8);
  let at = 0;
  for (const { rows, length } of passes) {
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      const filter = bytes[at] ?? 0;
      if (filter === 0) continue;
      const start = at + 1;
      const above = start - length - 1;
      for (let index = 0; index < length; index += 1) {
        const left = index >= apart ? (bytes[start + index - apart] ?? 0) : 0;
        const up = row > 0 ? (bytes[above + index] ?? 0) : 0;
        const corner = row > 0 && index >= apart ? (bytes[above + index - apart] ?? 0) : 0;
        bytes[start + index] = (bytes[start + index] ?? 0) + predicted(filter, left, up, corner);
      }
    }
  }
  return bytes;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
