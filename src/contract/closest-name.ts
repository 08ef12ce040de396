import { editDistance } from "./edit-distance.ts";

const maxComparedChars = 64;

/** Returns the nearest known name, for "did you mean", or undefined if none is close. */
export function closestName(written: string, names: readonly string[]): string | undefined {
  if (written.length > maxComparedChars) return undefined;
  let closest: string | undefined;
  let minDistance = Math.max(2, Math.ceil(written.length / 2)) + 1;
  for (const name of names) {
    const distance = editDistance(plain(written), plain(name), minDistance);
    if (distance < minDistance) {
      minDistance = distance;
      closest = name;
    }
  }
  return closest;
}

/** `space_id`, `space-id` and `SpaceID` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}
