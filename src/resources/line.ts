import { oneLine } from "../tools/present/name.ts";

/** A link to a resource whose title others chose. */
export function linkTo(title: string, uri: string): string {
  return `[${escaped(oneLine(title)) || "(no title)"}](${uri})`;
}

export const escaped = (title: string): string => title.replace(/[[\]\\]/g, "\\$&");
