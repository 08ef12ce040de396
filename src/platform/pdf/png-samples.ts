import type { PngFile } from "./png-file.ts";

/** One byte for each sample of each pixel, row by row: of 16 bits the upper half, of less than 8 the number itself. */
export function readSamples(file: PngFile): Uint8Array {
  const { width, height, depth, samples, passes } = file;
  const bytes = withoutFilters(file);
  const found = new Uint8Array(width * height * samples);
  let at = 0;
  for (const { x, y, across, down, columns, rows, length } of passes) {
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      const to = ((y + row * down) * width + x) * samples;
      if (depth === 8 && across === 1) {
        found.set(bytes.subarray(at + 1, at + 1 + length), to);
        continue;
      }
      for (let column = 0; column < columns; column += 1) {
        for (let sample = 0; sample < samples; sample += 1) {
          found[to + column * across * samples + sample] = sampleAt(bytes, at + 1, column * samples + sample, depth);
        }
      }
    }
  }
  return found;
}

function sampleAt(bytes: Uint8Array, start: number, index: number, depth: number): number {
  if (depth === 8) return bytes[start + index] as number;
  if (depth === 16) return bytes[start + index * 2] as number;
  const bit = index * depth;
  return ((bytes[start + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** Undoes what each row was filtered by, from those to its left and above it. */
function withoutFilters({ unpacked: bytes, passes, depth, samples }: PngFile): Uint8Array {
  const apart = Math.max(1, (depth * samples) / 8);
  let at = 0;
  for (const { rows, length } of passes) {
    // Above the first row of a pass are zeros.
    let above: Uint8Array = new Uint8Array(length);
    for (let row = 0; row < rows; row += 1, at += length + 1) {
      const line = bytes.subarray(at + 1, at + 1 + length);
      undo(bytes[at] ?? 0, line, above, apart);
      above = line;
    }
  }
  return bytes;
}

/** In place. It runs once for each byte of a picture, so it is written for speed. */
function undo(filter: number, line: Uint8Array, above: Uint8Array, apart: number): void {
  const first = Math.min(apart, line.length);
  if (filter === 1) {
    for (let at = apart; at < line.length; at += 1) line[at] = (line[at] as number) + (line[at - apart] as number);
  } else if (filter === 2) {
    for (let at = 0; at < line.length; at += 1) line[at] = (line[at] as number) + (above[at] as number);
  } else if (filter === 3) {
    for (let at = 0; at < first; at += 1) line[at] = (line[at] as number) + ((above[at] as number) >> 1);
    for (let at = apart; at < line.length; at += 1) {
      line[at] = (line[at] as number) + (((line[at - apart] as number) + (above[at] as number)) >> 1);
    }
  } else if (filter === 4) {
    for (let at = 0; at < first; at += 1) line[at] = (line[at] as number) + (above[at] as number);
    for (let at = apart; at < line.length; at += 1) {
      const [left, up, corner] = [line[at - apart] as number, above[at] as number, above[at - apart] as number];
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - 2 * corner);
      const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      line[at] = (line[at] as number) + nearest;
    }
  }
}
