import { createHash } from "node:crypto";
import { ToolError } from "../tool-error.ts";

/** Where an answer goes on: whatever the tool needs to know, as short JSON values. */
export type Position = readonly (string | number)[];

/** A cursor that is good for one call alone: `subject` is what that call is about, its names resolved to ids. */
export function encodeCursor(subject: readonly unknown[], position: Position): string {
  const sealed = [fingerprint(subject), ...position];
  return Buffer.from(JSON.stringify([...sealed, checksum(sealed)])).toString("base64url");
}

/** Reads a cursor back. `shape` has a value of the type each part of the position has. Throws ToolError. */
export function decodeCursor<const Shape extends Position>(
  cursor: string,
  subject: readonly unknown[],
  shape: Shape,
): { readonly [Index in keyof Shape]: Shape[Index] extends number ? number : string } {
  const [of, ...position] = unsealed(parse(cursor));
  const fits = position.length === shape.length && position.every((part, index) => isLike(part, shape[index]));
  if (typeof of !== "string" || (of === fingerprint(subject) && !fits)) {
    throw new ToolError("This is no cursor. Take it from an earlier answer as it is, or leave it out to start over.");
  }
  if (of !== fingerprint(subject)) {
    throw new ToolError(
      "This cursor belongs to a call with other arguments. Repeat that call's arguments with it, or leave it out to start over.",
    );
  }
  return position as { readonly [Index in keyof Shape]: Shape[Index] extends number ? number : string };
}

/** A text where one is due; where a number is due, a count. */
const isLike = (part: unknown, like: string | number | undefined) =>
  typeof like === "number" ? Number.isSafeInteger(part) && Number(part) >= 0 : typeof part === typeof like;

function parse(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

/** A cursor with a letter wrong must not pass for a place that is gone. */
function unsealed(parts: readonly unknown[]): readonly unknown[] {
  const sealed = parts.slice(0, -1);
  return parts.at(-1) === checksum(sealed) ? sealed : [];
}

const checksum = (parts: readonly unknown[]) => fingerprint(parts).slice(0, 4);

/** Enough to notice a mistake; a cursor grants nothing. */
function fingerprint(subject: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(subject)).digest("base64url").slice(0, 8);
}
